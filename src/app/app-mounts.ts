import { cpSync, lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount, Owner } from '../environment/index.ts';
import { systemCode } from '../errors.ts';
import { giveTo } from './give-to.ts';
import type { PreparedApp } from './prepared-app.ts';
import { AppNotReady } from './running-app.ts';
import { toolbox } from './toolbox.ts';

export interface AppPlaces {
  workspaceDir: string;
  /** `write` for an agent; a judge's app cannot change what is judged. */
  access: 'read' | 'write';
  /** Folder with the API's socket, if there is an API. */
  apiSocketDir: string | undefined;
  /** Empty folder for the trial's copies of caches. */
  scratchDir: string;
  owner: Owner | undefined;
}

/** What an app's pod sees. @throws AppNotReady if the workspace has no room for its packages (a patch took it). */
export function appMounts(app: PreparedApp, places: AppPlaces): Mount[] {
  const { workspaceDir, access, apiSocketDir, scratchDir, owner } = places;
  const mounts: Mount[] = [{ at: '/opt/bugsweep', kind: 'read', from: toolbox() }];
  if (app.host !== undefined) {
    mounts.push({ at: '/host', kind: 'read', from: app.host.dir });
    mounts.push({ at: '/host/node_modules', kind: 'read', from: app.host.packages });
  }
  mounts.push({ at: '/workspace', kind: access, from: workspaceDir });
  if (app.host !== undefined) mounts.push({ at: `/host/${app.host.packageAt}`, kind: access, from: workspaceDir });
  for (const { at, from } of app.dependencies) {
    ensureFolder(workspaceDir, at, owner);
    mounts.push({ at: `/workspace/${at}`, kind: 'read', from });
    // Tools keep caches beside the packages: writable, and gone with the pod.
    mounts.push({ at: `/workspace/${at}/.vite-temp`, kind: 'empty' });
    // Only a dev server for an agent bundles packages; a judge's app is built whole.
    if (app.warmCacheDir === undefined || access === 'read')
      mounts.push({ at: `/workspace/${at}/.vite`, kind: 'empty' });
    else
      mounts.push({ at: `/workspace/${at}/.vite`, kind: 'write', from: warmCopy(app.warmCacheDir, scratchDir, owner) });
  }
  // A judge's app cannot write what it is judged by, but what it builds of it.
  if (access === 'read' && app.manifest.server?.kind === 'command') {
    for (const at of app.manifest.outputs.filter((output) => /^[^*?[\]{}!]+$/.test(output))) {
      ensureFolder(workspaceDir, at, owner);
      mounts.push({ at: `/workspace/${at}`, kind: 'empty' });
    }
  }
  if (apiSocketDir !== undefined) mounts.push({ at: '/run/api', kind: 'read', from: apiSocketDir });
  return mounts;
}

function warmCopy(from: string, scratchDir: string, owner: Owner | undefined): string {
  const copy = join(scratchDir, 'vite-cache');
  cpSync(from, copy, { recursive: true });
  giveTo(copy, owner);
  return copy;
}

/** Makes the folder that a mount covers, never through a link: the workspace may hold anything. */
function ensureFolder(workspaceDir: string, at: string, owner: Owner | undefined): void {
  let dir = workspaceDir;
  for (const part of at.split('/')) {
    dir = join(dir, part);
    try {
      if (!lstatSync(dir).isDirectory()) {
        throw new AppNotReady('app-not-ready', `${at} is not a folder in the patched workspace`);
      }
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
      mkdirSync(dir);
      giveTo(dir, owner);
    }
  }
}
