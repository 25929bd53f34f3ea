import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyCache, useCache } from './cache-use.ts';
import { acquireLock } from './lock.ts';

let cache = '';
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'bugsweep-cache-'));
  vi.stubEnv('BUGSWEEP_CACHE', cache);
  mkdirSync(join(cache, 'packages'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(cache, { recursive: true, force: true });
});

test('a cache is emptied only when nobody uses it; many may', async () => {
  const uses = [useCache(), useCache()];
  await expect(emptyCache()).rejects.toThrow(`in use by process ${process.pid}`);
  uses[0]?.release();
  await expect(emptyCache()).rejects.toThrow('in use');
  expect(existsSync(join(cache, 'packages'))).toBe(true);
  uses[1]?.release();
  await emptyCache();
  expect(readdirSync(cache)).toEqual([]);
});

test('what a killed process has left holds nobody up', async () => {
  mkdirSync(join(cache, 'in-use'));
  writeFileSync(join(cache, 'in-use/1-dead'), JSON.stringify({ pid: 1, startTime: 'long ago' }));
  await emptyCache();
  expect(readdirSync(cache)).toEqual([]);
});

test('nobody takes a cache up that is being emptied', () => {
  const emptying = acquireLock(join(cache, 'emptying.lock'), 'the cache');
  expect(() => useCache()).toThrow('the cache is in use by process');
  emptying.release();
  useCache().release();
});
