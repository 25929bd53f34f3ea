import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Behavior, behaviorSchema } from '../schema/index.ts';
import { readYaml } from './read-yaml.ts';
import type { SuiteProblem } from './task.ts';

/** Reads `tests/behavior.yaml`, if the task has one. */
export function readTaskBehavior(taskDir: string, problems: SuiteProblem[]): Behavior | undefined {
  const file = join(taskDir, 'tests/behavior.yaml');
  return existsSync(file) ? readYaml(file, behaviorSchema, problems) : undefined;
}
