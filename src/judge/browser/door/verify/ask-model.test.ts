import { tool } from 'ai';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { languageModel } from '../../../../language-model/index.ts';
import { type Script, startRehearsal } from '../../../../model/index.ts';
import { AnswerSheet } from '../../../agentic/answers/index.ts';
import { askModel } from './ask-model.ts';

async function ask(script: Script, more: { signal?: AbortSignal; maxAnswers?: number; maxTokens?: number } = {}) {
  const server = await startRehearsal(script);
  onTestFinished(() => server.close());
  let looks = 0;
  const execute = async () => {
    looks += 1;
    return 'a page';
  };
  const look = tool({ inputSchema: z.object({}), execute });
  const trouble = await askModel({
    ...{ model: languageModel('openai', 'rehearsal', server.url), sdk: 'openai', system: 'You look.', prompt: 'Look.' },
    ...{ tools: { look }, sheet: new AnswerSheet(1), signal: new AbortController().signal },
    ...{ maxAnswers: 5, maxTokens: 1_000_000, ...more },
  });
  return { trouble, looks };
}

const looking: Script = {
  rounds: [],
  answer: ({ tools: [first] }) => ({ kind: 'tool', tool: first ?? { name: '' }, arguments: {} }),
};

it('ends a model that goes in circles', async () => {
  expect(await ask(looking)).toMatchObject({ trouble: { code: 'model-budget' }, looks: 5 });
});

it('ends a model that has used its tokens', async () => {
  const { trouble, looks } = await ask(looking, { maxTokens: 300 });
  expect(trouble?.code).toBe('model-budget');
  expect(looks).toBeLessThan(5);
});

it('reminds a model that only talks, and then ends it', async () => {
  const asked: number[] = [];
  const script: Script = {
    rounds: [],
    answer: ({ entries }) => {
      asked.push(entries.filter(({ role }) => role === 'user').length);
      return { kind: 'text', text: 'I would look.' };
    },
  };
  expect((await ask(script)).trouble?.code).toBe('model-answer');
  expect(asked).toEqual([1, 2, 3]);
});

it('does not wait for a model that is silent once its time is up', async () => {
  const ending = new AbortController();
  const script: Script = {
    ...{ rounds: [], fault: { kind: 'silent', times: 1 } },
    answer: () => {
      ending.abort(new Error('time is up'));
      return { kind: 'text', text: '' };
    },
  };
  await expect(ask(script, { signal: ending.signal })).rejects.toThrow('time is up');
});
