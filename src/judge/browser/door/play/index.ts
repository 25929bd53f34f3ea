/**
 * Plays tests that are written in plain English, by rules and without a model. What a generated spec imports.
 * Part of `judge`. Must not know of trials or of the reference.
 */
import { type Page, test } from '@playwright/test';
import type { Behavior } from '../../../../schema/index.ts';
import { readStep } from '../../../agentic/rules/index.ts';
import type { AppAccess } from '../../protocol.ts';
import { CannotJudge, noteStep } from '../check-log.ts';
import { doAct } from './do-act.ts';
import { Stage } from './stage.ts';

export { contextFor } from '../context-for.ts';

/**
 * Plays the steps of a test one after the other, each as far as it is understood: one that is not, or whose words fit
 * several elements, ends the test as uncertain, and is never guessed.
 * @throws CannotJudge `step-not-understood`, `step-not-clear`
 */
export async function playSteps(
  page: Page,
  behavior: Omit<Behavior, 'tests'>,
  steps: readonly string[],
  app: AppAccess,
): Promise<void> {
  // Before anything is done: a test that cannot be played to its end says nothing.
  const read = steps.map((step, index) => {
    const words = wordsFor(index, step);
    const found = readStep(step, behavior);
    if (found.understood) return { words, acts: found.acts };
    noteStep(words);
    throw new CannotJudge('step-not-understood', `no rule for "${found.part}"`);
  });
  const stage = new Stage(page, { conditions: behavior.conditions ?? {}, controlSocket: app.controlSocket });
  for (const { words, acts } of read) {
    noteStep(words);
    await test.step(words, async () => {
      for (const act of acts) await doAct(stage, act);
    });
  }
}

const wordsFor = (index: number, step: string): string =>
  `step ${index + 1} (${step.replace(/^\s*\d+\.\s+/, '').slice(0, 200)})`;
