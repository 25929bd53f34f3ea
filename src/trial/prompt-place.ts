import type { PromptPlace } from '../agent/index.ts';
import { loadManifest } from '../app/index.ts';
import type { Task } from '../suite/index.ts';

/** What the prompt says of a task's app. Without `url`: the address that the app has in a sandbox. */
export function promptPlace(task: Task, url?: string | null): PromptPlace {
  const { manifest } = loadManifest(task.appDir);
  const { server, about } = manifest;
  const address = url === undefined && server !== undefined ? `http://127.0.0.1:${server.port}` : (url ?? null);
  return {
    about: about ?? (task.config.source.kind === 'npm' ? `the package ${task.config.source.package}` : 'a project'),
    url: address,
    hotReload: server?.kind === 'vite',
    hasApi: manifest.api !== undefined,
  };
}
