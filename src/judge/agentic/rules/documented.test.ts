import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { behaviorFileSchema } from '../../../schema/index.ts';
import { acts } from './acts.ts';
import { expectations } from './expectations.ts';
import { readStep } from './read-step.ts';
import { ROLES } from './read-target.ts';

const doc = readFileSync(new URL('../../../../docs/behavior-tests.md', import.meta.url), 'utf8');
/** Alike but for their last word, which the page lists. */
const family = (says: string) =>
  says
    .replace(
      /(to be \[still\]|\(not to be\|to be not\)) (?:un)?(?:ticked|enabled|disabled|empty|focused|selected|pressed|on|off)$/,
      '$1 ticked',
    )
    .replace(/^(Drag <target> <n> pixels \[to the\]) (?:left|up|down)$/, '$1 right');

test.each([...acts, ...expectations].map(({ says }) => says))('%s is documented', (says) => {
  expect(doc).toContain(`\`${family(says)}\``);
});

test('every kind of target is documented, and no other', () => {
  const [, listed = ''] = /<!-- kinds -->(.*)\.$/m.exec(doc) ?? [];
  expect(listed.split(', ')).toEqual(Object.keys(ROLES).map((word) => `\`${word}\``));
});

test('the example is a file of tests, and every step of it is understood', () => {
  const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(doc) ?? [];
  const behavior = behaviorFileSchema.parse(parse(yaml));
  for (const step of behavior.tests.flatMap(({ steps }) => steps)) {
    expect(readStep(step, behavior), step).toMatchObject({ understood: true });
  }
});
