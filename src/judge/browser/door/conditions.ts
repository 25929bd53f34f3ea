import type { Behavior } from '../../../schema/index.ts';
import { CannotJudge } from './check-log.ts';
import { createControl } from './control.ts';

/** What conditions of a file of tests are given to. */
export interface ConditionedApp {
  conditions: NonNullable<Behavior['conditions']>;
  /** Unix socket of the API's control plane, or null. */
  controlSocket: string | null;
}

/** Puts one of the file's conditions in place of what the API did so far. @throws CannotJudge */
export async function setCondition(name: string, { controlSocket, conditions }: ConditionedApp): Promise<void> {
  if (controlSocket === null) {
    throw new CannotJudge('step-not-clear', `nobody can let ${name}: this app has no control plane`);
  }
  const api = createControl({ socketPath: controlSocket });
  await api.liftFaults();
  for (const fault of conditions[name] ?? []) await api.call('POST', '/faults', fault);
}
