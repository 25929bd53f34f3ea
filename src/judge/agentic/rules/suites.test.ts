import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../../host/index.ts';
import { behaviorFileSchema } from '../../../schema/index.ts';
import { readStep } from './read-step.ts';

const suites = join(packageRoot, 'suites');
const files = readdirSync(suites, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('/behavior.yaml'),
);

test.each(files)('every step of %s is understood', (file) => {
  const behavior = behaviorFileSchema.parse(parse(readFileSync(join(suites, file), 'utf8')));
  for (const step of behavior.tests.flatMap(({ steps }) => steps)) {
    expect(readStep(step, behavior), step).toMatchObject({ understood: true });
  }
});
