import { UserError } from '../errors.ts';
import { gemini } from './protocols/gemini.ts';
import { messages } from './protocols/messages.ts';
import { chat, responses } from './protocols/openai.ts';
import type { Protocol } from './protocols/protocol.ts';

export type ProviderName = 'openai' | 'anthropic' | 'google';

/** Who runs a model: where it is reached, in which protocols, and how a request shows its key. */
export interface Provider {
  name: ProviderName;
  /** Origin and path before `/v1…`, without a slash at its end. */
  baseUrl: string;
  protocols: readonly Protocol[];
  key: string;
  /** Headers that carry the key. */
  headersFor(key: string): Record<string, string>;
}

interface KnownProvider extends Omit<Provider, 'key' | 'baseUrl'> {
  publicUrl: string;
  /** Variables that hold the key, the first one set counts; and the one that names another endpoint. */
  keyVariables: readonly string[];
  urlVariable: string;
}

const known: Readonly<Record<ProviderName, KnownProvider>> = {
  openai: {
    name: 'openai',
    publicUrl: 'https://api.openai.com',
    keyVariables: ['OPENAI_API_KEY'],
    urlVariable: 'OPENAI_BASE_URL',
    protocols: [responses, chat],
    headersFor: (key) => ({ authorization: `Bearer ${key}` }),
  },
  anthropic: {
    name: 'anthropic',
    publicUrl: 'https://api.anthropic.com',
    keyVariables: ['ANTHROPIC_API_KEY'],
    urlVariable: 'ANTHROPIC_BASE_URL',
    protocols: [messages],
    headersFor: (key) => ({ 'x-api-key': key }),
  },
  google: {
    name: 'google',
    publicUrl: 'https://generativelanguage.googleapis.com',
    keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    urlVariable: 'GOOGLE_GEMINI_BASE_URL',
    protocols: [gemini],
    headersFor: (key) => ({ 'x-goog-api-key': key }),
  },
};

/**
 * The provider of this name with the user's key and, if the user named one, another endpoint (any that speaks the same
 * protocol). @throws UserError `no-key`, `bad-endpoint`
 */
export function findProvider(name: ProviderName, env: Readonly<Record<string, string | undefined>>): Provider {
  const { publicUrl: _public, keyVariables, urlVariable: _variable, ...provider } = known[name];
  // Keys that are pasted come with a line's end.
  const key = keyVariables
    .map((variable) => env[variable]?.trim())
    .find((value) => value !== undefined && value !== '');
  if (key === undefined) {
    throw new UserError(
      'no-key',
      `there is no key for ${name}: ${keyVariables.join(' or ')} is not set`,
      `set ${keyVariables[0]} to an API key; the login of a subscription cannot be used, since agents never hold a key`,
    );
  }
  return { ...provider, key, baseUrl: endpointOf(name, env) };
}

/** Where a provider is reached, with or without a key. @throws UserError `bad-endpoint` */
export function endpointOf(name: ProviderName, env: Readonly<Record<string, string | undefined>>): string {
  const { publicUrl, urlVariable } = known[name];
  return endpoint(env[urlVariable], urlVariable) ?? publicUrl;
}

/** True for the variables that hold the users' keys. */
export const isModelKey = (variable: string): boolean =>
  Object.values(known).some(({ keyVariables }) => keyVariables.includes(variable));

/** An endpoint as users write it: with or without `/v1`, which the protocols' own paths bring. */
function endpoint(given: string | undefined, variable: string): string | undefined {
  if (given === undefined || given === '') return undefined;
  const url = URL.parse(given);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.search !== '') {
    throw new UserError('bad-endpoint', `${variable} is no address of an endpoint: ${given}`, 'write https://host/v1');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/v1(beta)?$/, '');
}
