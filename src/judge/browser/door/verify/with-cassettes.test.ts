import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanguageModelV3GenerateResult as Answer, LanguageModelV3CallOptions as Asked } from '@ai-sdk/provider';
import { expect, it, onTestFinished } from 'vitest';
import { NoCassette, withCassettes } from './with-cassettes.ts';

const answer = (text: string): Answer => ({
  ...{ content: [{ type: 'text', text }], finishReason: { unified: 'stop', raw: 'stop' }, warnings: [] },
  usage: {
    inputTokens: { total: 5, noCache: 5, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 2, text: 2, reasoning: 0 },
  },
});

function box() {
  const dir = mkdtempSync(join(tmpdir(), 'bugsweep-box-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  /** Asks `words`; the model would answer `says`. */
  const ask = async (words: string, says: string | undefined, { records = true, mark = 'feed' } = {}) => {
    const params: Asked = { prompt: [{ role: 'user', content: [{ type: 'text', text: words }] }] };
    const { wrapGenerate } = withCassettes({ dir, take: '1', records }, { sdk: 'openai', model: 'm', mark });
    const doGenerate = async () => {
      if (says === undefined) throw new Error('the model was asked');
      return answer(says);
    };
    const given = await wrapGenerate?.({ doGenerate, params } as unknown as Parameters<
      NonNullable<typeof wrapGenerate>
    >[0]);
    return given?.content;
  };
  return { dir, ask };
}

const text = (said: string) => [{ type: 'text', text: said }];

it('gives a recorded answer again, whatever the mark, and asks nobody', async () => {
  const { ask } = box();
  expect(await ask('<page feed>', 'one')).toEqual(text('one'));
  expect(await ask('<page beef>', undefined, { mark: 'beef' })).toEqual(text('one'));
  expect(await ask('<page beef>', undefined, { mark: 'beef', records: false })).toEqual(text('one'));
});

it('has no answer to another question', async () => {
  const { ask } = box();
  await ask('one', 'answer');
  await expect(ask('two', 'never asked', { records: false })).rejects.toThrow(NoCassette);
});

it('two checks that ask the same at once go on from one answer', async () => {
  const { dir, ask } = box();
  const given = await Promise.all([ask('same', 'one'), ask('same', 'two')]);
  expect(given[0]).toEqual(given[1]);
  expect(readdirSync(dir)).toHaveLength(1);
});

it.each(['', '{"schemaVersion": 1}', '[]'])('a file that holds no answer is none: %j', async (content) => {
  const { dir, ask } = box();
  await ask('one', 'answer');
  for (const name of readdirSync(dir)) writeFileSync(join(dir, name), content);
  await expect(ask('one', undefined)).rejects.toThrow(NoCassette);
});
