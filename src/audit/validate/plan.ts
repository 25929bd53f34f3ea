import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckKind } from '../../schema/index.ts';
import type { Task } from '../../suite/index.ts';

export const phases = ['base', 'reference', 'wrong', 'alternative', 'blank'] as const;
export type ValidatePhase = (typeof phases)[number];

/** One thing to be judged, some number of times, and what must come out. */
export interface Probe {
  task: Task;
  phase: ValidatePhase;
  /** File below `solution/`, or what the page is: unique within the task. */
  label: string;
  /** Solution to apply; none for the untouched base. */
  solution?: string;
  pageMode: 'normal' | 'blank' | 'no-script';
}

/** Everything about a task that can be validated, as far as it is filled in. */
export function probesOf(task: Task, wanted: readonly ValidatePhase[]): Probe[] {
  const probes: Probe[] = [{ task, phase: 'base', label: 'base', pageMode: 'normal' }];
  const reference = solutionsIn(task, '.').find((file) => /^reference\.(patch|toml)$/.test(file));
  if (reference !== undefined) {
    probes.push({ task, phase: 'reference', label: 'reference', solution: reference, pageMode: 'normal' });
  }
  for (const phase of ['wrong', 'alternative'] as const) {
    for (const file of solutionsIn(task, phase)) {
      probes.push({ task, phase, label: join(phase, file), solution: join(phase, file), pageMode: 'normal' });
    }
  }
  if (task.config.kind !== 'qa' && task.config.judge.kind !== 'script') {
    const solution = reference === undefined ? {} : { solution: reference };
    // On the reference: a judge that needs no page would pass it.
    probes.push({ task, phase: 'blank', label: 'blank page', pageMode: 'blank', ...solution });
    probes.push({ task, phase: 'blank', label: 'no JavaScript', pageMode: 'no-script', ...solution });
  }
  return probes.filter(({ phase }) => wanted.includes(phase));
}

function solutionsIn(task: Task, folder: string): string[] {
  const dir = join(task.dir, 'solution', folder);
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((file) => /\.(patch|toml|md)$/.test(file) && file !== 'analysis.md')
    .sort();
}

/**
 * Checks that need not run. Base: once a target check has failed, the other target checks add nothing. A wrong fix: only
 * the checks that it must fail, and controls. A page that shows nothing: one failure is enough.
 */
export function skipRule(phase: ValidatePhase, fails: readonly string[]) {
  return (check: { name: string; kind: CheckKind }, failed: readonly CheckKind[]): boolean => {
    switch (phase) {
      case 'base':
        return check.kind === 'target' && failed.includes('target');
      case 'wrong':
        return fails.length === 0 ? failed.length > 0 : check.kind !== 'control' && !fails.includes(check.name);
      case 'blank':
        return failed.length > 0;
      default:
        return false;
    }
  };
}
