import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type expect as playwrightExpect, expect as rawExpect, test } from '@playwright/test';
import { causeOf, type Failure, forgive, gist, note, plain, wordsOf } from './check-log.ts';
import { patiently } from './patience.ts';

/**
 * Playwright's `expect`, with each failed assertion noted. What fails in an attempt of `toPass` or in a polled function
 * counts only if the last attempt fails, and as what it is: an assertion, lost means, or a fault of the judge.
 */
export const expect: typeof playwrightExpect = watchFunction(rawExpect, { soft: false, polls: false });

/** How an `expect` was made: soft ones report without throwing, polled ones call the function that they are given. */
interface Mode {
  soft: boolean;
  polls: boolean;
}

/** What the attempts of a repeated function came to. */
interface Attempts {
  ended: number;
  /** What the last attempt that ended threw. */
  thrown?: { error: unknown };
}

type Make = (received: unknown) => object;

function watchFunction<F extends object>(callable: F, mode: Mode): F {
  return new Proxy(callable, {
    apply(target, self, [received, ...rest]) {
      const make: Make = (value) => Reflect.apply(target as never, self, [value, ...rest]);
      return watchMatchers(make, received, mode);
    },
    get(target, key, receiver) {
      const value = Reflect.get(target, key, receiver);
      if (key === 'soft') return watchFunction(value as object, { ...mode, soft: true });
      if (key === 'poll') return watchFunction(value as object, { ...mode, polls: true });
      if (key !== 'configure' && key !== 'extend') return value;
      return (options: { soft?: boolean }) => {
        const soft = key === 'configure' ? (options.soft ?? mode.soft) : mode.soft;
        return watchFunction((value as (options: object) => object)(options), { ...mode, soft });
      };
    },
  });
}

function watchMatchers(make: Make, received: unknown, mode: Mode): object {
  return new Proxy(make(received), {
    get(target, key) {
      const value = Reflect.get(target, key);
      if (key === 'not' || key === 'resolves' || key === 'rejects') {
        return watchMatchers((value) => Reflect.get(make(value), key) as object, received, mode);
      }
      if (typeof value !== 'function') return value;
      if (typeof received !== 'function' || !(mode.polls || key === 'toPass')) {
        return (...args: unknown[]) => watchCall(() => Reflect.apply(value, target, args), mode.soft);
      }
      return (...args: unknown[]) => {
        const attempts: Attempts = { ended: 0 };
        const matchers = make(watchAttempts(received as () => unknown, attempts, key === 'toPass'));
        const matcher = Reflect.get(matchers, key) as (...args: unknown[]) => unknown;
        return watchCall(() => Reflect.apply(matcher, matchers, args), mode.soft, attempts);
      };
    },
  });
}

function watchAttempts(action: () => unknown, attempts: Attempts, again: boolean): () => Promise<unknown> {
  return async () => {
    try {
      const value = await action();
      delete attempts.thrown;
      return value;
    } catch (error) {
      if (again) forgive(error);
      attempts.thrown = { error };
      throw error;
    } finally {
      attempts.ended += 1;
    }
  };
}

function watchCall(call: () => unknown, soft: boolean, attempts?: Attempts): unknown {
  const reported = soft ? test.info().errors : [];
  const before = reported.length;
  const onError = (error: unknown): never => {
    if (error instanceof Error && 'matcherResult' in error) {
      const { expected } = error.matcherResult as { expected?: unknown };
      noteFailure(wordsOf(error), attempts, expected === undefined ? {} : { expected: shown(expected) });
      leaveOut(error);
    }
    throw error;
  };
  const onResult = (value: unknown): unknown => {
    // A soft assertion does not throw: its error is among those of the test, where only words are left of it.
    for (const { message = '' } of reported.slice(before)) {
      if (attempts !== undefined || /\bexpect\(/.test(plain(message))) noteFailure(message, attempts, {});
    }
    return value;
  };
  try {
    const result = call();
    if (!(result instanceof Promise)) return onResult(result);
    // A soft assertion has been reported by the time it is known to have failed: it has one try.
    return (soft ? result : patientlyFrom(result, call)).then(onResult, onError);
  } catch (error) {
    return onError(error);
  }
}

/** `first` is under way; `again` makes the same assertion anew. */
function patientlyFrom(first: Promise<unknown>, again: () => unknown): Promise<unknown> {
  let next: Promise<unknown> | undefined = first;
  return patiently(
    async () => {
      const result = next ?? again();
      next = undefined;
      return await result;
    },
    (error) => error instanceof Error,
  );
}

const HERE = dirname(fileURLToPath(import.meta.url));

/** Takes this folder out of an error's stack: Playwright points an author at the first line that is left. */
function leaveOut(error: Error): void {
  error.stack = error.stack
    ?.split('\n')
    .filter((line) => !line.includes(HERE))
    .join('\n');
}

function noteFailure(words: string, attempts: Attempts | undefined, more: { expected?: string }): void {
  const failure = attempts === undefined ? undefined : failureOf(attempts);
  if (failure === 'judge') return;
  note(words, failure ?? { kind: 'assertion', ...more, seen: gist(words) });
}

/** Why a repeated function did not come to a good end; undefined if what it gave was not what was asserted. */
function failureOf({ ended, thrown }: Attempts): Failure | 'judge' | undefined {
  if (ended === 0) return { kind: 'means', code: 'check-timeout', message: 'an attempt of the check did not end' };
  return thrown === undefined ? undefined : (causeOf(thrown.error) ?? 'judge');
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, 500);
  if (value instanceof RegExp) return String(value);
  return (JSON.stringify(value) ?? String(value)).slice(0, 500);
}
