import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { UserError } from '../../errors.ts';
import { writeFileAtomic } from '../../host/index.ts';
import { kebabCase, type TaskKind, taskKindSchema } from '../../schema/index.ts';
import { loadSuites } from '../../suite/index.ts';
import { printAnswer } from '../answer.ts';
import type { CliContext } from '../context.ts';
import { suiteToml, taskFiles } from '../task-template.ts';
import { onUserPath } from '../user-path.ts';

interface Flags {
  kind: TaskKind;
  app: string;
  json?: boolean;
}

export function register(program: Command, context: CliContext): void {
  program
    .command('new')
    .description('start something new')
    .command('task')
    .description('make the folder of a new task, ready to be filled in')
    .argument('<suite-dir/id>', 'folder to make; its parent is the suite')
    .addOption(new Option('--kind <kind>', 'kind of the task').choices(taskKindSchema.options).default('bug'))
    .option('--app <app>', 'application that the task is about', 'team-tasks')
    .action(async (path: string, flags: Flags) => {
      const dir = resolve(context.cwd, path);
      const files = await onUserPath(dir, () => makeTask(dir, flags));
      // What a run would check, so that an author starts from something that loads.
      loadSuites(dir, context.cwd);
      const shown = files.map((file) => relative(context.cwd, file));
      printAnswer(context, {
        json: flags.json,
        value: { task: basename(dir), dir, files },
        text: () => `made ${relative(context.cwd, dir) || dir}:\n${shown.map((file) => `  ${file}`).join('\n')}`,
      });
      if (!flags.json) context.stderr.write('fill in the files, then type: bugsweep validate --suite <suite-dir>\n');
    });
}

/** Writes the files of a new task, and of its suite if there is none. Returns their paths. */
function makeTask(dir: string, { kind, app }: Flags): string[] {
  const [id, suiteDir] = [basename(dir), dirname(dir)];
  for (const [what, name] of [
    ['task', id],
    ['suite', basename(suiteDir)],
  ] as const) {
    if (what === 'suite' && existsSync(join(suiteDir, 'suite.toml'))) continue;
    if (kebabCase.safeParse(name).success) continue;
    throw new UserError(
      'bad-name',
      `"${name}" cannot be the name of a ${what}`,
      'use small letters, digits and single hyphens',
    );
  }
  if (existsSync(dir)) throw new UserError('exists', `${dir} exists already`, 'nothing was changed; choose another id');
  const files = new Map([...taskFiles({ id, kind, app })].map(([name, text]) => [join(dir, name), text]));
  const suiteFile = join(suiteDir, 'suite.toml');
  if (!existsSync(suiteFile)) files.set(suiteFile, suiteToml(basename(suiteDir)));
  mkdirSync(dir, { recursive: true });
  for (const [file, text] of files) writeFileAtomic(file, text);
  return [...files.keys()];
}
