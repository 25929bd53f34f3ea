import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../errors.ts';
import { compileGlobs } from '../path-globs.ts';
import { importTree } from '../store/import-tree.ts';
import { listTree } from '../store/list-tree.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { type Baseline, sourceTreeOf } from './app-source.ts';
import { type NpmHost, type NpmHostOptions, prepareNpmHost } from './npm-host.ts';

export interface NpmSource extends NpmHostOptions {
  store: ObjectStore;
  /** Folder with `package.json` and `package-lock.json`. */
  hostDir: string;
  /** Package whose files are the workspace, and its exact version. */
  package: string;
  version: string;
  /** Paths or globs in the package that the agent is not given: other builds of the same code. */
  drop: readonly string[];
}

export interface NpmBaseline extends Baseline {
  host: NpmHost;
  /** Where the package lies in the host, for example `node_modules/htmx.org`: the place to put the workspace. */
  packagePath: string;
}

/**
 * Baseline of a published package, as the lockfile of its host installs it.
 * @throws UserError `bad-npm-source` if the host has no such package, another version, or a drop glob matches nothing.
 */
export async function npmBaseline(source: NpmSource): Promise<NpmBaseline> {
  const { store, hostDir, drop, ...options } = source;
  const host = await prepareNpmHost(hostDir, options);
  const packagePath = locate(host, source);
  // Dependencies below the package are the host's, not its source.
  const whole = await sourceTreeOf(store, join(host.dir, packagePath), { declared: ['node_modules'] });
  const entries = await listTree(store, whole);
  for (const glob of drop) {
    const matches = compileGlobs([glob]);
    if (entries.some(({ path }) => matches(path))) continue;
    throw new UserError('bad-npm-source', `drop = "${glob}" matches no file of ${source.package}@${source.version}`);
  }
  const isDropped = compileGlobs(drop);
  const tree = await importTree(store, (into) => {
    for (const { path, mode, id } of entries) if (!isDropped(path)) into.addExisting(path, mode, id);
  });
  return { tree, sourceTree: tree, host, packagePath };
}

function locate(host: NpmHost, { package: name, version, hostDir }: NpmSource): string {
  const folders = Object.keys(host.packages).filter((folder) => folder.endsWith(`node_modules/${name}`));
  const wanted = folders
    .filter((folder) => host.packages[folder] === version && existsSync(join(host.dir, folder)))
    .sort((a, b) => a.length - b.length);
  if (wanted[0] !== undefined) return wanted[0];
  const found = folders.map((folder) => host.packages[folder]).join(', ');
  throw new UserError(
    'bad-npm-source',
    `${hostDir} does not install ${name}@${version}${found === '' ? '' : `, but ${found}`}`,
    'name the version that its package-lock.json has',
  );
}
