import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type Docker from 'dockerode';
import { create } from 'tar';
import { InfraError } from '../../errors.ts';
import { cachedFolder, cacheRoot } from '../../host/index.ts';
import { type SystemPaths, VOLATILE } from '../system-paths.ts';

const REPOSITORY = 'bugsweep-pod';

/**
 * Name of the image that every pod starts from, made where the engine does not have it. It holds no program, only empty
 * folders and the machine's own links: what a pod sees is mounted, as everywhere, so that no registry is asked.
 */
export async function podImage(engine: Docker, { links, folders, files }: SystemPaths): Promise<string> {
  const dirs = [...folders, ...files.map(({ at }) => ({ at: at.slice(0, at.lastIndexOf('/')) })), ...VOLATILE];
  const places = [...new Set([...dirs.map(({ at }) => at), '/proc', '/dev', '/sys', '/opt', '/workspace'])].sort();
  const tag = createHash('sha256')
    .update(JSON.stringify([places, links]))
    .digest('hex')
    .slice(0, 16);
  const name = `${REPOSITORY}:${tag}`;
  if (await isThere(engine, name)) return name;
  const dir = await cachedFolder(join(cacheRoot(), 'pod-images', tag), async (into) => {
    const root = join(into, 'root');
    for (const place of places) mkdirSync(join(root, place), { recursive: true });
    for (const { target, at } of links) symlinkSync(target, join(root, at));
    await create({ file: join(into, 'image.tar'), cwd: root, portable: true, mtime: new Date(0) }, ['.']);
  });
  const answer = await engine.importImage(join(dir, 'image.tar'), { repo: REPOSITORY, tag });
  await new Promise<void>((resolve, reject) => {
    engine.modem.followProgress(answer, (error: Error | null) => (error === null ? resolve() : reject(error)));
  });
  if (await isThere(engine, name)) return name;
  throw new InfraError('pod-failed', `the container engine did not take the image ${name}`);
}

async function isThere(engine: Docker, name: string): Promise<boolean> {
  try {
    await engine.getImage(name).inspect();
    return true;
  } catch (error) {
    if (statusOf(error) === 404) return false;
    throw error;
  }
}

/** Of an answer of the engine's that is an error. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : undefined;
}
