import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { agentNames, createAgent, rehearses, takesModel } from './agents.ts';

const cwd = mkdtempSync(join(tmpdir(), 'bugsweep-agents-'));
afterAll(() => rmSync(cwd, { recursive: true }));
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
    const model = takesModel(name) ? 'rehearsal' : null;
    const create = () => createAgent({ name, argument: examples[name] ?? null, model }, cwd);
    const agent = create();
    expect(agent.name).toBe(name);
    const version = await agent.version();
    expect(version).not.toBe('');
    expect(await create().version(), 'a version is stable').toBe(version);
    for (const mount of agent.mounts()) expect(mount.kind, 'an agent brings nothing writable').toBe('read');
  });
});

describe('createAgent', () => {
  it('names the nearest agent, and those that there are', () => {
    expect(() => createAgent({ name: 'orcale', argument: null }, cwd)).toThrow('there is no agent "orcale"');
    expect(() => createAgent({ name: 'patch', argument: null }, cwd)).toThrow('needs an argument');
    expect(() => createAgent({ name: 'codex', argument: null }, cwd)).toThrow('codex needs a model');
    expect(() => createAgent({ name: 'codex', argument: null, model: 'rehearsal:428' }, cwd)).toThrow(
      'there is no rehearsal "rehearsal:428"',
    );
    expect(() => createAgent({ name: 'patch', argument: 'none.diff' }, cwd)).toThrow('does not exist');
    expect(() => createAgent({ name: 'command', argument: '  ' }, cwd)).toThrow('needs a command line');
  });

  it('finds who runs a model in its name, where the agent can ask anybody', () => {
    const mini = (model: string) => createAgent({ name: 'mini', argument: null, model }, cwd).model;
    expect(mini('openai/gpt-5')).toEqual({ name: 'gpt-5', provider: 'openai' });
    expect(mini('openai-compatible/some/model')).toEqual({ name: 'some/model', provider: 'openai' });
    expect(mini('google/rehearsal:429')).toEqual({ name: 'rehearsal:429', provider: 'google' });
    expect(mini('rehearsal')).toEqual({ name: 'rehearsal', provider: 'openai' });
    expect(
      ['rehearsal', 'google/rehearsal:cut', 'google/gemini-2.5-pro'].map((model) => rehearses('mini', model)),
    ).toEqual([true, true, false]);
    expect(() => mini('anthropic/rehearsal:nothing')).toThrow('there is no rehearsal');
    for (const [model, hint] of [
      ['gpt-5', /^write openai\/gpt-5, openai-compatible\/gpt-5, /],
      ['anthropc/claude', /^did you mean anthropic\/claude\? /],
      ['openai/', /^write openai/],
    ] as const) {
      expect(() => mini(model), model).toThrow(
        expect.objectContaining({ code: 'no-provider', hint: expect.stringMatching(hint) }),
      );
    }
  });

  it('refuses an argument, or a model, that no agent would read', () => {
    for (const argument of ['foo', '']) {
      expect(() => createAgent({ name: 'oracle', argument }, cwd)).toThrow('takes no argument');
    }
    expect(agentNames().filter(takesModel)).toEqual([
      ...['command', 'cursor', 'kimi-code', 'mini-swe-agent'],
      ...['codex', 'claude-code', 'gemini-cli', 'qwen-code', 'opencode', 'mini'],
    ]);
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

describe('what a command agent brings into the pod', () => {
  const program = (argument: string, files: string | null = null) =>
    createAgent({ name: 'command', argument, files }, cwd);
  mkdirSync(join(cwd, 'own/deep'), { recursive: true });
  writeFileSync(join(cwd, 'own/agent.sh'), '#!/bin/sh\n');
  writeFileSync(join(cwd, 'own/deep/part.txt'), 'one');

  it('is its own file, and nothing that lies beside it', () => {
    const from = join(cwd, 'agent.sh');
    expect(program('./agent.sh').mounts()).toEqual([{ at: '/opt/agent/agent.sh', kind: 'read', from }]);
    expect(program('/bin/sh -c true').mounts()).toEqual([]);
    expect(program('node ./agent.sh').mounts()).toEqual([]);
    expect(() => program('./own')).toThrow('is not a program');
  });

  it('with a folder of files is that folder, in which the program lies', () => {
    const mounts = [{ at: '/opt/agent', kind: 'read', from: join(cwd, 'own') }];
    for (const argument of ['./own/agent.sh', 'node /opt/agent/agent.sh']) {
      expect(program(argument, 'own').mounts()).toEqual(mounts);
    }
    expect(() => program('./agent.sh', 'own/deep')).toThrow('does not lie in own/deep');
    expect(() => program('./agent.sh', 'nowhere')).toThrow('nowhere is not a folder');
    expect(() => program('./agent.sh', 'agent.sh')).toThrow('is not a folder');
  });

  it('says what the system has against a path', () => {
    symlinkSync('circle', join(cwd, 'circle'));
    for (const word of ['./circle', `./${'x'.repeat(300)}`, './agent.sh/below']) {
      for (const files of [null, 'own']) {
        expect(() => program(word, files), word).toThrow(expect.objectContaining({ code: 'bad-command' }));
      }
    }
  });

  it('makes its version, every file of it', async () => {
    const before = await program('./own/agent.sh', 'own').version();
    expect(await program('./own/agent.sh').version()).not.toBe(before);
    writeFileSync(join(cwd, 'own/deep/part.txt'), 'two');
    expect(await program('./own/agent.sh', 'own').version()).not.toBe(before);
  });
});
