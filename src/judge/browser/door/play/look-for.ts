import type { Expectation, State, Target } from '../../../agentic/rules/index.ts';
import { expect } from '../watched-expect.ts';
import type { Stage } from './stage.ts';

interface Bound {
  timeout?: number;
}

/** Asserts what a step expects. `bound` is how long it may take to come; without, the judge's usual time. */
export async function lookFor(stage: Stage, expectation: Expectation, bound: Bound = {}): Promise<void> {
  const { page } = stage;
  switch (expectation.see) {
    case 'visible':
      return expect((await stage.all(expectation.target)).first(), `${expectation.target.said} is there`).toBeVisible(
        bound,
      );
    case 'absent':
      await stage.quiet();
      return expect(await stage.all(expectation.target), `${expectation.target.said} is not there`).toHaveCount(
        0,
        bound,
      );
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
