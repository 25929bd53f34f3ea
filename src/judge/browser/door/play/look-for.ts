import type { Locator } from '@playwright/test';
import type { Expectation, State, Target } from '../../../agentic/rules/index.ts';
import { CannotJudge, causeOf } from '../check-log.ts';
import { expect } from '../watched-expect.ts';
import { isPart } from './find-target.ts';
import type { Stage } from './stage.ts';

interface Bound {
  timeout?: number;
}

/** Asserts what a step expects. `bound` is how long it may take to come; without, the judge's usual time. */
export async function lookFor(stage: Stage, expectation: Expectation, bound: Bound = {}): Promise<void> {
  const { page } = stage;
  switch (expectation.see) {
    case 'visible':
      return lookForOne(stage, expectation.target, bound);
    case 'absent':
      return lookForNone(stage, expectation.target, bound);
    case 'count': {
      const { target, count } = expectation;
      await stage.quiet();
      return expect(await stage.all(target), `how many there are of ${target.said}`).toHaveCount(count, bound);
    }
    case 'state':
      return lookForState(stage, expectation, bound);
    case 'contains': {
      const { target, text } = expectation;
      return expect(await stage.only(target), `${target.said} says "${text}"`).toContainText(text, bound);
    }
    case 'text': {
      const { target, text } = expectation;
      return expect(await stage.only(target), `${target.said} is exactly "${text}"`).toHaveText(text, bound);
    }
    case 'value': {
      const { target, text } = expectation;
      return expect(await stage.only(target), `${target.said} holds "${text}"`).toHaveValue(text, bound);
    }
    case 'colour': {
      const { target, colour } = expectation;
      return expect(await stage.only(target), `${target.said} has the colour`).toHaveCSS('color', colour, bound);
    }
    case 'above':
      return lookForOrder(stage, expectation, bound);
    case 'address':
      return expect(page, 'the address').toHaveURL(expectation.text, bound);
    case 'title':
      return expect(page, 'the title of the page').toHaveTitle(expectation.text, bound);
  }
}

async function lookForOne(stage: Stage, target: Target, bound: Bound): Promise<void> {
  const found = await stage.all(target);
  await stage.thereBe(found, target, bound);
  const count = await found.count();
  if (count > 1 && mayBeAnother(target)) throw unclear(target, count);
}

async function lookForNone(stage: Stage, target: Target, bound: Bound): Promise<void> {
  await stage.quiet();
  const found = await stage.all(target);
  try {
    await expect(found, `${target.said} is not there`).toHaveCount(0, bound);
  } catch (error) {
    if (causeOf(error)?.kind === 'assertion' && mayBeAnother(target)) throw unclear(target, await found.count());
    throw error;
  }
}

/** "the field": there are often more of them than the one that is meant. */
const mayBeAnother = ({ by, name, nth, within, of, isDefinite }: Target): boolean =>
  isDefinite === true &&
  by.kind === 'role' &&
  !isPart(by.role) &&
  [name, nth, within, of].every((said) => said === undefined);

const unclear = ({ said }: Target, count: number): CannotJudge =>
  new CannotJudge('step-not-clear', `${said} may be another one: there are ${count}`);

async function lookForState(
  stage: Stage,
  { target, state, holds }: { target: Target; state: State; holds: boolean },
  bound: Bound,
): Promise<void> {
  const found = await stage.only(target);
  const seen = expect(found, `${target.said} is ${holds ? '' : 'not '}${state}`);
  const asked = holds ? seen : seen.not;
  switch (state) {
    case 'ticked':
      return seen.toBeChecked({ ...bound, checked: holds });
    case 'enabled':
      return seen.toBeEnabled({ ...bound, enabled: holds });
    case 'focused':
      return asked.toBeFocused(bound);
    case 'on':
      return lookForOn(stage, { found, target, holds }, bound);
    case 'pressed':
      return asked.toHaveAttribute('aria-pressed', 'true', bound);
    case 'selected':
      return asked.toHaveAttribute('aria-selected', 'true', bound);
    case 'empty':
      return (await found.and(stage.page.locator('input, textarea')).count()) > 0
        ? asked.toHaveValue('', bound)
        : asked.toBeEmpty(bound);
  }
}

/** A switch, box or button that stays pressed. */
async function lookForOn(
  stage: Stage,
  { found, target, holds }: { found: Locator; target: Target; holds: boolean },
  bound: Bound,
): Promise<void> {
  const some = (css: string) => found.and(stage.page.locator(css));
  if ((await some('[aria-pressed], [aria-checked], [type=checkbox], [type=radio]').count()) === 0) {
    throw new CannotJudge('step-not-clear', `${target.said} is nothing that is on or off`);
  }
  const isOn = some('[aria-pressed=true], [aria-checked=true], :checked');
  return expect(isOn, `${target.said} is ${holds ? 'on' : 'off'}`).toHaveCount(holds ? 1 : 0, bound);
}

async function lookForOrder(
  stage: Stage,
  { upper, lower }: { upper: Target; lower: Target },
  bound: Bound,
): Promise<void> {
  const top = async (target: Target) => (await (await stage.only(target)).boundingBox())?.y;
  await expect(async () => {
    const [first, second] = [await top(upper), await top(lower)];
    expect(first, `${upper.said} is above ${lower.said}`).toBeLessThan(second ?? Number.NEGATIVE_INFINITY);
  }).toPass({ timeout: bound.timeout ?? 8_000 });
}
