import type { RunAnswer, TrialId, TrialRecord } from '../schema/index.ts';

/** What a run is about to do. */
export interface RunPlan {
  run: string;
  /** The run's folder, as a person would type it. */
  dir: string;
  /** Trials that this invocation will play. */
  trials: readonly TrialId[];
  /** Trials that are finished already and are taken over as they are. */
  resumed: number;
}

/** Where a running trial is. */
export type TrialPhase = 'prepare' | 'agent' | 'capture' | 'judge';

export interface TrialEnd {
  record: TrialRecord;
  /** Folder with the trial's evidence, as a person would type it. */
  evidence: string;
}

/**
 * Follows a run. Every method may be left out; they are called in the order plan, (start, phase…, end)…, run end, with
 * trials side by side. A reporter cannot change anything. One that throws is called no more; the run goes on and ends
 * with exit code 3, naming it.
 */
export interface Reporter {
  readonly name: string;
  onPlan?(plan: RunPlan): void;
  onTrialStart?(id: TrialId): void;
  /** `detail` tells more than the phase, such as `round 2`. */
  onTrialPhase?(id: TrialId, phase: TrialPhase, detail?: string): void;
  onTrialEnd?(end: TrialEnd): void;
  /** The last call, also of an interrupted run. */
  onRunEnd?(answer: RunAnswer): void | Promise<void>;
}

/** Types a reporter; no registration, no magic. */
export const defineReporter = (reporter: Reporter): Reporter => reporter;

/** Where reporters write: the answer to `out`, everything else to `err`. */
export interface ReportStreams {
  out: NodeJS.WritableStream;
  err: NodeJS.WritableStream & { isTTY?: boolean; columns?: number; rows?: number };
  colours: boolean;
}
