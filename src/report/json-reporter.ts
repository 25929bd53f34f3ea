import { defineReporter, type Reporter, type ReportStreams } from './reporter.ts';

/** Nothing but the answer, on standard output. */
export function jsonReporter({ out }: Pick<ReportStreams, 'out'>): Reporter {
  return defineReporter({
    name: 'json',
    onRunEnd: (answer) => {
      out.write(`${JSON.stringify(answer, null, 2)}\n`);
    },
  });
}
