import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { agentList, createAgent, isUnverified, takesFiles } from './agents.ts';

const cwd = mkdtempSync(join(tmpdir(), 'bugsweep-presets-'));
afterAll(() => rmSync(cwd, { recursive: true }));
mkdirSync(join(cwd, 'own/bin'), { recursive: true });
writeFileSync(join(cwd, 'own/bin/kimi'), '#!/bin/sh\n', { mode: 0o755 });

const preset = (name: string, model: string | null = 'rehearsal', files: string | null = 'own') =>
  createAgent({ name, argument: null, model, files }, cwd);

test('a preset is marked wherever agents are listed', () => {
  const names = ['cursor', 'kimi-code', 'mini-swe-agent'];
  for (const name of names) expect(agentList()).toContain(`${name} (unverified)`);
  expect([...names, 'codex', 'mini', 'command'].map(isUnverified)).toEqual([true, true, true, false, false, false]);
  expect(names.map(takesFiles)).toEqual([true, true, true]);
});

test('it brings a folder, asks a known provider, and needs its program there', () => {
  const agent = preset('kimi-code', 'kimi-k2');
  expect(agent.mounts()).toEqual([{ at: '/opt/agent', kind: 'read', from: join(cwd, 'own') }]);
  expect(agent.model).toEqual({ name: 'kimi-k2', provider: 'openai' });
  expect(() => preset('kimi-code').requireReady?.()).not.toThrow();
  expect(() => preset('mini-swe-agent').requireReady?.()).toThrow(
    'the program mini of mini-swe-agent is not where the sandbox can see it',
  );
  expect(() => preset('kimi-code', null)).toThrow('kimi-code needs a model');
  expect(() => preset('kimi-code', 'rehearsal:428')).toThrow('there is no rehearsal');
});

test('one that no endpoint of a model is enough for is refused', () => {
  expect(preset('cursor').model).toBeUndefined();
  expect(() => preset('cursor').requireReady?.()).toThrow('cursor cannot be used yet');
});
