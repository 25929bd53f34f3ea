import { type expect as playwrightExpect, expect as rawExpect } from '@playwright/test';

/** What went wrong in the check that runs now, noted where it was thrown: never guessed from a message later. */
export type Failure =
  | { kind: 'assertion'; expected: string; seen: string }
  | { kind: 'means'; code: string; message: string };

let failures: Failure[] = [];

export function startLog(): void {
  failures = [];
}

export const notedFailures = (): readonly Failure[] => failures;

/** The judge cannot judge: the app is gone, the control plane does not answer, the mouse cannot be used. */
export class CannotJudge extends Error {
  override readonly name = 'CannotJudge';
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    failures.push({ kind: 'means', code, message });
  }
}

/** Notes trouble that does not interrupt by itself, such as a crashed page. */
export function noteTrouble(code: string, message: string): void {
  failures.push({ kind: 'means', code, message });
}

/** The product does not do what the check asks, found by other means than `expect`. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
  constructor(expected: string, seen: string) {
    super(`expected ${expected}; saw ${seen}`);
    failures.push({ kind: 'assertion', expected, seen });
  }
}

/** Playwright's `expect`, with each failed assertion noted. */
export const expect: typeof playwrightExpect = watchFunction(rawExpect);

function watchFunction<F extends object>(callable: F): F {
  return new Proxy(callable, {
    apply: (target, self, args) => watchResult(Reflect.apply(target as never, self, args)),
    get(target, key, receiver) {
      const value = Reflect.get(target, key, receiver);
      return key === 'soft' || key === 'poll' || key === 'configure' ? watchFunction(value as object) : value;
    },
  });
}

function watchResult(result: unknown): unknown {
  if (typeof result === 'function') return watchFunction(result);
  return typeof result === 'object' && result !== null ? watchMatchers(result) : result;
}

function watchMatchers<M extends object>(matchers: M): M {
  return new Proxy(matchers, {
    get(target, key) {
      const value = Reflect.get(target, key);
      if (key === 'not' || key === 'resolves' || key === 'rejects') return watchMatchers(value as object);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        try {
          const result: unknown = Reflect.apply(value, target, args);
          return result instanceof Promise ? result.catch(noteAndThrow) : result;
        } catch (error) {
          return noteAndThrow(error);
        }
      };
    },
  });
}

function noteAndThrow(error: unknown): never {
  if (error instanceof Error && 'matcherResult' in error) {
    const { expected } = error.matcherResult as { expected?: unknown };
    failures.push({ kind: 'assertion', expected: shown(expected), seen: gist(error.message) });
  }
  throw error;
}

const ESCAPES = /\u001b\[[0-9;]*m/g;

export function plain(text: string): string {
  return text.replace(ESCAPES, '');
}

/** What Playwright says of a failed assertion, without its call log. */
function gist(message: string): string {
  const lines = plain(message)
    .split('\n')
    .map((line) => line.trim());
  const end = lines.findIndex((line) => line.startsWith('Call log'));
  return lines
    .slice(0, end === -1 ? 12 : Math.min(end, 12))
    .filter((line) => line !== '')
    .join(' · ')
    .slice(0, 800);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, 500);
  if (value instanceof RegExp) return String(value);
  return (JSON.stringify(value) ?? String(value)).slice(0, 500);
}
