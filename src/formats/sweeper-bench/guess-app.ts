/** How an application is installed and started, as far as its manifest tells. */
export interface AppGuess {
  dependencies: string[];
  outputs: string[];
  /** Absent where nothing says how it is started. */
  command?: string[];
  /** Of a published product, which brings its packages. */
  image?: string;
  /** What is left for a person to do. */
  warning?: string;
}

/** Texts of files in the root of a repository; undefined for those that are not there. */
export interface RootFiles {
  packageJson: string | undefined;
  packageLock: string | undefined;
}

const BUILD_FOLDERS = ['dist', 'build', '.next'];

/** What is known of a product that has an image: where its packages lie in it, if it is one of Node's. */
export const imageGuess = (image: string, { packageJson }: RootFiles): AppGuess => ({
  ...{ image, outputs: [], dependencies: packageJson === undefined ? [] : ['node_modules'] },
});

/** Reads nothing but the two files; a guess that is wrong is for the task's author to mend. */
export function guessApp({ packageJson, packageLock }: RootFiles): AppGuess {
  const nothing = { dependencies: [], outputs: [] };
  const manifest = readObject(packageJson);
  if (manifest === undefined) {
    return { ...nothing, warning: 'it has no package.json in its root: say in environment/app.toml how it is started' };
  }
  const scripts = asObject(manifest.scripts);
  const needsPackages = ['dependencies', 'devDependencies'].some(
    (kind) => Object.keys(asObject(manifest[kind])).length > 0,
  );
  if (needsPackages && packageLock === undefined) {
    const warning =
      'it has no package-lock.json, by which alone packages are installed here: add an image of the product, or fill in environment/app.toml';
    return { ...nothing, warning };
  }
  const dependencies = needsPackages ? ['node_modules'] : [];
  const script = ['start', 'dev', 'serve'].find((name) => typeof scripts[name] === 'string');
  if (script === undefined) {
    return {
      dependencies,
      outputs: [],
      warning: 'it has no script start, dev or serve: say in environment/app.toml how it is started',
    };
  }
  return script === 'start' && typeof scripts.build === 'string'
    ? { dependencies, outputs: BUILD_FOLDERS, command: ['sh', '-c', 'npm run build && npm start'] }
    : { dependencies, outputs: [], command: ['npm', 'run', script] };
}

/** As it stands in app.toml. */
export function manifestOf(name: string, port: number, { dependencies, outputs, command, image }: AppGuess) {
  const server =
    image !== undefined
      ? {
          kind: 'image',
          image,
          workspace: '/workspace/product',
          containerPort: 3000,
          port,
          readyPath: '/',
          writable: [],
        }
      : command !== undefined
        ? { kind: 'command', command, port, readyPath: '/' }
        : undefined;
  return { schemaVersion: 1, name, dependencies, outputs, ...(server === undefined ? {} : { server }) };
}

function readObject(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  try {
    return asObject(JSON.parse(text));
  } catch {
    // Somebody's file: what cannot be read tells nothing.
    return undefined;
  }
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
