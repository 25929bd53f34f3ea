import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { TurnClass } from '../../schema/index.ts';
import { cliDrivers } from '../agents.ts';
import { classify } from '../trajectory/classify.ts';
import type { TurnSink } from '../trajectory/trajectory-recorder.ts';
import type { CliDriver } from './driver.ts';

/** What the real programs printed while they played a rehearsal, one file for each program and end. */
const sample = (name: string): string[] =>
  readFileSync(new URL(`./samples/${name}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');

interface Heard {
  said: string[];
  calls: { id: string; tool: string; class: TurnClass }[];
  results: Map<string, string>;
}

function hear(driver: CliDriver, lines: readonly string[], exitCode: number | null) {
  const heard: Heard = { said: [], calls: [], results: new Map() };
  const sink: TurnSink = {
    say: (text) => void heard.said.push(text),
    call: (id, tool, args) => void heard.calls.push({ id, tool, class: classify(tool, args) }),
    result: (id, content) => void heard.results.set(id, content),
  };
  const reader = driver.reader(sink);
  for (const line of lines) reader.line(line);
  return { ...heard, end: reader.end(exitCode) };
}

test.each(cliDrivers.map((driver) => [driver.name, driver] as const))('%s: a round that went well', (name, driver) => {
  const { end, said, calls, results } = hear(driver, sample(name), 0);
  expect(end).toEqual({ agentEnd: 'finished', detail: '', session: expect.stringMatching(/\S{8,}/) });
  expect(calls.map((call) => call.class)).toEqual(['read', 'browser', 'edit', 'edit', 'browser']);
  expect(calls.map(({ id }) => results.has(id))).toEqual(calls.map(() => true));
  expect(results.get(calls[0]?.id ?? '')).toContain('index.html');
  expect(results.get(calls[1]?.id ?? '')).toContain('Counter Counter');
  expect(said.at(-1)).toContain('Rehearsed: the reference is applied');
});

test.each(cliDrivers.map((driver) => [driver.name, driver] as const))('%s: a key that was refused', (name, driver) => {
  const lines = sample(`${name}-refused`);
  // Whatever the program gives as its exit code: one of them ends with 0.
  for (const exitCode of [0, 1]) {
    const { end, calls } = hear(driver, lines, exitCode);
    expect(end.agentEnd).toBe('error');
    expect(end.detail).toMatch(/401|rehearsed/);
    expect(calls).toEqual([]);
  }
});

test.each(cliDrivers.map((driver) => [driver.name, driver] as const))(
  '%s: any line, and the end at any line',
  (name, driver) => {
    const lines = sample(name);
    const odd = [
      '',
      'null',
      '7',
      '[]',
      '{}',
      '{"type":7}',
      '{"type":"result"}',
      '{"type":"item.completed"}',
      'Warning: no JSON',
    ];
    expect(
      hear(
        driver,
        lines.flatMap((line) => [line, ...odd]),
        0,
      ).end.agentEnd,
    ).toBe('finished');
    for (const [index] of lines.entries()) {
      expect(hear(driver, lines.slice(0, index), null).end.agentEnd, `cut before line ${index + 1}`).toBe('error');
      expect(hear(driver, lines.slice(0, index), 0).end.agentEnd, `cut before line ${index + 1}`).toBe('error');
    }
  },
);

test.each(cliDrivers.map((driver) => [driver.name, driver] as const))(
  '%s: holds no key, names its endpoint, and asks for no search',
  (_, driver) => {
    const servers = [{ name: 'pages', command: ['/opt/tools/pages', '--headless'], env: { DEBUG: 'pages:*' } }];
    const settings = { home: '/home/agent/program', model: 'model-1', modelUrl: 'http://127.0.0.1:1', servers };
    const first = driver.command(settings, { n: 1, session: null });
    const again = driver.command(settings, { n: 2, session: 'session-1' });
    const said = JSON.stringify([driver.homeFiles(settings), first]);
    for (const part of ['pages', '/opt/tools/pages', '--headless', 'DEBUG', 'pages:*']) expect(said).toContain(part);
    expect(said).toContain('model-1');
    expect(said).toContain('http://127.0.0.1:1');
    expect(again.args).toContain('session-1');
    expect(first.args).not.toContain('session-1');
    for (const value of Object.entries(first.env).flatMap(([key, text]) => (/KEY$/.test(key) ? [text] : []))) {
      expect(value).toBe('none');
    }
  },
);
