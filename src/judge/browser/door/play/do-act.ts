import type { Act, Target } from '../../../agentic/rules/index.ts';
import { CheckFailed } from '../check-log.ts';
import { lookFor } from './look-for.ts';
import type { Stage } from './stage.ts';

/** Does what a step says, as a user with mouse and keyboard would. */
export async function doAct(stage: Stage, act: Act): Promise<void> {
  switch (act.do) {
    case 'open':
      if (act.inNewTab) await stage.openTab();
      return void (await stage.page.goto(act.address));
    case 'reload':
      return void (await stage.page.reload());
    case 'back':
    case 'forward':
      return go(stage, act.do, act.times);
    case 'tab':
      return stage.switchTo(act.nth);
    case 'close-tab':
      return stage.closeTab();
    case 'click':
      return click(stage, act.target, act.how);
    case 'hover':
      return stage.mouse.hover(await stage.only(act.target));
    case 'scroll-to':
      return (await stage.only(act.target)).scrollIntoViewIfNeeded();
    case 'scroll':
      return scroll(stage, act.dy);
    case 'type':
      if (act.target !== undefined) await click(stage, act.target, 'once');
      return stage.page.keyboard.type(act.text);
    case 'fill':
      await click(stage, act.target, 'once');
      await stage.page.keyboard.press('ControlOrMeta+A');
      return act.text === '' ? stage.page.keyboard.press('Delete') : stage.page.keyboard.type(act.text);
    case 'press':
      for (let time = 0; time < act.times; time += 1) await stage.page.keyboard.press(act.keys);
      return;
    case 'tick':
      return tick(stage, act.target, act.ticked);
    case 'choose':
      return choose(stage, act.target, act.option);
    case 'drag': {
      const to = 'dx' in act.to ? act.to : await stage.only(act.to);
      return stage.mouse.drag(await stage.only(act.from), to, act.holding);
    }
    case 'answer':
      return stage.answer(act.accept);
    case 'condition':
      return stage.set(act.name);
    case 'wait':
      return void (await new Promise((resolve) => setTimeout(resolve, act.ms)));
    case 'wait-until':
      return lookFor(stage, act.expectation, { timeout: act.ms });
    case 'expect':
      return lookFor(stage, act.expectation);
  }
}

async function click(stage: Stage, target: Target, how: 'once' | 'twice' | 'right'): Promise<void> {
  const found = await stage.only(target);
  if (how === 'once') return stage.mouse.click(found);
  if (how === 'twice') return stage.mouse.doubleClick(found);
  const { x, y } = await stage.mouse.centre(found);
  await stage.page.mouse.click(x, y, { button: 'right' });
}

/** The page need not be loaded anew: what it shows then is for the next step to say. */
async function go(stage: Stage, where: 'back' | 'forward', times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    if (time > 0) await stage.quiet();
    if (where === 'back') await stage.page.goBack({ waitUntil: 'commit' });
    else await stage.page.goForward({ waitUntil: 'commit' });
  }
}

async function scroll(stage: Stage, dy: number): Promise<void> {
  const { width = 0, height = 0 } = stage.page.viewportSize() ?? {};
  await stage.page.mouse.move(width / 2, height / 2);
  await stage.page.mouse.wheel(0, dy);
}

async function tick(stage: Stage, target: Target, ticked: boolean): Promise<void> {
  const found = await stage.only(target);
  if ((await found.isChecked()) === ticked) {
    throw new CheckFailed(
      `${target.said} is ${ticked ? 'not ' : ''}ticked`,
      `it is ${ticked ? '' : 'not '}ticked already`,
    );
  }
  await stage.mouse.click(found);
}

/** From a select of the browser's own, or from a list that the app draws. */
async function choose(stage: Stage, target: Target, option: string): Promise<void> {
  const found = await stage.only(target);
  if ((await found.and(stage.page.locator('select')).count()) > 0) {
    await found.selectOption({ label: option }, { timeout: 8_000 });
    return;
  }
  await stage.mouse.click(found);
  const said = `the option "${option}"`;
  await click(stage, { by: { kind: 'role', role: 'option' }, name: option, said }, 'once');
}
