import type { AppManifest } from '../schema/index.ts';

/** An application with everything installed and built that does not depend on a trial. Read-only; shared by trials. */
export interface PreparedApp {
  manifest: AppManifest;
  /** Where the workspace of a new trial comes from; absent where that is a commit. */
  workspaceDir?: string;
  /** Installed packages, by folder of the workspace. */
  dependencies: { at: string; from: string }[];
  /** Warm cache of the dev server, copied for each trial. */
  warmCacheDir?: string;
  /** Of a product that comes as an image. */
  product?: PreparedProduct;
  /** The built API. */
  apiDir?: string;
  /** An application around the package that is the workspace. */
  host?: {
    dir: string;
    /** Its installed packages. */
    packages: string;
    /** The package's place in it, such as `node_modules/htmx.org`. */
    packageAt: string;
  };
}

/** A product's image with what is taken out of it, to read only. */
export interface PreparedProduct {
  image: string;
  workspace: string;
  argv: readonly string[];
  cwd: string;
  writable: readonly { at: string; from: string }[];
}
