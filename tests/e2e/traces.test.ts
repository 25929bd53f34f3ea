import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bugsweep, temporaryFolder } from './bugsweep.ts';
import { writeTinyApps } from './tiny-app.ts';

it('traces of what failed are kept, and none of what passed', async () => {
  const cwd = temporaryFolder();
  const suite = writeTinyApps(cwd, [{ id: 'counter' }]);
  const traces = () => {
    const { trials } = JSON.parse(readFileSync(join(cwd, 'runs/usual', 'run.json'), 'utf8'));
    return trials.map(({ dir, id }: { dir: string; id: { agent: string } }) => {
      const names = readdirSync(join(cwd, 'runs/usual', dir, 'judge'), { recursive: true, encoding: 'utf8' });
      expect(names.some((name) => name.endsWith('checks.json'))).toBe(true);
      return [id.agent, names.some((name) => name.endsWith('.zip'))];
    });
  };
  const words = ['run', '--suite', suite, '--agent', 'oracle,nop'];
  expect(await bugsweep([...words, '--name', 'usual'], { cwd })).toMatchObject({ exitCode: 0 });
  expect(traces()).toEqual([
    ['oracle', false],
    ['nop', true],
  ]);
});
