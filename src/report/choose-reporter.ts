import { jsonReporter } from './json-reporter.ts';
import { plainReporter } from './plain-reporter.ts';
import type { Reporter, ReportStreams } from './reporter.ts';
import { ttyReporter } from './tty-reporter.ts';

/** Built-in reporters by name. */
const builtIn = { plain: plainReporter, tty: ttyReporter, json: jsonReporter } satisfies Record<
  string,
  (streams: ReportStreams) => Reporter
>;
export type ReporterName = keyof typeof builtIn;

/**
 * The reporter asked for, or the one that fits: `json` for `--json`, `tty` on a terminal, else `plain`. `tty` falls
 * back to `plain` where there is no terminal, or a CI that only looks like one.
 */
export function chooseReporter(
  streams: ReportStreams,
  choice: { name?: ReporterName | undefined; json: boolean; ci: boolean },
): Reporter {
  if (choice.json) return builtIn.json(streams);
  const terminal = streams.err.isTTY === true;
  const name = choice.name ?? (choice.ci ? 'plain' : 'tty');
  return builtIn[name === 'tty' && !terminal ? 'plain' : name](streams);
}
