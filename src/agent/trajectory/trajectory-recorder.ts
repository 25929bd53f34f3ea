import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isoNow, monotonicMs, writeJsonAtomic } from '../../host/index.ts';
import type { Trajectory, TrajectoryStep } from '../../schema/index.ts';
import { classify } from './classify.ts';
import { type Scrub, scrubAll } from './scrub.ts';

/** Takes down what an agent says and does, in the order in which its program tells. */
export interface TurnSink {
  say(text: string): void;
  /** `id` is the program's own, by which the result is found. */
  call(id: string, tool: string, args: Record<string, unknown>): void;
  result(id: string, content: string): void;
}

export interface TrajectoryRecorder extends TurnSink {
  round(n: number, prompt: string): void;
  /** Writes what has not been written yet. @throws InfraError */
  flush(): void;
}

const SCHEMA = 'ATIF-v1.5';
/** Longer results are kept in a file beside the trajectory. */
const MAX_RESULT_CHARS = 16_000;
const SHOWN_CHARS = 4_000;
/** The file is whole after each writing, so a trial that is killed keeps all but its last moments. */
const WRITE_EVERY_MS = 2_000;

export function trajectoryRecorder(options: {
  path: string;
  sessionId: string;
  agent: Trajectory['agent'];
  scrub: Scrub;
}): TrajectoryRecorder {
  const { path, sessionId, agent, scrub } = options;
  const steps: TrajectoryStep[] = [];
  const open = new Map<string, TrajectoryStep>();
  let round = 1;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let tookMs = 0;
  let changed = true;

  const write = () => {
    const startedAt = monotonicMs();
    writeJsonAtomic(path, { schema_version: SCHEMA, session_id: sessionId, agent, steps } satisfies Trajectory);
    writtenAt = monotonicMs();
    tookMs = writtenAt - startedAt;
    changed = false;
  };
  const touch = () => {
    changed = true;
    // A long trajectory takes long to write: never more than a tenth of the time.
    if (monotonicMs() - writtenAt >= Math.max(WRITE_EVERY_MS, tookMs * 10)) write();
  };
  const add = (source: TrajectoryStep['source'], message: string, rest: Partial<TrajectoryStep> = {}) => {
    const at = { step_id: steps.length + 1, timestamp: isoNow(), source, message: cut(scrub(message)) };
    const step: TrajectoryStep = { ...at, extra: { round }, ...rest };
    steps.push(step);
    touch();
    return step;
  };
  return {
    round(n, prompt) {
      round = n;
      add('user', prompt);
    },
    say: (text) => void add('agent', text),
    call(id, tool, args) {
      const step = add('agent', '', {
        tool_calls: [{ tool_call_id: id, function_name: tool, arguments: shortened(args, scrub) }],
        extra: { round, class: classify(tool, args) },
      });
      open.set(id, step);
    },
    result(id, content) {
      const step = open.get(id);
      if (step === undefined) return;
      open.delete(id);
      const clean = scrub(content);
      const long = clean.length > MAX_RESULT_CHARS;
      step.observation = {
        results: [{ source_call_id: id, content: long ? `${clean.slice(0, SHOWN_CHARS)}\n[…]` : clean }],
      };
      if (long) step.extra.output = keepOutput(dirname(path), step.step_id, clean);
      touch();
    },
    flush: () => {
      if (changed) write();
    },
  };
}

const cut = (text: string): string =>
  text.length > MAX_RESULT_CHARS ? `${text.slice(0, SHOWN_CHARS)}\n[… ${text.length} characters]` : text;

/** Without secrets, and every text of bounded length. */
const shortened = (args: Record<string, unknown>, scrub: Scrub): Record<string, unknown> =>
  scrubAll(args, (text) => cut(scrub(text))) as Record<string, unknown>;

/** Returns the path relative to the trajectory. */
function keepOutput(dir: string, stepId: number, text: string): string {
  const name = `outputs/${stepId}.txt`;
  mkdirSync(join(dir, 'outputs'), { recursive: true });
  writeFileSync(join(dir, name), text);
  return name;
}
