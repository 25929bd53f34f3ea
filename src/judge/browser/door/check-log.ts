import type { TestInfoError } from '@playwright/test';
import type { StepResult, Usage } from '../../../schema/index.ts';

/** What went wrong in the check that runs now, noted where it was thrown: never guessed from a message later. */
export type Failure = Assertion | Means;

export interface Assertion {
  kind: 'assertion';
  /** Where it says more than the check's name. */
  expected?: string;
  seen: string;
}

export interface Means {
  kind: 'means';
  code: string;
  message: string;
}

/** What thrown errors stand for, by the words that Playwright reports them with. */
let causes = new Map<string, Failure>();
/** Means that were lost and not found again: whatever ends the check, it cannot be trusted. */
let lost = new Set<Means>();

/** What the check was about when it ended, in words; empty for a check that does not say. */
let step = '';
/** What a model has said of the check's steps. */
let steps: readonly StepResult[] | undefined;
/** What recorded answers took when they were recorded. */
let replayed: Usage[] = [];
/** Files in the check's folder that show how it went. */
let kept: string[] = [];

export function startLog(): void {
  causes = new Map();
  lost = new Set();
  step = '';
  steps = undefined;
  replayed = [];
  kept = [];
}

/** Says what comes next: it is told with whatever ends the check. */
export function noteStep(words: string): void {
  step = words;
}

export const lastStep = (): string => step;

export function noteSteps(answered: readonly StepResult[]): void {
  steps = answered;
}

export function noteReplayed(usage: Usage): void {
  replayed.push(usage);
}

export function noteEvidence(file: string): void {
  kept.push(file);
}

export const notedEvidence = (): readonly string[] => kept;

export const notedReplays = (): Usage[] => replayed;

export const notedSteps = (): readonly StepResult[] | undefined => steps;

/** An error as Playwright's report words it. */
export const wordsOf = (error: Error): string => `${error.name}: ${error.message}`;

/** The judge cannot judge: the app is gone, the control plane does not answer, the mouse cannot be used. */
export class CannotJudge extends Error {
  override readonly name = 'CannotJudge';
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    note(wordsOf(this), { kind: 'means', code, message });
  }
}

/** Notes trouble that does not interrupt by itself, such as a crashed page. */
export function noteTrouble(code: string, message: string): void {
  lost.add({ kind: 'means', code, message });
}

/** The product does not do what the check asks, found by other means than `expect`. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
  constructor(expected: string, seen: string) {
    super(`expected ${expected}; saw ${seen}`);
    note(wordsOf(this), { kind: 'assertion', expected, seen });
  }
}

/** Notes what an error with these words stands for. Lost means stay lost until `forgive`. */
export function note(words: string, failure: Failure): void {
  causes.set(words, failure);
  if (failure.kind === 'means') lost.add(failure);
}

/** What a thrown error, or one in Playwright's report, stands for; undefined if it is a fault of the judge. */
export function causeOf(error: unknown): Failure | undefined {
  for (let link = error; link instanceof Object; link = (link as TestInfoError).cause) {
    const noted = causeIn(link instanceof Error ? wordsOf(link) : ((link as TestInfoError).message ?? ''));
    if (noted !== undefined) return noted;
  }
  return undefined;
}

/** An attempt failed and another one may follow: means that only it had lost are not lost yet. */
export function forgive(error: unknown): void {
  const failure = causeOf(error);
  if (failure?.kind === 'means') lost.delete(failure);
}

/** The first loss of means that nothing has made good. */
export const lostMeans = (): Means | undefined => lost.values().next().value;

/** What the errors that ended a check stand for, in order; faults of the judge are left out. */
export function failuresAmong(ended: readonly TestInfoError[]): Failure[] {
  return ended.map(causeOf).filter((failure) => failure !== undefined);
}

/**
 * Chromium got no page from the app, or not within the time that a whole navigation has; an aborted navigation and a page
 * that is offline are the judge's doing.
 */
const UNREACHABLE = [
  /^Error: page\.\w+: net::ERR_(?!ABORTED|INTERNET_DISCONNECTED|INVALID_URL)/,
  /^TimeoutError: page\.(goto|reload): /,
];

function causeIn(words: string): Failure | undefined {
  const noted = causes.get(words);
  if (noted !== undefined) return noted;
  const seen = oneLine(plain(words).split('\n', 6));
  if (UNREACHABLE.some((error) => error.test(words))) return { kind: 'means', code: 'page-unreachable', message: seen };
  // An action that a user would have tried in vain: Playwright's own class of error. Its log says on what.
  return words.startsWith('TimeoutError: ') ? { kind: 'assertion', seen } : undefined;
}

const ESCAPES = /\u001b\[[0-9;]*m/g;

export function plain(text: string): string {
  return text.replace(ESCAPES, '');
}

/** What Playwright says of a failed assertion, without its call log. */
export function gist(message: string): string {
  const lines = plain(message).split('\n');
  const end = lines.findIndex((line) => /^\s*call log/i.test(line));
  return oneLine(lines.slice(0, end === -1 ? 12 : Math.min(end, 12)));
}

const oneLine = (lines: string[]): string =>
  lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' · ')
    .slice(0, 800);
