import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bugsweep, temporaryFolder } from './bugsweep.ts';
import { writeTinyApps } from './tiny-app.ts';

it('traces of what failed are kept, and of what passed only where they are asked for', async () => {
  const cwd = temporaryFolder();
  const suite = writeTinyApps(cwd, [{ id: 'counter' }]);
  const traces = (run: string) => {
    const { trials } = JSON.parse(readFileSync(join(cwd, 'runs', run, 'run.json'), 'utf8'));
    return trials.map(({ dir, id }: { dir: string; id: { agent: string } }) => {
      const names = readdirSync(join(cwd, 'runs', run, dir, 'judge'), { recursive: true, encoding: 'utf8' });
      expect(names.some((name) => name.endsWith('checks.json'))).toBe(true);
      return [id.agent, names.some((name) => name.endsWith('.zip'))];
    });
  };
  const words = ['run', '--suite', suite, '--agent', 'oracle,nop'];
  expect(await bugsweep([...words, '--name', 'usual'], { cwd })).toMatchObject({ exitCode: 0 });
  expect(traces('usual')).toEqual([
    ['oracle', false],
    ['nop', true],
  ]);
  expect(await bugsweep([...words, '--keep-traces', '--name', 'all'], { cwd })).toMatchObject({ exitCode: 0 });
  expect(traces('all')).toEqual([
    ['oracle', true],
    ['nop', true],
  ]);
});
