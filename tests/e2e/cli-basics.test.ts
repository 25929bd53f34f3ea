import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { bugsweep, temporaryFolder, writeFiles } from './bugsweep.ts';
import { writeSmallSuite } from './small-suite.ts';

let cwd = '';
beforeEach(() => {
  cwd = temporaryFolder();
});
const run = (...words: string[]) => bugsweep(words, { cwd });

describe('words that are wrong', () => {
  test('no command: help and exit code 2', async () => {
    const { exitCode, stdout, stderr } = await run();
    expect(exitCode).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('Commands:');
    expect(stderr).toContain('a command is missing');
  });

  test('an unknown command is answered with the nearest one', async () => {
    const { exitCode, stdout, stderr } = await run('taks');
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatchInlineSnapshot(`
      "bugsweep: unknown command 'taks'
      did you mean tasks?
      "
    `);
  });

  test('an unknown option is answered with the nearest one', async () => {
    const { exitCode, stderr } = await run('tasks', '--sute', 'x');
    expect(exitCode).toBe(2);
    expect(stderr).toMatchInlineSnapshot(`
      "bugsweep: unknown option '--sute'
      did you mean --suite?
      "
    `);
  });

  test('with --json the error is on standard output too, as JSON', async () => {
    const { exitCode, stdout, stderr } = await run('show', 'no-such-task', '--suite', 'nowhere', '--json');
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      schemaVersion: 1,
      error: {
        code: 'no-suite',
        message: 'there is no suite, list or folder "nowhere"',
        hint: expect.stringContaining('known: '),
      },
    });
    expect(stderr).not.toContain('    at ');
    expect(JSON.parse((await run('tasks', '--nope', '--json')).stdout).error.message).toBe("unknown option '--nope'");
  });

  test('help and version are no errors', async () => {
    expect(await run('--version')).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    const help = await run('tasks', '--help');
    expect(help).toMatchObject({ exitCode: 0, stderr: '' });
    expect(help.stdout).toContain('--json');
    for (const command of ['run', 'show']) {
      const flat = (await run(command, '--help')).stdout.replace(/\s+/g, ' ');
      const level = /--level .*? (?=-[-\w])/.exec(flat)?.[0] ?? '';
      expect(level.match(/default/g), level).toHaveLength(1);
    }
  });
});

describe('a suite that is wrong', () => {
  test('all problems at once, with file and line or key', async () => {
    writeSmallSuite(cwd);
    const toml = readFileSync(join(cwd, 'small/lost-note/task.toml'), 'utf8');
    writeFiles(cwd, {
      'small/lost-note/task.toml': toml
        .replace('group = "classic"', 'gruop = "classic"')
        .replace('kind = "bug"', 'kind = "bugs"'),
      'small/dark-mode/instruction-3.md': 'One too many.\n',
      'small/broken/task.toml': 'schemaVersion = 1\nid = "broken\n',
      'small/empty/readme.md': '',
    });
    const { exitCode, stdout, stderr } = await run('tasks', '--suite', 'small');
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatchInlineSnapshot(`
      "bugsweep: small has 6 problems:
        small/broken/task.toml:2: is not TOML: control characters are not allowed in strings
        small/dark-mode/instruction-3.md: is more than the 2 round(s) of task.toml
        small/empty/task.toml: is missing
        small/lost-note/task.toml: group is missing
        small/lost-note/task.toml:5: gruop is not a known key; did you mean \`group\`?
        small/lost-note/task.toml:8: kind must be one of bug, feature, refactor, qa, not "bugs"; did you mean bug?
      correct these and try again; nothing was run
      "
    `);
  });

  test('a name that is not there: what is known, and the nearest', async () => {
    writeSmallSuite(cwd);
    expect((await run('show', 'lost-nose', '--suite', 'small')).stderr).toContain('did you mean lost-note?');
    expect((await run('show', 'nope', '--suite', 'small')).stderr).toContain('known: dark-mode, lost-note');
    expect((await run('tasks', '--suite', 'small', '--task', 'nope')).stderr).toContain('known: dark-mode, lost-note');
    expect((await run('tasks', '--suite', 'small', '--task', 'dark-mod')).stderr).toContain('did you mean dark-mode?');
    expect((await run('tasks', '--suite', 'small', '--group', 'clasic')).stderr).toContain('did you mean classic?');
  });
});

describe('tasks', () => {
  test('a table, filtered', async () => {
    writeSmallSuite(cwd);
    const all = await run('tasks', '--suite', 'small');
    expect(all).toMatchObject({ exitCode: 0, stderr: '' });
    expect(all.stdout).toMatchInlineSnapshot(`
      "task       kind     group    category  runs  rounds  levels                actions    title
      dark-mode  feature  classic  async        3       2  ticket                look       Title of dark-mode
      lost-note  bug      classic  async        1       1  ticket open detailed  read drag  Title of lost-note
      "
    `);
    const ids = async (...flags: string[]) => {
      const { stdout } = await run('tasks', '--suite', 'small', '--json', ...flags);
      return JSON.parse(stdout).tasks.map(({ id }: { id: string }) => id);
    };
    expect(await ids('--kind', 'feature')).toEqual(['dark-mode']);
    expect(await ids('--action', 'drag')).toEqual(['lost-note']);
    expect(await ids('--task', '*-mode', '--task', 'small/lost-note')).toEqual(['dark-mode', 'lost-note']);
    expect(await ids('--kind', 'refactor')).toEqual([]);
  });

  test('as JSON', async () => {
    writeSmallSuite(cwd);
    const { stdout } = await run('tasks', '--suite', 'small', '--task', 'lost-note', '--json');
    expect(JSON.parse(stdout)).toEqual({
      schemaVersion: 1,
      tasks: [
        {
          ...{ id: 'lost-note', suite: 'small', title: 'Title of lost-note', summary: 'Summary of lost-note' },
          ...{ group: 'classic', kind: 'bug', category: 'async', actions: ['read', 'drag'], runs: 1, rounds: 1 },
          ...{ area: 'notes', levels: ['ticket', 'open', 'detailed'] },
        },
      ],
    });
  });

  test('without --suite: every suite that comes with bugsweep', async () => {
    const { exitCode, stdout } = await run('tasks', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).tasks.length).toBeGreaterThan(0);
  });

  test('a reader that has read enough ends it quietly', async () => {
    writeSmallSuite(cwd);
    const program = join(import.meta.dirname, '../../bin/bugsweep.mjs');
    const line = `${process.execPath} ${program} export jsonl --suite small | true; echo done`;
    const { stdout, stderr } = spawnSync('sh', ['-c', line], { cwd, encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: 'done\n', stderr: '' });
  });
});

describe('show', () => {
  test('exactly what the agent reads, with the address of the app', async () => {
    writeSmallSuite(cwd);
    const { exitCode, stdout, stderr } = await run('show', 'lost-note', '--suite', 'small');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('http://127.0.0.1:3000');
    expect(stdout).toContain('\n\nNotes get lost.\n\n');
    const answer = JSON.parse((await run('show', 'small/lost-note', '--suite', 'small', '--json')).stdout);
    expect(answer).toEqual({ schemaVersion: 1, task: 'lost-note', suite: 'small', level: 'ticket', prompts: [stdout] });
  });

  test('every level that the task has, by the path of its folder too', async () => {
    writeSmallSuite(cwd);
    expect((await run('show', 'small/lost-note', '--level', 'open')).stdout).toContain('in the area of notes');
    expect((await run('show', './small/lost-note', '--level', 'detailed')).stdout).toContain('is not stored');
    const none = await run('show', 'small/dark-mode', '--level', 'open');
    expect(none).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('it has: ticket') });
  });

  test('all rounds', async () => {
    writeSmallSuite(cwd);
    const { stdout } = await run('show', 'dark-mode', '--suite', 'small');
    expect(stdout).toMatch(/We want it dark\.[\s\S]+\n--- round 2 of 2 ---\n\nDarker\./);
  });
});

describe('new task', () => {
  test('makes a task and its suite, which load at once', async () => {
    const made = await run('new', 'task', 'my-suite/lost-note');
    expect(made.exitCode).toBe(0);
    expect(made.stdout).toMatchInlineSnapshot(`
      "made my-suite/lost-note:
        my-suite/lost-note/task.toml
        my-suite/lost-note/instruction.md
        my-suite/lost-note/environment/README.md
        my-suite/lost-note/solution/analysis.md
        my-suite/lost-note/tests/judge.spec.ts
        my-suite/suite.toml
      "
    `);
    for (const kind of ['feature', 'refactor', 'qa']) {
      expect(await run('new', 'task', `my-suite/a-${kind}`, '--kind', kind)).toMatchObject({ exitCode: 0 });
    }
    expect(JSON.parse((await run('tasks', '--suite', 'my-suite', '--json')).stdout).tasks).toHaveLength(4);
    expect(readFileSync(join(cwd, 'my-suite/lost-note/tests/judge.spec.ts'), 'utf8')).toMatch(
      /@control[\s\S]+@target[\s\S]+@preservation/,
    );
  });

  test('never overwrites, and takes only good names', async () => {
    await run('new', 'task', 'my-suite/lost-note');
    writeFiles(cwd, { 'my-suite/lost-note/instruction.md': 'Mine.\n' });
    const again = await run('new', 'task', 'my-suite/lost-note', '--json');
    expect(again.exitCode).toBe(2);
    expect(JSON.parse(again.stdout).error.code).toBe('exists');
    expect(readFileSync(join(cwd, 'my-suite/lost-note/instruction.md'), 'utf8')).toBe('Mine.\n');
    expect((await run('new', 'task', 'my-suite/Lost_Note')).stderr).toContain('small letters');
    expect(await run('new', 'task', 'my-suite/x', '--app', 'no-such-app')).toMatchObject({ exitCode: 2 });
  });
});

test('export jsonl: one object a task, with the prompts of every level', async () => {
  writeSmallSuite(cwd);
  const { exitCode, stdout, stderr } = await run('export', 'jsonl', '--suite', 'small');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows.map(({ id, levels }) => ({ id, levels }))).toEqual([
    { id: 'dark-mode', levels: ['ticket'] },
    { id: 'lost-note', levels: ['ticket', 'open', 'detailed'] },
  ]);
  expect(rows[0].prompts.ticket).toHaveLength(2);
  expect(Object.keys(rows[1].prompts)).toEqual(['ticket', 'open', 'detailed']);
  expect(JSON.parse((await run('export', 'jsonl', '--suite', 'small', '--json')).stdout).tasks).toEqual(rows);
});

describe('nothing selected', () => {
  test('is an error that says what was asked for, in every command that would work on it', async () => {
    writeSmallSuite(cwd);
    for (const words of [['run', '--agent', 'nop'], ['validate'], ['export', 'jsonl']]) {
      const { exitCode, stdout, stderr } = await run(...words, '--suite', 'small', '--kind', 'qa', '--task', '*');
      expect({ exitCode, stdout }, words[0]).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toContain('no task matches --kind qa --task *');
      expect(stderr).toContain('bugsweep tasks');
    }
    expect(existsSync(join(cwd, 'runs'))).toBe(false);
    expect(await run('tasks', '--suite', 'small', '--kind', 'qa')).toMatchObject({ exitCode: 0 });
  });

  test('a level that no task has, and phases with nothing to judge, are errors of their own', async () => {
    writeSmallSuite(cwd);
    const level = await run('run', '--suite', 'small', '--task', 'dark-mode', '--agent', 'nop', '--level', 'open');
    expect(level).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('no chosen task has a prompt of level open'),
    });
    const phases = await run('validate', 'small', '--task', 'dark-mode', '--phases', 'alternative');
    expect(phases).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('nothing to judge') });
  });

  test('--category alone picks what it names', async () => {
    writeSmallSuite(cwd);
    const toml = readFileSync(join(cwd, 'small/dark-mode/task.toml'), 'utf8');
    writeFiles(cwd, { 'small/dark-mode/task.toml': toml.replace('category = "async"', 'category = "looks"') });
    const { stdout } = await run('tasks', '--suite', 'small', '--category', 'looks', '--json');
    expect(JSON.parse(stdout).tasks.map(({ id }: { id: string }) => id)).toEqual(['dark-mode']);
  });
});
