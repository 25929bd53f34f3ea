import { z } from 'zod';
import { schemaVersion } from './version.ts';

const command = z.array(z.string()).min(1);

const viteServer = z.strictObject({
  /** Vite's dev server with bugsweep's own configuration; the workspace's configuration is not loaded. */
  kind: z.literal('vite'),
  port: z.int().min(1024).max(65_535).default(3000),
  readyPath: z.string().startsWith('/').default('/'),
  /** Path prefixes sent on to the API. */
  proxy: z.array(z.string().startsWith('/')).default([]),
});

const commandServer = z.strictObject({
  kind: z.literal('command'),
  /** Started in the host folder (or the workspace). The environment has PORT and WORKSPACE. */
  command,
  port: z.int().min(1024).max(65_535).default(3000),
  readyPath: z.string().startsWith('/').default('/'),
});

const inImage = z
  .string()
  .regex(/^(\/(?!\.{1,2}(\/|$))[^/\0]+)+$/, 'must be an absolute path inside the image, such as /srv/product');

const imageServer = z.strictObject({
  /** A product that comes as an image of a container; only with `--environment docker`. Packages come from it too. */
  kind: z.literal('image'),
  /** As the engine has it; a digest (`name@sha256:…`) names one content for all time. */
  image: z.string().min(1),
  /** Folder of the image that the workspace takes the place of. */
  workspace: inImage.default('/workspace/product'),
  /** Started in that folder; the image's own command if absent, where the image starts it. */
  command: command.optional(),
  /** Where the product listens in its container, and where it is found by agents and judges. */
  containerPort: z.int().min(1).max(65_535).default(3000),
  port: z.int().min(1024).max(65_535).default(13_200),
  readyPath: z.string().startsWith('/').default('/'),
  /** Folders of the image that the product writes to; each start gets them as the image has them. */
  writable: z.array(inImage).default([]),
});

/** `app.toml` of an application: what is copied, installed and started. */
export const appManifestSchema = z.strictObject({
  schemaVersion,
  name: z.string().min(1),
  /** One sentence for the prompt: what the folder is. */
  about: z.string().min(1).optional(),
  /** Folder that becomes the workspace; the folder of app.toml itself if absent. Unused by npm sources. */
  workspace: z.string().min(1).optional(),
  /** Folders of the workspace that hold installed packages: read-only in a pod, never part of a patch. */
  dependencies: z.array(z.string()).default([]),
  /** Folders of build output and caches: never part of a patch. */
  outputs: z.array(z.string()).default([]),
  server: z.discriminatedUnion('kind', [viteServer, commandServer, imageServer]).optional(),
  /** A second program, in a pod of its own, that the agent cannot see. */
  api: z
    .strictObject({
      dir: z.string().min(1),
      /** Run once after the installation. */
      build: command.optional(),
      /** `{apiSocket}` and `{controlSocket}` are replaced. */
      start: command,
    })
    .optional(),
});
export type AppManifest = z.infer<typeof appManifestSchema>;
