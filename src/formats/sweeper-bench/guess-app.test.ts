import { expect, test } from 'vitest';
import { appManifestSchema } from '../../schema/index.ts';
import { guessApp, imageGuess, manifestOf } from './guess-app.ts';

const guess = (manifest: unknown, packageLock?: string) =>
  guessApp({ packageJson: manifest === undefined ? undefined : JSON.stringify(manifest), packageLock });

test.each([
  ['its start script', { scripts: { start: 'node s.js', dev: 'x' } }, ['npm', 'run', 'start']],
  ['its dev script', { scripts: { dev: 'x', build: 'y' } }, ['npm', 'run', 'dev']],
  ['what is built first', { scripts: { start: 'x', build: 'y' } }, ['sh', '-c', 'npm run build && npm start']],
])('is started by %s', (_, manifest, command) => {
  expect(guess(manifest)).toMatchObject({ command, dependencies: [] });
});

test('packages come from a lockfile, or are somebody’s to bring', () => {
  const manifest = { scripts: { start: 'x' }, dependencies: { a: '1' } };
  expect(guess(manifest, '{}')).toMatchObject({ dependencies: ['node_modules'], command: ['npm', 'run', 'start'] });
  expect(guess(manifest)).toMatchObject({ dependencies: [], warning: expect.stringContaining('package-lock.json') });
  expect(guess(manifest).command).toBeUndefined();
});

test.each([[undefined], [null], ['x'], [{}], [{ scripts: { start: 7 } }], [{ scripts: [] }]])(
  'nothing is made up of %o',
  (manifest) => {
    expect(guess(manifest)).toMatchObject({ warning: expect.any(String) });
    expect(guess(manifest).command).toBeUndefined();
  },
);

test('an image brings the packages, and how it is started', () => {
  const guess = imageGuess('p:1', { packageJson: '{}', packageLock: undefined });
  expect(appManifestSchema.parse(manifestOf('p', 13_200, guess))).toMatchObject({
    dependencies: ['node_modules'],
    server: { kind: 'image', image: 'p:1', workspace: '/workspace/product', containerPort: 3000, port: 13_200 },
  });
});
