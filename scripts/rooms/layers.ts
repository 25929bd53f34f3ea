/** Layer of every room of src/, as in docs and design; a room imports only rooms of lower layers. */
export const layers: Readonly<Record<string, number>> = {
  errors: 0,
  schema: 0,
  stats: 1,
  host: 1,
  'language-model': 1,
  suite: 2,
  workspace: 2,
  environment: 2,
  model: 2,
  app: 3,
  browser: 3,
  agent: 4,
  judge: 4,
  formats: 4,
  report: 4,
  trial: 5,
  run: 6,
  audit: 7,
  curate: 7,
  cli: 8,
  index: 8,
};

/** Rooms that nobody enters from src/: their door is what the system starts. */
export const programs: Readonly<Record<string, string>> = { cli: 'main.ts' };

/** Programs inside a room: loaded by name at run time, imported by nothing else in src/. */
export const closedFolders: readonly string[] = ['judge/browser/door', 'agent/mini'];

export const forbiddenNames: readonly string[] = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'core',
  'shared',
  'misc',
  'lib',
  'base',
  'manager',
];

export const MAX_LINES = 300;
