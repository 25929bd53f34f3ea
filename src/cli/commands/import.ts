import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { type ImportedTask, importSweeperBench, type RowProblem, readSweeperRows } from '../../formats/index.ts';
import { useCache } from '../../host/index.ts';
import { seenLine } from '../../report/index.ts';
import { loadSuites } from '../../suite/index.ts';
import { printAnswer } from '../answer.ts';
import type { CliContext } from '../context.ts';
import { onUserPath } from '../user-path.ts';

interface ImportFlags {
  out: string;
  offline?: boolean;
  image?: string;
  json?: boolean;
}

export function register(program: Command, context: CliContext): void {
  program
    .command('import')
    .description('make a suite of tasks in another form')
    .command('sweeper-bench')
    .description("make a suite of SWEeper-Bench's tasks; each is a commit of a git repository")
    .argument('<file>', 'its test.jsonl: one JSON object a line')
    .requiredOption('--out <dir>', 'folder of the suite; one that an earlier import has made is renewed')
    .option('--offline', 'fetch no repository to see how its product is started')
    .option(
      '--image <name>',
      "name of the products' images, such as registry/product-{slug}: run with --environment docker",
    )
    .addHelpText(
      'after',
      `
A row that is wrong is left out, and said with its line and field; all others are imported.
How a product is installed and started is read from its package.json and written to environment/app.toml of its task,
for you to mend; that file is never written again. Only packages of a package-lock.json are installed.
Exit code: 0 all rows were imported, 1 some were left out.`,
    )
    .action((file: string, flags: ImportFlags) => importRows(file, flags, context));
}

async function importRows(file: string, flags: ImportFlags, context: CliContext): Promise<void> {
  const [path, out] = [resolve(context.cwd, file), resolve(context.cwd, flags.out)];
  const { cases, problems: refused } = await onUserPath(path, () => readSweeperRows(path));
  const signal = context.interruptSignal();
  const cache = useCache();
  let tasks: ImportedTask[];
  try {
    tasks = await onUserPath(out, () =>
      importSweeperBench(cases, {
        ...{ out, offline: flags.offline === true, signal },
        ...(flags.image === undefined ? {} : { image: flags.image }),
        onTask: ({ id, warning }) => context.stderr.write(`${id}${warning === null ? '' : `: ${seenLine(warning)}`}\n`),
      }),
    );
  } finally {
    cache.release();
  }
  // What a run would check: nobody shall find out only then.
  if (tasks.length > 0) loadSuites(out, context.cwd);
  if (refused.length > 0) context.exitCode = 1;
  printAnswer(context, {
    json: flags.json,
    value: { suite: out, tasks, refused },
    text: () => textOf(tasks, refused, relative(context.cwd, out) || out),
  });
}

function textOf(tasks: readonly ImportedTask[], refused: readonly RowProblem[], out: string): string {
  const rows = new Set(refused.map(({ row }) => row)).size;
  const unready = tasks.filter(({ warning }) => warning !== null).length;
  return [
    ...refused.map(({ row, field, message }) => seenLine(`row ${row}: ${field === '' ? 'it' : field} ${message}`)),
    `${tasks.length} tasks in ${out}${unready === 0 ? '' : `, ${unready} of them need a look at environment/app.toml`}`,
    ...(rows === 0 ? [] : [`${rows} rows were left out`]),
  ].join('\n');
}
