import { expect, test } from 'vitest';
import { mini } from './mini.ts';
import type { MiniEvent } from './mini-protocol.ts';

const START: MiniEvent = { type: 'start', session: 'session-1', model: 'openai/m', tools: ['bash'] };
const end = (finished: boolean): MiniEvent => ({
  ...{ type: 'end', finished, steps: 3, usage: { inputTokens: 1, cachedTokens: 0, outputTokens: 1 } },
});

function endOf(events: readonly MiniEvent[], exitCode: number | null) {
  const reader = mini.reader({ say: () => undefined, call: () => undefined, result: () => undefined });
  for (const event of events) reader.line(JSON.stringify(event));
  return reader.end(exitCode);
}

test('a round is finished only if its last event and its exit code say so', () => {
  const session = 'session-1';
  expect(endOf([START, end(true)], 0)).toEqual({ agentEnd: 'finished', detail: '', session });
  expect(endOf([START, end(true)], 1).agentEnd).toBe('error');
  expect(endOf([START], 0).agentEnd).toBe('error');
  expect(
    endOf([START, { type: 'error', reason: 'steps', message: 'not finished after 1000 steps' }, end(false)], 1),
  ).toEqual({ agentEnd: 'error', detail: 'not finished after 1000 steps', session });
  expect(endOf([{ type: 'error', reason: 'servers', message: 'the server did not start' }], 1)).toEqual({
    ...{ agentEnd: 'error', detail: 'the server did not start', session: null },
  });
});
