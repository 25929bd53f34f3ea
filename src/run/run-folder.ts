import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { errorText, UserError } from '../errors.ts';
import { acquireLock, appendLine, isoNow, type Lock, readJsonFile, writeJsonAtomic } from '../host/index.ts';
import {
  type AgentChoice,
  type PlannedTrial,
  parseWith,
  type RunConfig,
  runConfigSchema,
  SCHEMA_VERSION,
  type TrialRecord,
} from '../schema/index.ts';
import { labelOfChoice } from './plan-run.ts';
import { readTrial } from './trial-folder.ts';

/** A run's folder, held by this process. */
export interface RunFolder {
  readonly dir: string;
  readonly config: RunConfig;
  /** Appends to events.jsonl. */
  event(kind: string, details?: object): Promise<void>;
  release(): void;
}

/** Makes a new run's folder and takes its lock. @throws UserError `run-exists`, `locked` */
export function createRunFolder(dir: string, config: RunConfig): RunFolder {
  mkdirSync(dir, { recursive: true });
  const lock = acquireLock(join(dir, 'run.lock'), `the run ${basename(dir)}`);
  try {
    // Looked at under the lock: another process may have made a run of this name, and ended it, a moment ago.
    if (existsSync(join(dir, 'run.json'))) {
      throw new UserError(
        'run-exists',
        `${dir} holds a run already`,
        `continue it with --resume ${wordsFor(dir, config.cwd)}, or choose another name`,
      );
    }
    writeJsonAtomic(join(dir, 'run.json'), config);
  } catch (error) {
    lock.release();
    throw error;
  }
  return hold(dir, config, lock);
}

/** Takes up a run again. @throws UserError `no-run`, `newer-version`, `bad-run`, `locked` */
export async function openRunFolder(dir: string): Promise<RunFolder> {
  const config = await readRunConfig(dir);
  return hold(dir, config, acquireLock(join(dir, 'run.lock'), `the run ${basename(dir)}`));
}

/** Reads a run without taking it. @throws UserError as `openRunFolder` */
export async function readRunConfig(dir: string): Promise<RunConfig> {
  const path = join(dir, 'run.json');
  const value = await readJsonFile(path).catch((error) => {
    throw new UserError(
      'bad-run',
      errorText(error),
      'the file was changed by hand or cut short; its trials are still readable',
    );
  });
  if (value === undefined)
    throw new UserError('no-run', `${dir} is not a run: it has no run.json`, knownRuns(resolve(dir, '..')));
  const version = (value as { schemaVersion?: unknown }).schemaVersion;
  if (typeof version === 'number' && version > SCHEMA_VERSION) {
    const hint = 'use the bugsweep that wrote it, or a newer one; nothing was changed';
    throw new UserError(
      'newer-version',
      `${path} was written by a newer bugsweep (version ${version} of the format)`,
      hint,
    );
  }
  const parsed = parseWith(runConfigSchema, value);
  if (parsed.ok) return withLabels(parsed.value);
  const problems = parsed.problems.map(({ key, message }) => `${key} ${message}`).join('; ');
  throw new UserError('bad-run', `${path}: ${problems}`);
}

/** Labels of a run that was planned before trials carried them. */
function withLabels(config: RunConfig): RunConfig {
  const trials = config.trials.map((trial) => {
    const choice = trial.id.label === undefined ? choiceOf(trial, config) : undefined;
    return choice === undefined ? trial : { ...trial, id: { ...trial.id, label: labelOfChoice(choice) } };
  });
  return { ...config, trials };
}

/** The words that name a run for a person in `cwd`: `r`, or `r --runs other`. */
export function wordsFor(dir: string, cwd: string): string {
  const parent = dirname(resolve(dir));
  if (parent === resolve(cwd, 'runs')) return basename(dir);
  const shown = relative(cwd, parent) || '.';
  return `${basename(dir)} --runs ${/^[\w./-]+$/.test(shown) ? shown : `'${shown}'`}`;
}

/** Which of the run's agents a trial is of; its folder says so: `trials/<suite>/<task>/<slug>/<level>/<attempt>`. */
export function choiceOf({ dir }: PlannedTrial, { agents }: RunConfig): AgentChoice | undefined {
  const slug = dir.split('/').at(-3);
  return agents.find((choice) => choice.slug === slug);
}

/** The record of a planned trial, under the name that it has in the plan; undefined if it is not finished. */
export function readPlannedTrial(runDir: string, { dir, id }: PlannedTrial): TrialRecord | undefined {
  const record = readTrial(join(runDir, dir));
  return record === undefined ? undefined : { ...record, id };
}

function knownRuns(root: string): string | undefined {
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const names = readdirSync(root).filter((name) => existsSync(join(root, name, 'run.json')));
  return names.length === 0 ? undefined : `runs here: ${names.slice(-5).join(', ')}`;
}

/** A run by its path, or by its name below `runsDir`. */
export function findRun(name: string, cwd: string, runsDir: string): string {
  const candidates = [resolve(cwd, name), resolve(runsDir, name)];
  return candidates.find((dir) => existsSync(join(dir, 'run.json'))) ?? resolve(runsDir, name);
}

function hold(dir: string, config: RunConfig, lock: Lock): RunFolder {
  return {
    dir,
    config,
    event: (kind, details = {}) =>
      appendLine(join(dir, 'events.jsonl'), JSON.stringify({ at: isoNow(), kind, ...details })),
    release: () => lock.release(),
  };
}
