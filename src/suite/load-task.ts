import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { packageRoot } from '../host/index.ts';
import { type TaskConfig, taskSchema } from '../schema/index.ts';
import { readTaskBehavior } from './read-task-behavior.ts';
import { readToml } from './read-toml.ts';
import type { SuiteProblem, Task } from './task.ts';

/** Loads one task folder; adds every problem it finds and returns undefined if there is any. */
export function loadTask(dir: string, suite: string, problems: SuiteProblem[]): Task | undefined {
  const before = problems.length;
  const config = readToml(join(dir, 'task.toml'), taskSchema, problems);
  if (config === undefined) return undefined;
  const add = (file: string, message: string, key?: string) =>
    problems.push({ file: join(dir, file), message, ...(key === undefined ? {} : { key }) });

  if (config.id !== basename(dir)) add('task.toml', `must be the folder's name, ${basename(dir)}`, 'id');
  const instructions = readInstructions(dir, config, add);
  const detailed = readText(join(dir, 'detailed.md'));
  const open = readText(join(dir, 'open.md'));
  checkPrompts({ config, instructions, detailed, open }, add);
  if (!existsSync(join(dir, judgeFile(config)))) {
    const hasTests = config.judge.kind === 'browser' && existsSync(join(dir, 'tests/behavior.yaml'));
    const hint = hasTests ? '; judge = "agentic" in task.toml lets tests/behavior.yaml judge it' : '';
    add(judgeFile(config), `is missing: a task needs a judge${hint}`);
  }
  const appDir = findAppDir(dir, config);
  if (!isFolder(appDir))
    add(
      'task.toml',
      `names no folder that exists: ${appDir}`,
      config.source.kind === 'npm' ? 'source.host' : 'source.app',
    );
  const behavior = readTaskBehavior(dir, problems);
  if (config.source.kind === 'npm') requireFiles(appDir, ['package.json', 'package-lock.json', 'app.toml'], problems);
  if (config.source.kind === 'git') requireFiles(appDir, ['app.toml'], problems);
  if (problems.length > before) return undefined;
  return {
    id: config.id,
    suite,
    name: `${suite}/${config.id}`,
    dir,
    config,
    instructions,
    detailed,
    open,
    behavior,
    seedPatch: firstExisting(join(dir, 'environment/seed.patch')),
    appDir,
  };
}

type Add = (file: string, message: string, key?: string) => void;

const judgeFiles = { browser: 'tests/judge.spec.ts', agentic: 'tests/behavior.yaml', script: 'tests' } as const;

const judgeFile = ({ judge }: TaskConfig): string => judgeFiles[judge.kind];

function readInstructions(dir: string, config: TaskConfig, add: Add): string[] {
  const name = (round: number) => (round === 1 ? 'instruction.md' : `instruction-${round}.md`);
  const texts: string[] = [];
  for (let round = 1; round <= config.rounds; round += 1) {
    const text = readText(join(dir, name(round)));
    if (text !== undefined) texts.push(text);
    else if (round > 1) add(name(round), `is missing, but task.toml says rounds = ${config.rounds}`);
  }
  for (const file of readdirSync(dir)) {
    const round = /^instruction-(\d+)\.md$/.exec(file)?.[1];
    if (round !== undefined && Number(round) > config.rounds)
      add(file, `is more than the ${config.rounds} round(s) of task.toml`);
  }
  return texts;
}

function checkPrompts(task: Pick<Task, 'config' | 'instructions' | 'detailed' | 'open'>, add: Add): void {
  const { config, instructions, detailed, open } = task;
  const isOpen = config.kind === 'bug' && (config.area !== undefined || open !== undefined);
  if (instructions.length === 0 && detailed === undefined && !isOpen) {
    add(
      'instruction.md',
      'is missing, and there is no detailed.md and no area either: the agent would be told nothing',
    );
  }
  const why = 'is for bug tasks only: a feature, refactor or QA task has nothing to discover';
  if (config.kind !== 'bug' && config.area !== undefined) add('task.toml', why, 'area');
  if (config.kind !== 'bug' && open !== undefined) add('open.md', why);
  for (const [name, text] of [['open.md', open] as const, ['detailed.md', detailed] as const]) {
    if (text?.trim() === '') add(name, 'is empty');
  }
  for (const [index, text] of instructions.entries()) {
    if (text.trim() === '') add(index === 0 ? 'instruction.md' : `instruction-${index + 1}.md`, 'is empty');
  }
}

/** The package's own applications by name, others relative to the task. */
function findAppDir(dir: string, { source }: TaskConfig): string {
  if (source.kind === 'npm') return resolve(dir, source.host);
  if (source.kind === 'git') return resolve(dir, source.app);
  return source.app.startsWith('.') ? resolve(dir, source.app) : join(packageRoot, 'apps', source.app);
}

function requireFiles(dir: string, names: readonly string[], problems: SuiteProblem[]): void {
  if (!isFolder(dir)) return;
  for (const name of names) {
    if (!existsSync(join(dir, name))) problems.push({ file: join(dir, name), message: 'is missing' });
  }
}

function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

const firstExisting = (path: string): string | undefined => (existsSync(path) ? path : undefined);

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();
