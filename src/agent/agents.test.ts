import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentNames, createAgent } from './agents.ts';

const cwd = mkdtempSync(join(tmpdir(), 'bugsweep-agents-'));
writeFileSync(join(cwd, 'fix.diff'), 'diff\n');
writeFileSync(join(cwd, 'agent.sh'), '#!/bin/sh\n');
const examples: Record<string, string | null> = {
  nop: null,
  oracle: null,
  patch: 'fix.diff',
  command: './agent.sh {promptFile}',
};

describe('every built-in agent', () => {
  it.each(agentNames())('%s keeps to the contract', async (name) => {
    const agent = createAgent({ name, argument: examples[name] ?? null }, cwd);
    expect(agent.name).toBe(name);
    const version = await agent.version();
    expect(version).not.toBe('');
    expect(await createAgent({ name, argument: examples[name] ?? null }, cwd).version(), 'a version is stable').toBe(
      version,
    );
    for (const mount of agent.mounts()) expect(mount.kind, 'an agent brings nothing writable').toBe('read');
  });
});

describe('createAgent', () => {
  it('names the nearest agent, and those that there are', () => {
    expect(() => createAgent({ name: 'orcale', argument: null }, cwd)).toThrow('there is no agent "orcale"');
    expect(() => createAgent({ name: 'patch', argument: null }, cwd)).toThrow('needs an argument');
    expect(() => createAgent({ name: 'patch', argument: 'none.diff' }, cwd)).toThrow('does not exist');
    expect(() => createAgent({ name: 'command', argument: '  ' }, cwd)).toThrow('needs a command line');
  });

  it('takes another content of a patch or program for another version', async () => {
    const of = (argument: string, name = 'command') => createAgent({ name, argument }, cwd).version();
    const before = [await of('./agent.sh'), await of('fix.diff', 'patch')];
    writeFileSync(join(cwd, 'agent.sh'), '#!/bin/sh\necho other\n');
    writeFileSync(join(cwd, 'fix.diff'), 'another\n');
    expect(await of('./agent.sh')).not.toBe(before[0]);
    expect(await of('fix.diff', 'patch')).not.toBe(before[1]);
  });
});
