import { errorText, InfraError } from '../errors.ts';
import type { Reporter } from './reporter.ts';

/** All reporters as one. Its methods never throw. */
export interface Broadcast extends Required<Omit<Reporter, 'onRunEnd' | 'name'>> {
  onRunEnd(answer: Parameters<NonNullable<Reporter['onRunEnd']>>[0]): Promise<void>;
  /** Names the reporters that failed, for the end of the run (exit code 3); undefined if all is well. */
  failure(): InfraError | undefined;
}

type Method = 'onPlan' | 'onTrialStart' | 'onTrialPhase' | 'onTrialEnd' | 'onRunEnd';

export function broadcast(reporters: readonly Reporter[]): Broadcast {
  const faults = new Map<Reporter, { method: Method; error: unknown }>();

  const tell = async (reporter: Reporter, method: Method, call: () => void | Promise<void> | undefined) => {
    if (faults.has(reporter)) return;
    try {
      // Called before the first await: what a reporter prints is in the order of events.
      await call();
    } catch (error) {
      faults.set(reporter, { method, error });
    }
  };
  const tellAll = (method: Method, call: (reporter: Reporter) => void | Promise<void> | undefined) =>
    Promise.all(reporters.map((reporter) => tell(reporter, method, () => call(reporter))));

  return {
    onPlan: (plan) => void tellAll('onPlan', (each) => each.onPlan?.(plan)),
    onTrialStart: (id) => void tellAll('onTrialStart', (each) => each.onTrialStart?.(id)),
    onTrialPhase: (id, phase, detail) => void tellAll('onTrialPhase', (each) => each.onTrialPhase?.(id, phase, detail)),
    onTrialEnd: (end) => void tellAll('onTrialEnd', (each) => each.onTrialEnd?.(end)),
    onRunEnd: async (answer) => {
      await tellAll('onRunEnd', (each) => each.onRunEnd?.(answer));
    },
    failure: () => {
      if (faults.size === 0) return undefined;
      const lines = [...faults].map(([{ name }, { method, error }]) => `${name} in ${method}: ${errorText(error)}`);
      return new InfraError('reporter-failed', `a reporter failed: ${lines.join('; ')}`, {
        hint: 'the run itself is complete and stored; `bugsweep report` prints it again',
        cause: [...faults.values()][0]?.error,
      });
    },
  };
}
