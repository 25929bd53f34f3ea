import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { SdkProvider } from '../schema/index.ts';
import { type Connection, fetchBy } from './fetch-by.ts';

/** A model of a provider, asked at `url` (without `/v1`). The gateway there has the key. */
export function languageModel(
  provider: SdkProvider,
  name: string,
  url: string,
  connection: Connection = {},
): LanguageModelV3 {
  const settings = { apiKey: 'none', fetch: fetchBy(connection) };
  switch (provider) {
    case 'openai':
      return createOpenAI({ ...settings, baseURL: `${url}/v1` }).responses(name);
    case 'openai-compatible':
      return createOpenAICompatible({ ...settings, name: provider, baseURL: `${url}/v1` }).chatModel(name);
    case 'anthropic':
      return createAnthropic({ ...settings, baseURL: `${url}/v1` })(name);
    case 'google':
      return createGoogleGenerativeAI({ ...settings, baseURL: `${url}/v1beta` })(name);
  }
}
