import type { RunningApp } from '../app/index.ts';
import type { Behavior, CheckKind, CheckResult, JudgeTry } from '../schema/index.ts';
import type { Verifier } from './agentic/verifier.ts';

/** One patch (or the base) to be judged by one task's judge on one fresh app. */
export interface JudgeGroup {
  /** Unique in a batch; small letters, digits and hyphens. */
  id: string;
  /** The task's `tests` folder. */
  testsDir: string;
  /** Plays these tests by rules, or with the verifier's model, in place of the folder's `judge.spec.ts`. */
  behavior?: Behavior;
  verifier?: Verifier;
  /** Which repeat and try this is, where a verifier's answers are recorded. Default: `1`. */
  take?: string;
  checkTimeoutMs: number;
  /** Which checks to leave out, given what has failed so far. Default: none. */
  skip?: SkipRule;
  /** `blank` and `no-script` prove that the judge needs a working page. */
  pageMode: PageMode;
  /** Which checks' traces are kept. */
  trace: 'none' | 'failed' | 'all';
  viewport: { width: number; height: number };
  submission: { report: string | null; changed: string[] };
  /** Starts the app when the first check asks for it. Called once. @throws AppNotReady, InfraError */
  startApp(): Promise<JudgedApp>;
  /** Folder that receives traces and screenshots; exists. */
  evidenceDir: string;
}

/** What a judge needs of an app. */
export interface JudgedApp extends Pick<RunningApp, 'url' | 'controlSocket' | 'reset' | 'stop'> {
  pod: Pick<RunningApp['pod'], 'networkOnlyPrefix'>;
}

export type PageMode = 'normal' | 'blank' | 'no-script';

export type SkipRule = (check: { name: string; kind: CheckKind }, failed: readonly CheckKind[]) => boolean;

export interface GroupResult {
  checks: CheckResult[];
  trouble?: JudgeTry['trouble'];
  durationMs: number;
  /** What the checks themselves took, start of the app apart. */
  checksMs: number;
}

export interface BatchOptions {
  workers: number;
  signal?: AbortSignal;
  /** Called as soon as a group's last check has ended, for whoever cannot wait for the whole batch. */
  onResult?: (group: JudgeGroup, result: GroupResult) => void;
}

/** Judges several groups in one go; results are in the order of the groups. */
export type JudgeBatch = (groups: readonly JudgeGroup[], options: BatchOptions) => Promise<GroupResult[]>;
