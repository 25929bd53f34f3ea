import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { languageModel } from '../../language-model/index.ts';
import { type Script, startRehearsal } from '../../model/index.ts';
import { sdkProviders } from '../../schema/index.ts';
import { type MiniEvent, miniEventSchema } from '../cli/mini-protocol.ts';
import { bashTool } from './bash-tool.ts';
import { openConversation } from './conversation-file.ts';
import { playRound } from './play-round.ts';

const SCRIPT: Script = {
  rounds: [
    {
      prompt: 'Mend the page.',
      moves: [
        { kind: 'shell', command: 'echo one > page.txt' },
        { kind: 'shell', command: 'cat page.txt; exit 3' },
      ],
      lastWords: 'Mended.',
    },
    { prompt: 'And once more.', moves: [], lastWords: 'Nothing was left.' },
  ],
};

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'bugsweep-mini-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

/** Plays rounds against a scripted model, each with what an earlier one has stored. */
async function play(provider: (typeof sdkProviders)[number], script: Script, prompts: string[], maxSteps?: number) {
  const dir = folder();
  const server = await startRehearsal(script);
  onTestFinished(() => server.close());
  const events: MiniEvent[] = [];
  const finished: boolean[] = [];
  for (const [index, prompt] of prompts.entries()) {
    finished.push(
      await playRound({
        ...{ model: languageModel(provider, 'rehearsal', server.url), provider, system: 'You mend pages.', prompt },
        conversation: openConversation(dir, 'session-1', { resumed: index > 0 }),
        tools: { bash: bashTool(dir) },
        tell: (event) => void events.push(miniEventSchema.parse(event)),
        ...(maxSteps === undefined ? {} : { maxSteps }),
      }),
    );
  }
  return { dir, events, finished, of: (type: MiniEvent['type']) => events.filter((event) => event.type === type) };
}

test.each(sdkProviders)('%s: two rounds in one conversation', async (provider) => {
  const { dir, finished, of } = await play(provider, SCRIPT, ['Mend the page.', 'And once more.']);
  expect(of('error')).toEqual([]);
  expect(finished).toEqual([true, true]);
  expect(of('text')).toEqual([
    { type: 'text', text: 'Mended.' },
    { type: 'text', text: 'Nothing was left.' },
  ]);
  expect(of('call')).toMatchObject([
    { tool: 'bash', arguments: { command: 'echo one > page.txt' } },
    { tool: 'bash', arguments: { command: 'cat page.txt; exit 3' } },
  ]);
  expect(of('result')).toMatchObject([{ output: '[exit code 0]' }, { output: 'one\n[exit code 3]' }]);
  expect(of('end')).toMatchObject([
    { finished: true, steps: 3 },
    { finished: true, steps: 1 },
  ]);
  for (const end of of('end')) expect(end).toMatchObject({ usage: { inputTokens: expect.any(Number) } });
  // One message of the first round's prompt, each step's own, and the same for the second.
  const stored = readFileSync(join(dir, 'conversation-session-1.jsonl'), 'utf8').trim().split('\n');
  const roles = stored.map((line) => JSON.parse(line).map(({ role }: { role: string }) => role));
  expect(roles).toEqual([
    ...[['user'], ['assistant', 'tool'], ['assistant', 'tool'], ['assistant']],
    ...[['user'], ['assistant']],
  ]);
});

test.each([
  { kind: 'refuse', status: 500, times: 1 },
  { kind: 'refuse', status: 429, retryAfterSeconds: 1, times: 1 },
  { kind: 'cut', times: 1 },
  { kind: 'garbage', times: 1 },
] as const)('a fault that passes is waited for: $kind $status', async (fault) => {
  const { events, finished, of } = await play('openai', { ...SCRIPT, fault }, ['Mend the page.']);
  expect(finished, JSON.stringify(events)).toEqual([true]);
  // No command ran twice.
  expect(of('call')).toHaveLength(2);
});

test.each(sdkProviders)('%s: a key that is refused ends the round', async (provider) => {
  const fault = { kind: 'refuse', status: 401, times: 99 } as const;
  const { finished, of } = await play(provider, { ...SCRIPT, fault }, ['Mend the page.']);
  expect(finished).toEqual([false]);
  expect(of('error')).toEqual([
    { type: 'error', reason: 'model', message: expect.stringMatching(/^status 401: .*rehearsed/) },
  ]);
  expect(of('end')).toMatchObject([{ finished: false, steps: 0 }]);
});

test('a model that goes in circles is stopped by its steps', async () => {
  const { finished, of } = await play('openai', { ...SCRIPT, fault: { kind: 'endless' } }, ['Mend the page.'], 4);
  expect(finished).toEqual([false]);
  expect(of('error')).toMatchObject([{ reason: 'steps', message: expect.stringContaining('4 steps') }]);
  expect(of('result')).toHaveLength(4);
});
