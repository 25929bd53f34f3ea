/** What Playwright's worker (the judge's fixtures) and bugsweep say to each other over a unix socket. */

import type { ModelUse, SdkProvider, StepResult, Usage } from '../../schema/index.ts';

/** Environment variable with the socket's path; absent when a task author runs a judge by hand. */
export const HOST_VARIABLE = 'BUGSWEEP_JUDGE_HOST';

/** Where a check may look and how its browser starts. */
export interface AppAccess {
  url: string;
  /** Command line prefix that puts the browser into the app's network and nothing else of it. */
  browserPrefix: string[];
  chromium: string;
  viewport: { width: number; height: number };
  pageMode: 'normal' | 'blank' | 'no-script';
  /** Which checks' traces are kept. */
  trace: 'none' | 'failed' | 'all';
  /** Unix socket of the API's control plane, or null. */
  controlSocket: string | null;
  /** Folder for traces, and for screenshots of failed checks. */
  evidenceDir: string;
}

/** What a check says of itself before it runs. */
export interface BeginQuestion {
  name: string;
  kind: 'target' | 'preservation' | 'control';
}

export type BeginAnswer = { kind: 'run' } | { kind: 'skip' };

/** What a check says when it has ended; and what it took of a model, if it asked for one. */
export interface EndQuestion {
  kind: BeginQuestion['kind'];
  verdict: 'pass' | 'fail' | 'uncertain';
  /** Recorded answers that were given, one after the other. */
  replayed?: Usage[];
}

/** A folder of recorded answers. */
export interface CassetteBox {
  dir: string;
  take: string;
  /** Takes new ones; else only what is there is given. */
  records: boolean;
}

export interface EndAnswer {
  model?: ModelUse;
}

/** A check's own way to a model, until the check ends; or why there is none. */
export type ModelAnswer =
  | {
      kind: 'ready';
      sdk: SdkProvider;
      model: string;
      /** Null where only recorded answers are given. */
      socketPath: string | null;
      cassettes: CassetteBox | null;
      /** Folder for the socket of the tools, if a program plays the test with them; else null. */
      toolsDir: string | null;
    }
  | { kind: 'trouble'; code: string; message: string };

/** Lets the program play, whose tools are ready. */
export interface PlayQuestion {
  prompt: string;
  timeoutMs: number;
}

/** It has ended; what went wrong, if anything did. */
export interface PlayAnswer {
  trouble?: { code: string; message: string };
}

/** Fresh state, acknowledged; or why there is none. */
export type FreshAnswer = { kind: 'ready'; access: AppAccess } | { kind: 'trouble'; code: string; message: string };

/** What the agent handed in, for judges that read and do not browse. */
export interface Submission {
  /** Text of qa-report.md, null if there is none. */
  report: string | null;
  /** Paths that differ from the baseline. */
  changed: string[];
}

/** Classified where it happened, and carried to the reporter in an annotation of this type. */
export const OUTCOME_ANNOTATION = 'bugsweep-outcome';

export interface CheckOutcome {
  verdict: 'pass' | 'fail' | 'uncertain';
  expected: string;
  seen: string;
  evidence: string[];
  trouble?: string;
  steps?: StepResult[];
  model?: ModelUse;
}

/** One line of the reporter's result file. */
export interface ReportedCheck {
  group: string;
  name: string;
  tags: string[];
  status: 'passed' | 'failed' | 'timedOut' | 'skipped' | 'interrupted';
  durationMs: number;
  outcome: CheckOutcome | null;
  errors: string[];
}

/** Printed by the reporter for a problem of the whole, such as a spec that does not compile. */
export interface ReportedProblem {
  group: string | null;
  problem: string;
}

/** Name of the folder that a group's spec lies in, from the spec's path: `<stage>/<group>/judge.spec.ts`. */
export function groupOfSpec(file: string): string {
  const parts = file.split('/');
  return parts[parts.length - 2] ?? '';
}
