import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LanguageModelV3GenerateResult as Answer, LanguageModelV3Middleware } from '@ai-sdk/provider';
import {
  type Cassette,
  cassetteSchema,
  parseWith,
  SCHEMA_VERSION,
  type SdkProvider,
} from '../../../../schema/index.ts';
import { cassetteKey } from '../../../agentic/cassettes/index.ts';
import type { CassetteBox } from '../../protocol.ts';
import { noteReplayed } from '../check-log.ts';

/** There is no recorded answer to give, or none that can be read. */
export class NoCassette extends Error {
  override readonly name = 'NoCassette';
}

/**
 * Gives an answer that was recorded to the same question. Without one the model is asked, and its answer kept, if the box
 * takes new ones; else the question fails. What was recorded once is not asked again, so that a box never holds answers
 * that do not belong together.
 */
export function withCassettes(
  { dir, take, records }: CassetteBox,
  { sdk, model, mark }: { sdk: SdkProvider; model: string; mark: string },
): LanguageModelV3Middleware {
  return {
    specificationVersion: 'v3',
    wrapGenerate: async ({ doGenerate, params: { abortSignal: _signal, headers: _headers, ...asked } }) => {
      const key = cassetteKey({ sdk, model, take, asked }, { mark, now: new Date() });
      const path = join(dir, `${key}.json`);
      if (existsSync(path)) return replay(path);
      if (!records)
        throw new NoCassette(
          `no recorded answer to question ${key.slice(0, 12)} in ${dir}: what the page shows, or the test, has changed since; record anew`,
        );
      const answer = await doGenerate();
      const { content, finishReason, usage, providerMetadata } = answer;
      const kept = { content, finishReason, usage, providerMetadata };
      const cassette = { schemaVersion: SCHEMA_VERSION, sdk, model, take, answer: kept };
      // Another check may have asked the same meanwhile: what comes after has to follow from one answer.
      return keepFirst(path, JSON.stringify(cassette)) ? answer : answerIn(path);
    },
  };
}

/** False if there is one already. A file is there as a whole or not at all. */
function keepFirst(path: string, text: string): boolean {
  const own = `${path}.${randomUUID()}`;
  writeFileSync(own, text);
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own);
  }
}

function replay(path: string): Answer {
  const answer = answerIn(path);
  const { inputTokens, outputTokens } = answer.usage;
  noteReplayed({
    ...{ inputTokens: inputTokens.total ?? 0, cachedTokens: inputTokens.cacheRead ?? 0 },
    ...{ cacheWriteTokens: inputTokens.cacheWrite ?? 0, outputTokens: outputTokens.total ?? 0 },
    reasoningTokens: outputTokens.reasoning ?? 0,
  });
  return answer;
}

/** Its shape was the SDK's own when it was written. */
const answerIn = (path: string): Answer => ({ ...read(path).answer, warnings: [] }) as unknown as Answer;

function read(path: string): Cassette {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new NoCassette(`${path} is not JSON`);
  }
  const parsed = parseWith(cassetteSchema, value);
  if (parsed.ok) return parsed.value;
  throw new NoCassette(`${path} holds no answer: ${JSON.stringify(parsed.problems).slice(0, 500)}`);
}
