import { join } from 'node:path';
import { errorText, InfraError, UserError } from '../../errors.ts';
import { fetchCommit, readTreeFile } from '../../workspace/index.ts';
import { openSuiteFolder } from '../suite-folder.ts';
import { type AppGuess, guessApp, imageGuess } from './guess-app.ts';
import type { SweeperCase } from './read-rows.ts';
import { APP_FILE, ROW_FILE, taskFiles } from './task-files.ts';

export interface ImportOptions {
  /** Folder of the suite: made, or one that an import made. */
  out: string;
  /** Guess nothing: no repository is fetched. */
  offline: boolean;
  /** Name of the products' images, in which `{slug}` and `{case_id}` are replaced. */
  image?: string;
  signal: AbortSignal;
  onTask(task: ImportedTask): void;
}

export interface ImportedTask {
  id: string;
  dir: string;
  /** What a person has to do before it can be run. */
  warning: string | null;
}

/**
 * Makes a suite of SWEeper-Bench's rows.
 * @throws UserError `not-ours` for a folder that no import has made; nothing is written then
 */
export async function importSweeperBench(
  cases: readonly SweeperCase[],
  { out, offline, image, signal, onTask }: ImportOptions,
): Promise<ImportedTask[]> {
  const folder = openSuiteFolder(out, {
    title: 'SWEeper-Bench',
    mark: ROW_FILE,
    ids: cases.map(({ fields }) => fields.case_id),
  });
  const tasks: ImportedTask[] = [];
  for (const each of cases) {
    signal.throwIfAborted();
    const id = each.fields.case_id;
    const isThere = folder.has(id, APP_FILE);
    const guess = isThere || offline ? noGuess(each, image) : await lookAt(each, image, signal);
    folder.writeTask(id, taskFiles(each, guess), [APP_FILE]);
    const warning = isThere ? null : (guess.warning ?? null);
    const task = { id, dir: join(out, id), warning };
    tasks.push(task);
    onTask(task);
  }
  return tasks;
}

const TO_DO = 'say in environment/app.toml how it is installed and started';

const noGuess = (each: SweeperCase, image: string | undefined): AppGuess =>
  image === undefined
    ? { dependencies: [], outputs: [], warning: TO_DO }
    : imageGuess(nameFor(each, image), { packageJson: undefined, packageLock: undefined });

const nameFor = ({ fields }: SweeperCase, image: string): string =>
  image.replaceAll('{slug}', fields.slug.toLowerCase()).replaceAll('{case_id}', fields.case_id);

/** Fetches the buggy version, which a run needs anyhow, and reads how it is started. */
async function lookAt(each: SweeperCase, image: string | undefined, signal: AbortSignal): Promise<AppGuess> {
  const { repo, base_commit: commit } = each.fields;
  try {
    const store = await fetchCommit({ repo, commit }, { signal });
    const read = async (name: string) => (await readTreeFile(store, commit, Buffer.from(name)))?.toString();
    const files = { packageJson: await read('package.json'), packageLock: await read('package-lock.json') };
    return image === undefined ? guessApp(files) : imageGuess(nameFor(each, image), files);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof UserError || error instanceof InfraError)) throw error;
    return { ...noGuess(each, image), warning: `${errorText(error).split('\n')[0]}; ${TO_DO}` };
  }
}
