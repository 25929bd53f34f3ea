import { UserError } from '../errors.ts';
import { type Behavior, behaviorFileSchema } from '../schema/index.ts';
import { readYaml } from './read-yaml.ts';
import { formatProblem, type SuiteProblem } from './task.ts';

/** Reads a file of behavior tests for any app. @throws UserError `bad-behavior` with every problem */
export function readBehavior(file: string): Behavior {
  const problems: SuiteProblem[] = [];
  const behavior = readYaml(file, behaviorFileSchema, problems);
  if (behavior !== undefined) return behavior;
  throw new UserError(
    'bad-behavior',
    problems.map(formatProblem).join('\n'),
    'docs/behavior-tests.md shows what such a file holds',
  );
}
