import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plain, put, roundTrip, snapshot } from '../round-trip.fixture.ts';
import { cases } from './capture-cases.fixture.ts';

const attributes = [
  ...['-diff', 'filter=evil diff=evil', 'text eol=crlf', 'text=auto eol=lf', 'binary', 'ident', 'crlf=input', '-text'],
  ...['working-tree-encoding=UTF-16', 'export-ignore export-subst', 'whitespace=trailing-space,cr-at-eol'],
];
for (const attribute of attributes) {
  cases[`.gitattributes with ${attribute}`] = {
    baseline: (dir) => {
      put(dir, '.gitattributes', `* ${attribute}\n`);
      put(dir, 'a.txt', 'one $Id$\r\ntwo\n');
    },
    change: (dir) => put(dir, 'a.txt', 'one $Id$\r\nTWO \n'),
    changed: ['a.txt'],
  };
}

describe('what an agent may do comes back as it was', () => {
  // Each case has a folder of its own in one workspace: many processes fewer than a round trip for each.
  const root = mkdtempSync(join(tmpdir(), 'bugsweep-workspace-test-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const entries = Object.entries(cases).map(([name, each], index) => ({ name, folder: `case-${index}`, ...each }));
  let trip: Awaited<ReturnType<typeof roundTrip>>;
  beforeAll(async () => {
    const each = (step: 'baseline' | 'change') => async (dir: string) => {
      for (const { folder, ...rest } of entries) {
        mkdirSync(join(dir, folder), { recursive: true });
        await { baseline: plain, ...rest }[step](join(dir, folder));
      }
    };
    trip = await roundTrip({ root, baseline: each('baseline'), change: each('change') });
  }, 30_000);

  for (const { name, folder, changed } of entries) {
    test(name, () => {
      const inFolder = trip.changed.filter((path) => path.startsWith(`${folder}/`));
      expect(inFolder.map((path) => path.slice(folder.length + 1)).sort()).toEqual([...changed].sort());
      const [before, after] = [join(trip.workspace, folder), join(trip.result, folder)];
      if (existsSync(after)) expect(snapshot(after)).toEqual(snapshot(before));
      else expect(snapshot(before)).toEqual({});
    });
  }

  test('nothing was skipped, and no attribute had a say in the text', () => {
    expect(trip.capture.skipped).toEqual([]);
    expect(trip.capture.patchBytes).toBe(trip.patch.length);
    expect(trip.patch.toString('latin1').split('-two\n+TWO \n')).toHaveLength(attributes.length + 1);
  });

  test('a workspace that did not change gives an empty patch', async () => {
    const { patch, capture, baselineTree } = await roundTrip({ baseline: plain, change: () => undefined });
    expect(patch).toEqual(Buffer.alloc(0));
    expect(capture).toEqual({
      baselineTree,
      tree: baselineTree,
      patchBytes: 0,
      changed: [],
      skipped: [],
      tampered: [],
    });
  });

  test('everything deleted, and everything new', async () => {
    const wipe = (dir: string) => {
      for (const name of ['a.txt', 'src', 'run.sh']) rmSync(join(dir, name), { recursive: true });
    };
    const paths = ['a.txt', 'run.sh', 'src/b.js', 'src/deep/c.js'];
    const gone = await roundTrip({ baseline: plain, change: wipe });
    expect(gone.changed).toEqual(paths);
    expect(snapshot(gone.result)).toEqual({});
    const made = await roundTrip({ baseline: () => undefined, change: plain });
    expect(made.changed).toEqual(paths);
  });
});
