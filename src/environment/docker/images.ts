import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type Docker from 'dockerode';
import { extract } from 'tar';
import { InfraError, TaskError } from '../../errors.ts';
import { cachedFolder, cacheRoot, makeReadable } from '../../host/index.ts';
import type { Images } from '../environment.ts';
import { ownIdentityLabel, removeContainer } from './leftovers.ts';
import { statusOf } from './pod-image.ts';

/** Images that the engine has. Nothing is fetched: whoever runs a foreign product says so by fetching it. */
export function imagesOf(engine: Docker): Images {
  return {
    commandOf: async (image) => {
      const { Config } = await inspect(engine, image);
      const argv = [...wordsOf(Config.Entrypoint), ...wordsOf(Config.Cmd)];
      if (argv.length > 0) return { argv, cwd: Config.WorkingDir || '/' };
      throw new TaskError('bad-image', `the image ${image} has no command`, 'name one: `command` under [server]');
    },
    folderOf: async (image, path) => {
      const { Id } = await inspect(engine, image);
      const key = createHash('sha256').update(`${Id}\0${path}`).digest('hex').slice(0, 32);
      return cachedFolder(join(cacheRoot(), 'image-folders', key), (dir) => copyOut(engine, { image, Id, path }, dir));
    },
  };
}

async function inspect(engine: Docker, image: string): Promise<Docker.ImageInspectInfo> {
  try {
    return await engine.getImage(image).inspect();
  } catch (error) {
    if (statusOf(error) !== 404)
      throw new InfraError('engine', `the container engine does not tell of ${image}`, { cause: error });
    throw new TaskError('no-image', `the container engine has no image ${image}`, `type: docker pull ${image}`);
  }
}

const wordsOf = (words: string | string[] | null | undefined): string[] =>
  typeof words === 'string' ? ['/bin/sh', '-c', words] : (words ?? []);

/** Copies a folder out of a container that is never started. Links stay links, and lead nowhere but inside. */
async function copyOut(engine: Docker, { image, Id, path }: { image: string; Id: string; path: string }, dir: string) {
  const options = {
    Image: Id,
    Entrypoint: ['/'],
    Cmd: [],
    Labels: ownIdentityLabel(),
    HostConfig: { NetworkMode: 'none' },
  };
  const container = await engine.createContainer(options);
  try {
    const archive = await container.getArchive({ path: `${path}/.` });
    await pipeline(archive, extract({ cwd: dir, strip: 1, preserveOwner: false, filter: (name) => name !== './' }));
  } catch (cause) {
    if (statusOf(cause) !== 404) throw cause;
    throw new TaskError('bad-image', `the image ${image} has no folder ${path}`);
  } finally {
    await removeContainer(container);
  }
  makeReadable(dir);
}
