import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Docker from 'dockerode';
import { afterAll, describe, expect, test } from 'vitest';
import { bugsweep, expectTrials, temporaryFolder } from './bugsweep.ts';
import { inContainers, testEngine } from './escape/docker-engine.ts';
import { makeRows } from './sweeper-rows.ts';
import { writeTinyApps } from './tiny-app.ts';

const engine = await testEngine();

describe.skipIf(engine === undefined)(inContainers('runs in containers, where an engine can be started'), () => {
  afterAll(() => engine?.stop());

  test('imported rows get their verdicts, the record says where, and no container is left', async () => {
    const cwd = temporaryFolder();
    const rows = makeRows(join(cwd, 'repositories'));
    writeFileSync(join(cwd, 'test.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const env = { DOCKER_HOST: engine?.host ?? '' };
    const imported = await bugsweep(['import', 'sweeper-bench', 'test.jsonl', '--out', 'sweeper'], { cwd });
    expect(imported.exitCode, imported.stderr).toBe(0);
    const words = ['run', '--suite', 'sweeper', '--agent', 'oracle,nop', '--attempts', '1', '--name', 'r', '--json'];
    const ended = await bugsweep([...words, '--environment', 'docker'], { cwd, env });
    expect(ended.exitCode, ended.stderr).toBe(0);
    const { trials } = JSON.parse(ended.stdout) as { trials: Record<string, string>[] };
    expectTrials(trials, ended.stderr).toHaveLength(6);
    for (const { agent, outcome, target, preservation } of trials) {
      expect({ outcome, target, preservation }, ended.stdout).toEqual({
        ...{ outcome: 'judged', target: agent === 'oracle' ? 'pass' : 'fail', preservation: 'pass' },
      });
    }
    expect(JSON.parse(readFileSync(join(cwd, 'runs/r/run.json'), 'utf8')).sandbox).toBe('docker');
    const docker = new Docker({ socketPath: env.DOCKER_HOST.replace('unix://', '') });
    expect(await docker.listContainers({ all: true, filters: { label: ['bugsweep.owner'] } })).toEqual([]);
  });

  test('an engine that does not answer is the caller’s to start; the two ways exclude each other', async () => {
    const cwd = temporaryFolder();
    writeTinyApps(cwd, [{ id: 'counter' }]);
    const run = (...flags: string[]) =>
      bugsweep(['run', '--suite', 'pages', '--agent', 'nop', '--attempts', '1', ...flags], {
        ...{ cwd, env: { DOCKER_HOST: `unix://${cwd}/no.sock` } },
      });
    const without = await run('--environment', 'docker');
    expect(without).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no container engine answers') });
    const both = await run('--environment', 'docker', '--unsafe-no-sandbox');
    expect(both).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('cannot be used with') });
  });
});
