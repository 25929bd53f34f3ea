import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkRooms } from './check-rooms.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rooms-'));
  plant('src/errors.ts', '/** Errors. */\nexport class Failure extends Error {}\n');
  plant('src/host/index.ts', "/** Host. */\nexport { now } from './clock.ts';\n");
  plant('src/host/clock.ts', 'export const now = 1;\n');
  plant('src/suite/index.ts', "/** Suite. */\nexport { load } from './load.ts';\n");
  plant('src/suite/load.ts', "import { now } from '../host/index.ts';\nexport const load = now;\n");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function plant(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const found = () => checkRooms(root).map(({ file, line, message }) => `${file}:${line} ${message}`);

test('nothing to say of orderly rooms', () => {
  expect(found()).toEqual([]);
});

test('a room entered past its door', () => {
  plant(
    'src/suite/deep.ts',
    "import { load } from './load.ts';\nimport { now } from '../host/clock.ts';\nload + now;\n",
  );
  expect(found()).toEqual(['src/suite/deep.ts:2 enters host through host/clock.ts; its door is host/index.ts']);
});

test('layers: upwards and sideways, for types too and for dynamic imports', () => {
  plant('src/host/up.ts', "import type { load } from '../suite/index.ts';\nexport type L = typeof load;\n");
  plant('src/workspace/index.ts', "/** W. */\nexport const w = () => import('../suite/index.ts');\n");
  expect(found()).toEqual([
    'src/host/up.ts:1 host (layer 1) imports suite (layer 2), a room of a higher layer',
    'src/workspace/index.ts:2 workspace (layer 2) imports suite (layer 2), a room of the same layer',
  ]);
});

test('its own door from inside, by path and by package name', () => {
  plant('src/host/self.ts', "import { now } from './index.ts';\nexport const self = now;\n");
  plant('src/suite/self.ts', "import { x } from 'bugsweep/judge';\nexport const self = x;\n");
  expect(found()).toEqual([
    'src/host/self.ts:1 imports its own door, host/index.ts',
    'src/suite/self.ts:1 imports bugsweep/judge, a door for others, from inside',
  ]);
});

test('cycles, of values and of types', () => {
  plant('src/host/a.ts', "import { b } from './b.ts';\nexport const a = () => b;\n");
  plant('src/host/b.ts', "import { c } from './c.ts';\nexport const b = () => c;\n");
  plant('src/host/c.ts', "import { a } from './a.ts';\nexport const c = () => a;\n");
  plant('src/suite/x.ts', "import type { Y } from './y.ts';\nexport type X = Y | 1;\n");
  plant('src/suite/y.ts', "import type { X } from './x.ts';\nexport type Y = X | 2;\n");
  expect(found()).toEqual([
    'src/host/a.ts:1 is in a cycle of imports: host/a.ts → host/b.ts → host/c.ts → host/a.ts',
    'src/suite/x.ts:1 is in a cycle of imports: suite/x.ts → suite/y.ts → suite/x.ts',
  ]);
});

test('sizes and names', () => {
  plant('src/host/long.ts', 'export {};\n'.repeat(301));
  plant('src/host/utils.ts', 'export {};\n');
  plant('src/host/path-helpers.ts', 'export {};\n');
  plant('src/suite/common/x.ts', 'export {};\n');
  plant('src/suite/base-tree.ts', 'export {};\n');
  expect(found()).toEqual([
    'src/host/long.ts:301 has 301 lines; 300 are allowed',
    'src/host/path-helpers.ts:1 is named path-helpers: give it the name of what it does',
    'src/host/utils.ts:1 is named utils: give it the name of what it does',
    'src/suite/common/x.ts:1 is named common: give it the name of what it does',
  ]);
});

test('doors: missing, without a comment, unknown rooms, programs', () => {
  plant('src/app/start.ts', 'export {};\n');
  plant('src/browser/index.ts', 'export {};\n');
  plant('src/attic/index.ts', '/** Attic. */\nexport {};\n');
  plant('src/cli/main.ts', "import './tasks.ts';\n");
  plant('src/cli/tasks.ts', 'export {};\n');
  plant('src/index.ts', "import './cli/tasks.ts';\n");
  expect(found()).toEqual([
    'src/app:1 has no door: src/app/index.ts is missing',
    'src/attic:1 is a room without a layer in scripts/rooms',
    'src/browser/index.ts:1 is a door and must open with a doc comment',
    'src/cli/main.ts:1 is a door and must open with a doc comment',
    'src/index.ts:1 is a door and must open with a doc comment',
    'src/index.ts:1 index (layer 8) imports cli (layer 8), a room of the same layer',
    'src/index.ts:1 imports cli/tasks.ts: cli is a program, not a library',
  ]);
});

test('a program inside a room is imported by nothing else; a test may use the fixture of another room', () => {
  plant('src/judge/index.ts', "/** Judge. */\nexport { d } from './browser/door/index.ts';\n");
  plant('src/judge/browser/door/index.ts', '/** Door. */\nexport const d = 1;\n');
  plant('src/host/made.fixture.ts', 'export const made = 1;\n');
  plant('src/suite/load.test.ts', "import { made } from '../host/made.fixture.ts';\nmade;\n");
  expect(found()).toEqual([
    'src/judge/index.ts:2 imports judge/browser/door/index.ts: src/judge/browser/door is a program of its own that nothing in src/ imports',
  ]);
});
