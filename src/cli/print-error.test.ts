import { expect, test } from 'vitest';
import { InfraError, TaskError, UserError } from '../errors.ts';
import { writtenStreams } from '../report/written-streams.fixture.ts';
import type { CliContext } from './context.ts';
import { printError } from './print-error.ts';

function print(error: unknown, json = false) {
  const { streams, written } = writtenStreams();
  const context = { stdout: streams.out, stderr: streams.err } as unknown as CliContext;
  return { exitCode: printError(error, context, json), ...written };
}

test('what the caller did wrong: message and hint, no stack', () => {
  expect(print(new UserError('no-task', 'there is no task "x"', 'did you mean y?'))).toEqual({
    exitCode: 2,
    out: '',
    err: 'bugsweep: there is no task "x"\ndid you mean y?\n',
  });
  expect(print(new TaskError('bad-app', 'app.toml is wrong')).exitCode).toBe(2);
});

test('what the machine did wrong: why, last lines, log, hint', () => {
  const output = Array.from({ length: 20 }, (_, n) => `line ${n + 1}`).join('\n');
  const cause = new Error('spawn git ENOENT', { cause: new Error('no such file') });
  const error = new InfraError('git-failed', 'git failed', { output, cause, logPath: '/tmp/log', hint: 'install git' });
  const { exitCode, err } = print(error);
  expect(exitCode).toBe(3);
  expect(err).toMatchInlineSnapshot(`
    "bugsweep: git failed
    because: spawn git ENOENT
    because: no such file
      line 11
      line 12
      line 13
      line 14
      line 15
      line 16
      line 17
      line 18
      line 19
      line 20
    full log: /tmp/log
    install git
    "
  `);
});

test('anything else is a bug: stack and a request to report it', () => {
  const { exitCode, err } = print(new TypeError('x is not a function'));
  expect(exitCode).toBe(70);
  expect(err).toMatch(/^bugsweep: TypeError: x is not a function\n {4}at [\s\S]+please report it/);
  expect(print('a string')).toMatchObject({ exitCode: 70, err: expect.stringContaining('a string') });
});

test('--json: the error on standard output, a hint that is missing as null', () => {
  expect(JSON.parse(print(new UserError('no-task', 'no task'), true).out)).toEqual({
    schemaVersion: 1,
    error: { code: 'no-task', message: 'no task', hint: null },
  });
});
