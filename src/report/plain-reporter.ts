import { type TrialNames, trialNames } from './format.ts';
import { renderRunTable } from './render-run-table.ts';
import { defineReporter, type Reporter, type ReportStreams, type RunPlan } from './reporter.ts';
import { RunningTrials } from './running-trials.ts';
import { trialLines } from './trial-lines.ts';

const HEARTBEAT_MS = 30_000;

/** Append-only progress on standard error: one line a finished trial, and a sign of life every half minute. */
export function plainReporter({ out, err, colours }: ReportStreams): Reporter {
  const running = new RunningTrials();
  let names: TrialNames = trialNames([]);
  let total = 0;
  let finished = 0;
  let heartbeat: NodeJS.Timeout | undefined;
  const print = (line: string) => err.write(`${line}\n`);

  const beat = () => {
    if (running.count === 0) return;
    const list = running.list().map(({ id, doing }) => `${names.task(id)} ${names.agent(id)} (${doing})`);
    print(`... ${finished}/${total} finished, ${list.length} running: ${list.join('; ')}`);
  };

  return defineReporter({
    name: 'plain',
    onPlan(plan) {
      names = trialNames(plan.trials);
      total = plan.trials.length;
      print(planLine(plan));
      heartbeat = setInterval(beat, HEARTBEAT_MS);
      heartbeat.unref();
    },
    onTrialStart: (id) => running.start(id),
    onTrialPhase: (id, phase, detail) => running.enter(id, phase, detail),
    onTrialEnd(end) {
      running.end(end.record.id);
      finished += 1;
      for (const line of trialLines(end, { finished, total, names, colours })) print(line);
    },
    onRunEnd(answer) {
      clearInterval(heartbeat);
      out.write(renderRunTable(answer));
    },
  });
}

/** `run 2026-01-01: 180 trials, 12 more were finished before; in runs/2026-01-01` */
export function planLine({ run, dir, trials, resumed }: RunPlan): string {
  const count = trials.length === 1 ? 'one trial' : `${trials.length} trials`;
  const before = resumed === 0 ? '' : `, ${resumed} more were finished before`;
  return `run ${run}: ${count}${before}; in ${dir}`;
}
