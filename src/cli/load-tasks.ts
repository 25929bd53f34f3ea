import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { UserError } from '../errors.ts';
import { type Action, actionSchema, namesHint, type TaskKind, taskKindSchema } from '../schema/index.ts';
import { builtInSuites, filterTasks, knownSuites, loadSuites, type Suite, type Task } from '../suite/index.ts';
import type { CliContext } from './context.ts';

/** Values of the flags that choose tasks; the same in every command that has them. */
export interface TaskFlags {
  suite: string[];
  task: string[];
  group?: string;
  kind?: TaskKind;
  category?: string;
  action?: Action;
}

const collect = (value: string, all: string[]): string[] => [
  ...all,
  ...value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
];

export function addSuiteFlag(command: Command): Command {
  const text = 'suite, list, or folder of a suite or task; may be repeated';
  return command.addOption(
    new Option('--suite <suite>', text).argParser(collect).default([], 'every suite of bugsweep'),
  );
}

export function addTaskFlags(command: Command): Command {
  return addSuiteFlag(command)
    .addOption(
      new Option('--task <task>', 'id, suite/id, or pattern with *; may be repeated')
        .argParser(collect)
        .default([], 'all'),
    )
    .option('--group <group>', 'only tasks of this group')
    .addOption(new Option('--kind <kind>', 'only tasks of this kind').choices(taskKindSchema.options))
    .option('--category <category>', 'only tasks of this category')
    .addOption(
      new Option('--action <action>', 'only tasks that need this browser action').choices(actionSchema.options),
    );
}

/** Loads the suites that the flags name and picks their tasks. @throws UserError */
export function loadTasks(flags: TaskFlags, { cwd }: CliContext): { suites: Suite[]; tasks: Task[] } {
  const { suites, tasks } = loadAll(flags.suite, cwd);
  const { task, group, kind, category, action } = flags;
  const filter = { group, kind, category, action };
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  return { suites, tasks: filterTasks(tasks, { tasks: task, ...given }) };
}

/** `loadTasks` for what works on tasks: an empty choice is a mistake there. @throws UserError `nothing-selected` */
export function loadSomeTasks(flags: TaskFlags, context: CliContext): { suites: Suite[]; tasks: Task[] } {
  const loaded = loadTasks(flags, context);
  if (loaded.tasks.length > 0) return loaded;
  const { group, kind, category, action } = flags;
  const filters = Object.entries({ group, kind, category, action, task: flags.task.join(',') || undefined });
  const given = filters.filter(([, value]) => value !== undefined).map(([name, value]) => `--${name} ${value}`);
  throw new UserError(
    'nothing-selected',
    given.length === 0 ? 'there is no task here' : `no task matches ${given.join(' ')}`,
    'each of these leaves some tasks out: take one away; `bugsweep tasks` with the same flags lists what is left',
  );
}

/** The one task that a person names: id, suite/id, or the path of its folder. @throws UserError */
export function loadTaskNamed(name: string, suite: readonly string[], { cwd }: CliContext): Task {
  if (existsSync(join(resolve(cwd, name), 'task.toml'))) {
    const [task] = loadSuites(name, cwd).tasks;
    if (task !== undefined) return task;
  }
  const { tasks } = loadAll(suite, cwd);
  const found = tasks.filter((task) => task.id === name || task.name === name);
  if (found[0] !== undefined && found.length === 1) return found[0];
  if (found.length > 1) {
    const names = found.map((task) => task.name).join(', ');
    throw new UserError('many-tasks', `several tasks are named "${name}"`, `say which: ${names}`);
  }
  const names = tasks.map((task) => (name.includes('/') ? task.name : task.id));
  const hint = namesHint(name, names);
  throw new UserError('no-task', `there is no task "${name}"`, hint);
}

function loadAll(names: readonly string[], cwd: string): { suites: Suite[]; tasks: Task[] } {
  const wanted = names.length > 0 ? names : suitesOfOurOwn();
  const loaded = wanted.map((name) => loadSuites(name, cwd));
  const byName = new Map(loaded.flatMap(({ tasks }) => tasks).map((task) => [task.dir, task]));
  const suites = new Map(loaded.flatMap((each) => each.suites).map((suite) => [suite.dir, suite]));
  return { suites: [...suites.values()], tasks: [...byName.values()] };
}

/** Paths, so that a folder of the same name in the working folder is not meant. Lists only repeat their tasks. */
const suitesOfOurOwn = (): string[] =>
  knownSuites()
    .map((name) => join(builtInSuites(), name))
    .filter((dir) => existsSync(join(dir, 'suite.toml')));
