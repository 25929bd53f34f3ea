import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { packageRoot } from '../host/index.ts';
import { listSchema, nearest, suiteSchema } from '../schema/index.ts';
import { loadTask } from './load-task.ts';
import { readToml } from './read-toml.ts';
import { formatProblem, type Suite, type SuiteProblem, type Task } from './task.ts';

/** Folder with the suites and lists that come with bugsweep. */
export const builtInSuites = (): string => join(packageRoot, 'suites');

/**
 * Loads what `--suite` names: a suite or list of bugsweep's own, or the path of a suite's folder, a list's file or one
 * task's folder. @throws UserError `bad-suite` with every problem at once, `no-suite` if there is none of that name.
 */
export function loadSuites(name: string, cwd: string): { title: string; suites: Suite[]; tasks: Task[] } {
  const path = findSuite(name, cwd);
  const problems: SuiteProblem[] = [];
  const loaded = path.endsWith('.toml') ? loadList(path, problems) : loadFolder(path, problems);
  if (problems.length > 0) throw badSuite(name, problems, cwd);
  return loaded;
}

function findSuite(name: string, cwd: string): string {
  const given = resolve(cwd, name);
  // Completion in a shell ends at the file; its folder is meant.
  const path = ['suite.toml', 'task.toml'].includes(basename(given)) ? dirname(given) : given;
  const candidates = [path, join(builtInSuites(), name), join(builtInSuites(), `${name}.toml`)];
  const found = candidates.find((each) => existsSync(each) && (each.endsWith('.toml') || isSuiteOrTask(each)));
  if (found !== undefined) return found;
  const known = knownSuites();
  const near = nearest(name, known);
  const hint = near === undefined ? '' : `did you mean ${near}? `;
  throw new UserError('no-suite', `there is no suite, list or folder "${name}"`, `${hint}known: ${known.join(', ')}`);
}

const isSuiteOrTask = (dir: string): boolean =>
  existsSync(join(dir, 'suite.toml')) || existsSync(join(dir, 'task.toml'));

/** Names of bugsweep's own suites and lists. */
export function knownSuites(): string[] {
  if (!existsSync(builtInSuites())) return [];
  const names = readdirSync(builtInSuites()).filter(
    (entry) => entry.endsWith('.toml') || existsSync(join(builtInSuites(), entry, 'suite.toml')),
  );
  return names.map((entry) => basename(entry, '.toml')).sort();
}

function loadFolder(dir: string, problems: SuiteProblem[]): { title: string; suites: Suite[]; tasks: Task[] } {
  if (!existsSync(join(dir, 'suite.toml'))) {
    const suite = loadSuiteFile(dirname(dir), problems);
    const task = loadTask(dir, suite?.name ?? basename(dirname(dir)), problems);
    if (suite === undefined || task === undefined) return { title: '', suites: [], tasks: [] };
    suite.tasks = [task];
    return { title: task.config.title, suites: [suite], tasks: [task] };
  }
  const suite = loadSuite(dir, problems);
  return { title: suite?.title ?? '', suites: suite === undefined ? [] : [suite], tasks: suite?.tasks ?? [] };
}

function loadSuiteFile(dir: string, problems: SuiteProblem[]): Suite | undefined {
  const config = readToml(join(dir, 'suite.toml'), suiteSchema, problems);
  if (config === undefined) return undefined;
  return { name: config.name, title: config.title, version: config.version, dir, tasks: [] };
}

function loadSuite(dir: string, problems: SuiteProblem[]): Suite | undefined {
  const suite = loadSuiteFile(dir, problems);
  const names = readdirSync(dir).filter((name) => statSync(join(dir, name)).isDirectory() && !name.startsWith('.'));
  const loaded = names.sort().map((name) => loadTask(join(dir, name), suite?.name ?? basename(dir), problems));
  if (names.length === 0) problems.push({ file: dir, message: 'has no task folder' });
  if (suite === undefined) return undefined;
  suite.tasks = loaded.filter((task) => task !== undefined);
  return suite;
}

function loadList(path: string, problems: SuiteProblem[]): { title: string; suites: Suite[]; tasks: Task[] } {
  const list = readToml(path, listSchema, problems);
  if (list === undefined) return { title: '', suites: [], tasks: [] };
  const suites = new Map<string, Suite | undefined>();
  const tasks: Task[] = [];
  for (const [index, entry] of list.tasks.entries()) {
    const [suiteName = '', taskName = ''] = entry.split('/');
    const key = `tasks.${index}`;
    if (!suites.has(suiteName)) suites.set(suiteName, loadNamed(suiteName, path, problems, key));
    const suite = suites.get(suiteName);
    if (suite === undefined) continue;
    const chosen = taskName === '*' ? suite.tasks : suite.tasks.filter(({ id }) => id === taskName);
    if (chosen.length === 0) {
      const near = nearest(
        taskName,
        suite.tasks.map(({ id }) => id),
      );
      const hint = near === undefined ? '' : `; did you mean ${near}?`;
      problems.push({ file: path, key, message: `names no task of ${suiteName}: ${taskName}${hint}` });
    }
    tasks.push(...chosen.filter((task) => !tasks.includes(task)));
  }
  const { title, runs } = list;
  return {
    title,
    suites: [...suites.values()].filter((suite) => suite !== undefined),
    tasks: runs === undefined ? tasks : tasks.map((task) => ({ ...task, config: { ...task.config, runs } })),
  };
}

/** A suite named in a list: beside the list, or one of bugsweep's own. */
function loadNamed(name: string, listPath: string, problems: SuiteProblem[], key: string): Suite | undefined {
  const dir = [join(dirname(listPath), name), join(builtInSuites(), name)].find((path) =>
    existsSync(join(path, 'suite.toml')),
  );
  if (dir !== undefined) return loadSuite(dir, problems);
  problems.push({ file: listPath, key, message: `names no suite: ${name}` });
  return undefined;
}

function badSuite(name: string, problems: readonly SuiteProblem[], cwd: string): UserError {
  const files = [...new Set(problems.map(({ file }) => file))];
  const inOrder = files.flatMap((file) =>
    problems.filter((problem) => problem.file === file).sort((a, b) => (a.line ?? 0) - (b.line ?? 0)),
  );
  const lines = inOrder.map((problem) => {
    const file = problem.file.startsWith(`${cwd}/`) ? problem.file.slice(cwd.length + 1) : problem.file;
    return `  ${formatProblem({ ...problem, file })}`;
  });
  const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
  return new UserError(
    'bad-suite',
    `${name} has ${count}:\n${lines.join('\n')}`,
    'correct these and try again; nothing was run',
  );
}
