import type { Environment } from '../environment/index.ts';
import type { Scratch } from '../host/index.ts';
import { browserJudge, type Verifier } from '../judge/index.ts';
import { noSpendingBounds, type ToolServer } from '../schema/index.ts';
import { type ModelDesk, modelDesk } from './model-place.ts';
import { prepareTask } from './prepare-task.ts';
import type { PreparedTask, Workshop } from './trial-context.ts';

/** The parts that all trials of a process share. A task is prepared once, when its first trial needs it. */
export function createWorkshop(
  environment: Environment,
  scratch: Scratch,
  options: {
    signal: AbortSignal;
    models?: ModelDesk;
    servers?: readonly ToolServer[];
    verifier?: Verifier | undefined;
  },
): Workshop {
  const { signal, models = modelDesk(noSpendingBounds), servers = [] } = options;
  const prepared = new Map<string, Promise<PreparedTask>>();
  return {
    environment,
    scratch,
    judgeInBrowser: browserJudge(scratch),
    models,
    verifier: options.verifier,
    servers,
    prepare: (task) => {
      let pending = prepared.get(task.dir);
      if (pending === undefined) {
        pending = prepareTask(task, { environment, scratch, signal });
        prepared.set(task.dir, pending);
        // A failure is not kept: the next trial may find the registry back.
        pending.catch(() => prepared.delete(task.dir));
      }
      return pending;
    },
  };
}
