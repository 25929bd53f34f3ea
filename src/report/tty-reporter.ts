import { createLogUpdate } from 'log-update';
import pc from 'picocolors';
import { monotonicMs } from '../host/index.ts';
import { formatDuration, oneLine, type TrialNames, trialNames } from './format.ts';
import { planLine } from './plain-reporter.ts';
import { renderRunTable } from './render-run-table.ts';
import { defineReporter, type Reporter, type ReportStreams } from './reporter.ts';
import { RunningTrials } from './running-trials.ts';
import { trialLines, verdictWord } from './trial-lines.ts';

const REFRESH_MS = 500;
/** Running trials that are shown; the rest is counted. */
const MAX_SHOWN = 12;

/** Live progress on a terminal: finished trials scroll by, the running ones stay in a small area at the bottom. */
export function ttyReporter({ out, err, colours }: ReportStreams): Reporter {
  const area = createLogUpdate(err as NodeJS.WriteStream, { showCursor: true });
  const colour = pc.createColors(colours);
  const running = new RunningTrials();
  const counts = new Map<string, number>();
  const startedMs = monotonicMs();
  let names: TrialNames = trialNames([]);
  let total = 0;
  let finished = 0;
  let refresh: NodeJS.Timeout | undefined;

  const draw = () => {
    const width = Math.max(20, (err.columns ?? 80) - 1);
    const shown = Math.max(1, Math.min(MAX_SHOWN, (err.rows ?? 24) - 4));
    const trials = running.list().map(({ id, doing }) => {
      const name = `${names.task(id).padEnd(names.taskWidth)}  ${names.agent(id).padEnd(names.agentWidth)}`;
      return oneLineKeepingSpaces(`  ${name}  ${doing}`, width);
    });
    const hidden = trials.length > shown ? [`  … and ${trials.length - shown} more`] : [];
    const tally = [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
    const status = [`${finished}/${total} finished`, tally, formatDuration(monotonicMs() - startedMs)];
    const bar = oneLine(status.filter((part) => part !== '').join('  '), width);
    area([...trials.slice(0, shown), ...hidden, colour.bold(bar)].join('\n'));
  };
  /** Lines above the area, which is drawn anew below them. */
  const print = (lines: readonly string[]) => {
    area.clear();
    err.write(`${lines.join('\n')}\n`);
    draw();
  };

  return defineReporter({
    name: 'tty',
    onPlan(plan) {
      names = trialNames(plan.trials);
      total = plan.trials.length;
      print([planLine(plan)]);
      refresh = setInterval(draw, REFRESH_MS);
      refresh.unref();
    },
    onTrialStart(id) {
      running.start(id);
      draw();
    },
    onTrialPhase(id, phase, detail) {
      running.enter(id, phase, detail);
      draw();
    },
    onTrialEnd(end) {
      running.end(end.record.id);
      finished += 1;
      const word = verdictWord(end.record);
      counts.set(word, (counts.get(word) ?? 0) + 1);
      print(trialLines(end, { finished, total, names, colours }));
    },
    onRunEnd(answer) {
      clearInterval(refresh);
      area.clear();
      area.done();
      out.write(renderRunTable(answer));
    },
  });
}

/** Cut to the terminal's width, columns kept: a line that wraps would spoil the area. */
const oneLineKeepingSpaces = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, width - 1)}…`;
