import { monotonicMs } from '../host/index.ts';
import type { TrialId } from '../schema/index.ts';
import { formatDuration, trialKey } from './format.ts';
import type { TrialPhase } from './reporter.ts';

interface RunningTrial {
  id: TrialId;
  phase: TrialPhase;
  detail: string | undefined;
  startedMs: number;
}

/** The trials under way, oldest first, for a display. */
export class RunningTrials {
  private readonly trials = new Map<string, RunningTrial>();

  start(id: TrialId): void {
    this.trials.set(trialKey(id), { id, phase: 'prepare', detail: undefined, startedMs: monotonicMs() });
  }

  enter(id: TrialId, phase: TrialPhase, detail?: string): void {
    const trial = this.trials.get(trialKey(id));
    if (trial !== undefined) Object.assign(trial, { phase, detail });
  }

  end(id: TrialId): void {
    this.trials.delete(trialKey(id));
  }

  get count(): number {
    return this.trials.size;
  }

  /** Each trial with what it does: `agent, round 2, 1m10s`. */
  list(): { id: TrialId; doing: string }[] {
    const now = monotonicMs();
    return [...this.trials.values()].map(({ id, phase, detail, startedMs }) => ({
      id,
      doing: [phase, detail, formatDuration(now - startedMs)].filter((part) => part !== undefined).join(', '),
    }));
  }
}
