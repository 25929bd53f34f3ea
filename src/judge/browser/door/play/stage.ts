import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Target } from '../../../agentic/rules/index.ts';
import { CannotJudge, causeOf, noteTrouble } from '../check-log.ts';
import { type ConditionedApp, setCondition } from '../conditions.ts';
import { createMouse, type Mouse } from '../mouse.ts';
import { follow } from '../patience.ts';
import { untilQuiet } from '../quiet.ts';
import { expect } from '../watched-expect.ts';
import { findTarget } from './find-target.ts';

/** The tabs that a test has open, and the one that it looks at. */
export class Stage {
  private readonly context: BrowserContext;
  private readonly known = new WeakSet<Page>();
  private accepts: boolean | undefined;

  constructor(
    private current: Page,
    private readonly app: ConditionedApp,
  ) {
    this.context = current.context();
    this.meet(current);
    this.context.on('page', (page) => {
      follow(page);
      this.meet(page);
    });
  }

  get page(): Page {
    return this.current;
  }

  get mouse(): Mouse {
    return createMouse(this.current);
  }

  /** Puts one of the file's conditions in place of what the API did so far. */
  async set(condition: string): Promise<void> {
    await setCondition(condition, this.app);
  }

  /** What the questions of the browser's own are answered from now on. */
  answer(accept: boolean): void {
    this.accepts = accept;
  }

  private meet(page: Page): void {
    if (this.known.has(page)) return;
    this.known.add(page);
    page.on('crash', () => noteTrouble('page-crashed', 'the page crashed'));
    page.on('dialog', (dialog) => {
      if (dialog.type() === 'confirm' || dialog.type() === 'prompt') {
        if (this.accepts === undefined)
          noteTrouble('step-not-clear', `the browser asked "${dialog.message()}", and no step says what to answer`);
        return void (this.accepts === true ? dialog.accept() : dialog.dismiss()).catch(() => undefined);
      }
      return void dialog.accept().catch(() => undefined);
    });
  }

  async openTab(): Promise<void> {
    this.current = await this.context.newPage();
  }

  /** Waits for a tab that the app opens. */
  async switchTo(nth: number): Promise<void> {
    const index = () => (nth === -1 ? this.context.pages().length - 1 : nth - 1);
    await expect.poll(() => this.context.pages()[index()] !== undefined, { message: `there is tab ${nth}` }).toBe(true);
    this.current = this.context.pages()[index()] ?? this.current;
    await this.current.bringToFront();
  }

  async closeTab(): Promise<void> {
    await this.current.close();
    const left = this.context.pages().at(-1);
    if (left === undefined) throw new CannotJudge('step-not-clear', 'the last tab was closed');
    this.current = left;
  }

  /** All visible elements that a target means; what they lie in has to be one. */
  async all(target: Target): Promise<Locator> {
    const scope = target.within === undefined ? this.current : await this.only(target.within);
    return findTarget(this.current, scope, target);
  }

  /** The one element that a target means. Fails the check if there is none; several are for nobody to choose from. */
  async only(target: Target): Promise<Locator> {
    const found = await this.all(target);
    await this.thereBe(found, target);
    let count = await found.count();
    if (count > 1) {
      // One may be on its way out.
      await this.quiet();
      count = await found.count();
    }
    if (count > 1) throw new CannotJudge('step-not-clear', `${target.said} may be any of ${count} elements`);
    return found;
  }

  /** Fails the check if there is nothing, unless nobody can tell what is meant. */
  async thereBe(found: Locator, target: Target, bound: { timeout?: number } = {}): Promise<void> {
    try {
      await expect(found.first(), `${target.said} is there`).toBeVisible(bound);
    } catch (error) {
      if (causeOf(error)?.kind === 'assertion' && (await this.isUnclear(target))) {
        throw new CannotJudge('step-not-clear', `nothing on the page tells what ${target.said} is`);
      }
      throw error;
    }
  }

  /** What was only pointed back to may be called otherwise by now; a name alone may never have been shown. */
  private async isUnclear({ within: _, ...target }: Target): Promise<boolean> {
    if (target.by.kind !== 'part' && target.isMention !== true) return false;
    return (await findTarget(this.current, this.current, target).count()) === 0;
  }

  /** Waits until the page is at rest: only then can it be said what is not there. */
  quiet(): Promise<void> {
    return untilQuiet(this.current);
  }
}
