import { UserError } from '../../errors.ts';
import { nearest } from '../../schema/index.ts';
import type { ScriptedFault } from './script.ts';

const NAME = 'rehearsal';
/** Unless a number is named: often enough for an agent's own patience to be seen, and seldom enough to get through. */
const TIMES = 2;

const faults: Readonly<Record<string, (times: number) => ScriptedFault>> = {
  429: (times) => ({ kind: 'refuse', status: 429, retryAfterSeconds: 1, times }),
  500: (times) => ({ kind: 'refuse', status: 500, times }),
  401: (times) => ({ kind: 'refuse', status: 401, times }),
  cut: (times) => ({ kind: 'cut', times }),
  garbage: (times) => ({ kind: 'garbage', times }),
  silent: (times) => ({ kind: 'silent', times }),
  endless: () => ({ kind: 'endless' }),
};

/** True for the scripted model, whatever it is to do wrong. */
export const isRehearsed = (model: string): boolean => model === NAME || model.startsWith(`${NAME}:`);

/**
 * What a scripted model does wrong: nothing as `rehearsal`; as `rehearsal:429` its first answers are refusals, as
 * `rehearsal:429x50` the first fifty. @throws UserError `bad-rehearsal`
 */
export function faultOf(model: string): ScriptedFault | undefined {
  if (model === NAME) return undefined;
  const [, name = '', times] = /^rehearsal:([a-z0-9]+?)(?:x(\d{1,6}))?$/.exec(model) ?? [];
  const make = Object.hasOwn(faults, name) ? faults[name] : undefined;
  if (make !== undefined) return make(times === undefined ? TIMES : Number(times));
  const near = nearest(name, Object.keys(faults));
  throw new UserError(
    'bad-rehearsal',
    `there is no rehearsal "${model}"`,
    `${near === undefined ? '' : `did you mean ${NAME}:${near}? `}known: ${NAME}, ${Object.keys(faults)
      .map((each) => `${NAME}:${each}`)
      .join(', ')}; x5 behind it makes it five times`,
  );
}

/** The name by which a client is told to ask: what stands behind the colon of a rehearsal is not for it. */
export const nameAsked = (model: string): string => (isRehearsed(model) ? NAME : model);
