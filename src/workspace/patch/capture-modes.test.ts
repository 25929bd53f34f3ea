import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asOrdinaryUser } from '../../host/as-ordinary-user.fixture.ts';
import { plain, put, temporaryDir } from '../round-trip.fixture.ts';
import { createObjectStore } from '../store/object-store.ts';
import { writeTree } from '../store/write-tree.ts';
import { capturePatch } from './capture-patch.ts';

/** What a hostile or careless agent may set, path by path, in this order. */
const closed: [string, number][] = [
  ['a.txt', 0o000],
  ['run.sh', 0o000],
  ['src/b.js', 0o200],
  ['src/deep/c.js', 0o111],
  ['src/deep', 0o300],
  ['src', 0o400],
  ['new/file', 0o000],
  ['new/sealed', 0o000],
  ['new', 0o000],
  ['.', 0o100],
];

async function captured(root: string) {
  const dir = join(root, 'workspace');
  mkdirSync(dir);
  plain(dir);
  const store = createObjectStore(join(root, 'store'));
  const { tree: baselineTree } = await writeTree(store, dir, { declared: [] });
  put(dir, 'src/b.js', 'let bb;\n');
  put(dir, 'new/file', 'new\n');
  mkdirSync(join(dir, 'new/sealed'));
  for (const [path, mode] of closed) chmodSync(join(dir, path), mode);
  const { capture } = await capturePatch({ store, dir, baselineTree, declared: [], protectedPaths: [] });
  const modes: [string, number][] = [];
  for (const [path] of [...closed].reverse()) {
    modes.unshift([path, lstatSync(join(dir, path)).mode & 0o777]);
    // To see what lies below.
    if (lstatSync(join(dir, path)).isDirectory()) chmodSync(join(dir, path), 0o700);
  }
  return { capture, modes };
}

/** A folder that every user may fill, and that goes when the test ends. */
function openFolder(): string {
  const dir = temporaryDir();
  chmodSync(dir, 0o777);
  return dir;
}

describe('files and folders that the agent has closed are read all the same', () => {
  test.each<[string, <T>(work: () => Promise<T>) => Promise<T>]>([
    ['as the user who runs the tests', (work) => work()],
    ['as an ordinary user', asOrdinaryUser],
  ])('%s, and keep their modes', async (_, as) => {
    const root = openFolder();
    const { capture, modes } = await as(() => captured(root));
    expect(capture.skipped).toEqual([]);
    expect(capture.changed.map(({ path, status }) => `${status} ${path}`)).toEqual([
      'added new/file',
      expect.stringMatching(/run\.sh$/),
      'modified src/b.js',
      expect.stringMatching(/src\/deep\/c\.js$/),
    ]);
    expect(modes, 'a workspace captured between rounds is as it was').toEqual(closed);
  });

  test('with the same tree for root and for an ordinary user', async () => {
    const roots = [openFolder(), openFolder()] as const;
    const [one, other] = [await captured(roots[0]), await asOrdinaryUser(() => captured(roots[1]))];
    expect(one.capture.tree).toBe(other.capture.tree);
  });
});
