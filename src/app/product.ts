import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment, Images, Mount, Owner, PodProduct } from '../environment/index.ts';
import { TaskError } from '../errors.ts';
import type { Scratch } from '../host/index.ts';
import type { AppManifest } from '../schema/index.ts';
import { giveTo } from './give-to.ts';
import type { PreparedApp, PreparedProduct } from './prepared-app.ts';
import { toolbox } from './toolbox.ts';

type ImageServer = Extract<NonNullable<AppManifest['server']>, { kind: 'image' }>;

/** @throws TaskError `needs-docker`, `no-image`, `bad-image` */
export async function prepareProduct(
  environment: Environment,
  server: ImageServer,
  dependencies: readonly string[],
): Promise<{ product: PreparedProduct; dependencies: PreparedApp['dependencies'] }> {
  const images = requireImages(environment, server);
  const { image, workspace, command } = server;
  const [own, installed, writable] = await Promise.all([
    command === undefined ? images.commandOf(image) : { argv: command, cwd: workspace },
    Promise.all(
      dependencies.map(async (at) => {
        const from = await images.folderOf(image, `${workspace}/${at}`);
        for (const name of ['.vite', '.vite-temp']) mkdirSync(join(from, name), { recursive: true });
        return { at, from };
      }),
    ),
    Promise.all(server.writable.map(async (at) => ({ at, from: await images.folderOf(image, at) }))),
  ]);
  return { product: { image, workspace, ...own, writable }, dependencies: installed };
}

function requireImages({ images }: Environment, { image }: ImageServer): Images {
  if (images !== undefined) return images;
  throw new TaskError(
    'needs-docker',
    `its product is the image ${image}, which runs in a container only`,
    'run it with --environment docker',
  );
}

/** What a product gets for one start: its own folders as the image has them, and a place by which it is steered. */
export function productFor(
  { image, workspace, writable }: PreparedProduct,
  { scratch, owner, runDir }: { scratch: Scratch; owner: Owner | undefined; runDir: string },
): PodProduct {
  const copies = writable.map(({ at, from }): Mount => {
    const copy = join(scratch.newDir('product'), 'folder');
    cpSync(from, copy, { recursive: true, verbatimSymlinks: true });
    giveTo(copy, owner);
    return { at, kind: 'write', from: copy };
  });
  const mounts: Mount[] = [
    { at: '/opt/bugsweep', kind: 'read', from: toolbox() },
    { at: '/run/app', kind: 'write', from: runDir },
    ...copies,
  ];
  return { image, workspace, mounts };
}
