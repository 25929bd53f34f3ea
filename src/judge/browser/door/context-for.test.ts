import { expect, test } from 'vitest';
import type { SetUp } from '../../../schema/index.ts';
import { contextFor } from './context-for.ts';

const app = { url: 'http://127.0.0.1:4000/x' };

test('nothing is asked for: a context like any other', () => {
  expect(contextFor(app, {})).toEqual({});
  expect(contextFor(app, { setup: [{ setLocalStorage: { a: 'b' } }, { clearLocalStorage: true }] })).toEqual({});
});

test('what is stored when a test begins, and a viewport', () => {
  const setup: SetUp[] = [
    { setLocalStorage: { gone: 'x' } },
    { clearLocalStorage: true },
    { setLocalStorage: { a: '1', ['__proto__']: 'p' } },
    { setLocalStorage: { a: '2' } },
  ];
  const localStorage = [
    { name: 'a', value: '2' },
    { name: '__proto__', value: 'p' },
  ];
  expect(contextFor(app, { setup, viewport: { width: 300, height: 200 } })).toEqual({
    viewport: { width: 300, height: 200 },
    storageState: { cookies: [], origins: [{ origin: 'http://127.0.0.1:4000', localStorage }] },
  });
});
