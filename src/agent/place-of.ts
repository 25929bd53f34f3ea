import { loadManifest } from '../app/index.ts';
import type { AppManifest } from '../schema/index.ts';
import type { Task } from '../suite/index.ts';
import type { PromptPlace } from './prompt.ts';

/**
 * What the prompt of a task says of its app, from the app's manifest. The address is the one inside a pod
 * (`http://127.0.0.1:3000`) unless the running app has another. @throws TaskError `bad-app`
 */
export function placeOf(task: Task, runningUrl?: string): PromptPlace {
  const manifest = loadManifest(task.appDir);
  const { server, api } = manifest;
  return {
    about: manifest.about ?? aboutSource(task, manifest),
    url: server === undefined ? null : (runningUrl ?? `http://127.0.0.1:${server.port}`),
    hotReload: server?.kind === 'vite',
    hasApi: api !== undefined,
    isApart: server?.kind === 'image',
  };
}

function aboutSource({ config: { source } }: Task, manifest: AppManifest): string {
  return source.kind === 'npm' ? `the source of ${source.package} ${source.version}` : `the source of ${manifest.name}`;
}
