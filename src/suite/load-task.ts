import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { packageRoot } from '../host/index.ts';
import { type TaskConfig, taskSchema } from '../schema/index.ts';
import { checkBehavior } from './check-behavior.ts';
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
  checkPrompts(config, instructions, detailed, add);
  if (!existsSync(join(dir, judgeFile(config)))) add(judgeFile(config), 'is missing: a task needs a judge');
  const appDir = findAppDir(dir, config);
  if (!isFolder(appDir))
    add(
      'task.toml',
      `names no folder that exists: ${appDir}`,
      config.source.kind === 'app' ? 'source.app' : 'source.host',
    );
  checkBehavior(dir, problems);
  if (config.source.kind === 'npm') checkHost(appDir, problems);
  if (problems.length > before) return undefined;
  return {
    id: config.id,
    suite,
    name: `${suite}/${config.id}`,
    dir,
    config,
    instructions,
    detailed,
    seedPatch: firstExisting(join(dir, 'environment/seed.patch')),
    appDir,
  };
}

type Add = (file: string, message: string, key?: string) => void;

const judgeFile = (config: TaskConfig): string => (config.judge.kind === 'browser' ? 'tests/judge.spec.ts' : 'tests');

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

function checkPrompts(config: TaskConfig, instructions: string[], detailed: string | undefined, add: Add): void {
  const open = config.kind === 'bug' && config.area !== undefined;
  if (instructions.length === 0 && detailed === undefined && !open) {
    add(
      'instruction.md',
      'is missing, and there is no detailed.md and no area either: the agent would be told nothing',
    );
  }
  if (config.kind !== 'bug' && config.area !== undefined) {
    add('task.toml', 'is for bug tasks only: a feature, refactor or QA task has nothing to discover', 'area');
  }
  for (const [index, text] of instructions.entries()) {
    if (text.trim() === '') add(index === 0 ? 'instruction.md' : `instruction-${index + 1}.md`, 'is empty');
  }
}

/** The package's own applications by name, others relative to the task. */
function findAppDir(dir: string, { source }: TaskConfig): string {
  if (source.kind === 'npm') return resolve(dir, source.host);
  return source.app.startsWith('.') ? resolve(dir, source.app) : join(packageRoot, 'apps', source.app);
}

function checkHost(hostDir: string, problems: SuiteProblem[]): void {
  if (!isFolder(hostDir)) return;
  for (const name of ['package.json', 'package-lock.json', 'app.toml']) {
    if (!existsSync(join(hostDir, name))) problems.push({ file: join(hostDir, name), message: 'is missing' });
  }
}

function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

const firstExisting = (path: string): string | undefined => (existsSync(path) ? path : undefined);

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();
