import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { applyPatch } from './patch/apply-patch.ts';
import { type CaptureOptions, capturePatch } from './patch/capture-patch.ts';
import { checkoutTree } from './store/checkout-tree.ts';
import { createObjectStore } from './store/object-store.ts';
import { writeTree } from './store/write-tree.ts';

/** A folder that is removed when the test ends. */
export function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'bugsweep-workspace-test-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Writes a file and the folders above it. */
export function put(dir: string, path: string | Buffer, content: string | Buffer = 'x\n', mode = 0o644): void {
  const absolute = Buffer.concat([Buffer.from(`${dir}/`), Buffer.from(path as string)]);
  mkdirSync(absolute.subarray(0, absolute.lastIndexOf(0x2f)), { recursive: true });
  writeFileSync(absolute, content, { mode });
}

/** All files and links below `dir`, by a way of its own: path (latin1) → kind, mode and bytes. */
export function snapshot(dir: string, isLeftOut: (path: string) => boolean = () => false): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (relative: Buffer): void => {
    const absolute = Buffer.concat([Buffer.from(`${dir}/`), relative]);
    const path = relative.toString('latin1');
    const stats = lstatSync(absolute);
    if (path !== '' && (isLeftOut(path) || path.split('/').includes('.git'))) return;
    if (stats.isDirectory()) {
      for (const name of readdirSync(absolute, { encoding: 'buffer' })) {
        visit(relative.length === 0 ? name : Buffer.concat([relative, Buffer.from('/'), name]));
      }
    } else if (stats.isSymbolicLink()) {
      found[path] = `link ${readlinkSync(absolute, { encoding: 'buffer' }).toString('latin1')}`;
    } else if (stats.isFile()) {
      found[path] = `${(stats.mode & 0o100) === 0 ? 'file' : 'program'} ${shortContent(readFileSync(absolute))}`;
    }
  };
  visit(Buffer.alloc(0));
  return found;
}

const shortContent = (content: Buffer): string =>
  content.length < 100_000 ? content.toString('latin1') : createHash('sha256').update(content).digest('hex');

export interface RoundTrip {
  baseline: (dir: string) => void | Promise<void>;
  change: (dir: string) => void | Promise<void>;
  /** Paths that are not expected to come back. */
  isLeftOut?: (path: string) => boolean;
  /** Where the workspace lies; made if absent. */
  dir?: string;
  /** Scratch folder of the caller; one of the running test if absent. */
  root?: string;
  options?: Partial<CaptureOptions>;
}

/**
 * Baseline → workspace → changes → capture → apply in another store → checkout; asserts that trees, bytes and modes
 * come out equal.
 */
export async function roundTrip({ baseline, change, isLeftOut, dir, root = temporaryDir(), options }: RoundTrip) {
  const source = join(root, 'source');
  const workspace = dir ?? join(root, 'workspace');
  const result = join(root, 'result');
  for (const each of [source, dirname(workspace)]) mkdirSync(each, { recursive: true });
  await baseline(source);
  const store = createObjectStore(join(root, 'store'));
  const other = createObjectStore(join(root, 'other-store'));
  const { tree: baselineTree } = await writeTree(store, source, { declared: [] });
  expect((await writeTree(other, source, { declared: [] })).tree).toBe(baselineTree);
  await checkoutTree(store, baselineTree, workspace);
  expect(snapshot(workspace)).toEqual(snapshot(source));

  await change(workspace);
  const captureOptions = { store, dir: workspace, baselineTree, declared: [], protectedPaths: [], ...options };
  const { patch, capture } = await capturePatch(captureOptions);
  const applied = await applyPatch({ store: other, baselineTree, patch, expectedTree: capture.tree });
  expect(applied).toEqual({ tree: capture.tree, repaired: false });
  await checkoutTree(other, applied.tree, result);
  expect(snapshot(result, isLeftOut)).toEqual(snapshot(workspace, isLeftOut));
  return { patch, capture, store, baselineTree, workspace, result, changed: capture.changed.map((each) => each.path) };
}

export const linesOf = (count: number, name = 'line'): string =>
  Array.from({ length: count }, (_, index) => `${name} ${index}\n`).join('');

export const bytes = (...parts: (string | number)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));

/** A small project: four files, one of them a program. */
export function plain(dir: string): void {
  put(dir, 'a.txt', linesOf(30));
  put(dir, 'src/b.js', 'let b;\n');
  put(dir, 'src/deep/c.js', 'let c;\n');
  put(dir, 'run.sh', '#!/bin/sh\n', 0o755);
}

/** Runs the user's git, as an agent would. */
export const git = (dir: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'init.defaultBranch=m', ...args], {
    cwd: dir,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
