import { UserError } from '../errors.ts';
import { nearest, type SdkProvider } from '../schema/index.ts';
import type { ProviderName } from './provider.ts';
import { isRehearsed } from './rehearsal/rehearsed-model.ts';

/** Any endpoint that speaks Chat Completions is reached where the user has said that OpenAI is. */
const providers: Readonly<Record<SdkProvider, ProviderName>> = {
  ...{ openai: 'openai', 'openai-compatible': 'openai', anthropic: 'anthropic', google: 'google' },
};

/** Whom bugsweep's own programs ask for a model: who runs it, whose protocol is spoken, the model's name there. */
export interface Route {
  provider: ProviderName;
  sdk: SdkProvider;
  model: string;
}

/** `openai/gpt-5`, `openai-compatible/some/model`, `anthropic/rehearsal:429`; a bare rehearsal is OpenAI's. @throws UserError `no-provider` */
export function routeOf(named: string): Route {
  const slash = named.indexOf('/');
  if (slash === -1 && isRehearsed(named)) return routeOf(`openai/${named}`);
  const prefix = named.slice(0, Math.max(slash, 0));
  const model = named.slice(slash + 1);
  const known = Object.keys(providers) as SdkProvider[];
  const sdk = known.find((each) => each === prefix);
  if (sdk !== undefined && model !== '') return { provider: providers[sdk], sdk, model };
  const near = nearest(prefix, known);
  const meant = near === undefined || near === prefix ? '' : `did you mean ${near}/${model}? `;
  throw new UserError(
    'no-provider',
    `"${named}" does not say who runs the model`,
    `${meant}write ${known.map((each) => `${each}/${model === '' ? '<model>' : model}`).join(', ')}`,
  );
}
