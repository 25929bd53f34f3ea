import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadManifest, prepareApp } from '../app/index.ts';
import type { Environment } from '../environment/index.ts';
import { errorText, TaskError, UserError } from '../errors.ts';
import type { Scratch } from '../host/index.ts';
import type { AppManifest } from '../schema/index.ts';
import type { Task } from '../suite/index.ts';
import {
  appBaseline,
  applyPatch,
  createObjectStore,
  gitTree,
  npmBaseline,
  packNpm,
  resolveSolution,
} from '../workspace/index.ts';
import type { PreparedTask } from './trial-context.ts';

interface Machine {
  environment: Environment;
  scratch: Scratch;
  signal: AbortSignal;
}

/** Makes everything ready that the trials of a task share: packages, baseline with its seed, running parts' files. */
export async function prepareTask(task: Task, machine: Machine): Promise<PreparedTask> {
  try {
    return await prepare(task, machine);
  } catch (error) {
    // Whatever a task's own files cause is the task's fault, not the caller's and not the machine's.
    if (error instanceof UserError) throw new TaskError(error.code, `${task.name}: ${error.message}`, error.hint);
    throw error;
  }
}

async function prepare(task: Task, machine: Machine): Promise<PreparedTask> {
  const { source } = task.config;
  const store = createObjectStore(machine.scratch.newDir('store'));
  const seed = task.seedPatch === undefined ? {} : { seedPatch: readFileSync(task.seedPatch) };
  const seeded = async (tree: string) =>
    seed.seedPatch === undefined ? tree : (await applyPatch({ store, baselineTree: tree, patch: seed.seedPatch })).tree;
  if (source.kind === 'app') {
    const app = await prepareApp({ ...machine, appDir: task.appDir });
    const { dependencies, outputs } = app.manifest;
    const exclude = [...dependencies, ...outputs, ...(app.manifest.workspace === undefined ? ['app.toml'] : [])];
    const { tree } = await appBaseline({ store, folder: app.workspaceDir ?? task.appDir, exclude, ...seed });
    return finish(task, { app, store, baselineTree: tree, declared: [...dependencies, ...outputs] });
  }
  if (source.kind === 'git') {
    const { dependencies, outputs } = requireServer(task);
    const declared = [...dependencies, ...outputs];
    const { repo, commit } = source;
    const whole = await gitTree({ store, repo, commit, exclude: declared, signal: machine.signal });
    const app = await prepareApp({ ...machine, appDir: task.appDir, workspace: { store, tree: whole } });
    return finish(task, { app, store, baselineTree: await seeded(whole), declared });
  }
  const { package: name, version, drop } = source;
  const baseline = await npmBaseline({ store, hostDir: task.appDir, package: name, version, drop });
  const app = await prepareApp({ ...machine, appDir: task.appDir, packageAt: baseline.packagePath });
  return finish(task, { app, store, baselineTree: await seeded(baseline.tree), declared: ['node_modules'] });
}

/** Nobody but its author knows how somebody's repository is started. */
function requireServer({ name, appDir, config }: Task): AppManifest {
  const manifest = loadManifest(appDir);
  if (manifest.server !== undefined || config.judge.kind === 'script') return manifest;
  throw new TaskError(
    'no-server',
    `${name}: ${join(appDir, 'app.toml')} does not say how the application is started`,
    'fill in [server] with kind = "command", the command that starts it, and the port that it listens on; `dependencies` are folders such as node_modules that are installed from the lockfile beside them',
  );
}

function finish(task: Task, prepared: Omit<PreparedTask, 'task' | 'readSolution'>): PreparedTask {
  const { store, baselineTree } = prepared;
  const readSolution = async (path: string) => {
    try {
      const file = findSolution(task, path);
      return await resolveSolution(file, { store, baselineTree, exclude: prepared.declared, fetchPackage: packNpm });
    } catch (error) {
      if (error instanceof UserError) throw new TaskError(error.code, `${task.name}: ${errorText(error)}`, error.hint);
      throw error;
    }
  };
  return { ...prepared, task, readSolution };
}

/** A path with its ending, or without: then the `.patch` or the `.toml` of that name. */
function findSolution(task: Task, path: string): string {
  const candidates = ['', '.patch', '.toml'].map((ending) => join(task.dir, 'solution', `${path}${ending}`));
  const found = candidates.find((file) => existsSync(file) && statSync(file).isFile());
  if (found !== undefined) return found;
  throw new TaskError('no-solution', `${task.name}: solution/${path}.patch (or .toml) is missing`);
}
