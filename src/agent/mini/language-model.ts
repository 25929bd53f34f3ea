import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV3 } from '@ai-sdk/provider';
import { Agent, fetch as undiciFetch } from 'undici';
import type { MiniProvider } from '../cli/mini-protocol.ts';

/** The gateway's and the harness's patience is the one that counts: a model may think for as long as it likes. */
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
const fetch = ((input: string, init: object) =>
  undiciFetch(input, { ...init, dispatcher: patient })) as unknown as typeof globalThis.fetch;

/** A model of a provider, asked at `url` (without `/v1`). The gateway there has the key. */
export function languageModel(provider: MiniProvider, name: string, url: string): LanguageModelV3 {
  const settings = { apiKey: 'none', fetch };
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
