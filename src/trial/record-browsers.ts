import { join } from 'node:path';
import { scrubber, scrubLine } from '../agent/index.ts';
import { findChromium, openRecorder, type Recorder, summariseUse } from '../browser/index.ts';
import type { Pod } from '../environment/index.ts';
import { writeJsonAtomic } from '../host/index.ts';
import { type BrowserUse, SCHEMA_VERSION } from '../schema/index.ts';
import { reachedFix } from './reached-fix.ts';
import type { PreparedTask, TrialOrder, Workshop } from './trial-context.ts';

/** The recorder of one trial. Its trouble costs the record, never the trial. */
export interface BrowserRecorder extends Pick<Recorder, 'mounts' | 'chromium'> {
  start(pod: Pod): Promise<void>;
  /** Writes `covered.json`, and sums up. */
  stop(prepared: PreparedTask): Promise<BrowserUse>;
}

/**
 * Makes ready to record what an agent does with browsers (`browser.jsonl`). Undefined where that cannot be: for agents
 * that start nothing, without a sandbox, and without a browser.
 */
export async function recordBrowsers(
  { environment, scratch }: Workshop,
  { agent, dir }: TrialOrder,
): Promise<BrowserRecorder | undefined> {
  const chromium = findChromium();
  if (agent.startsNothing === true || environment.sandbox === 'none' || chromium === undefined) return undefined;
  const scrub = scrubber(process.env);
  const recorder = await openRecorder({
    ...{ scratch, chromium, logPath: join(dir, 'browser.jsonl') },
    scrub: (line) => scrubLine(line, scrub),
  });
  return {
    ...recorder,
    stop: async (prepared) => {
      const recorded = await recorder.stop();
      writeJsonAtomic(join(dir, 'covered.json'), { schemaVersion: SCHEMA_VERSION, sources: recorded.covered });
      const use = summariseUse(recorded);
      const { store, baselineTree } = prepared;
      const { patch } = await prepared.readSolution('reference');
      return { ...use, reachedFix: await reachedFix(patch, { store, baselineTree, recorded }) };
    },
  };
}
