import { errors, type Locator, type Page } from '@playwright/test';
import { CheckFailed, plain } from './check-log.ts';
import { patiently } from './patience.ts';

export interface Point {
  x: number;
  y: number;
}

/** A real mouse. Nothing is forced: a control that is covered, moving or disabled cannot be clicked. */
export interface Mouse {
  /**
   * The visible centre of an element, scrolled into view, after a hit test from outside the page's own scripts has
   * shown that a click there reaches it. Fails the check if it never does.
   */
  centre(target: Locator): Promise<Point>;
  click(target: Locator): Promise<void>;
  /** Two presses at one place within `gapMs` (default 60), as an impatient hand does. */
  doubleClick(target: Locator, options?: { gapMs?: number }): Promise<void>;
  hover(target: Locator): Promise<void>;
  /** Moves away from everything. */
  leave(): Promise<void>;
  /**
   * Presses at the start, moves in steps, releases at the end. A relative end is measured from the start's centre. Keys
   * to hold are pressed just before the release, and let go just after it.
   */
  drag(from: Locator, to: Locator | { dx: number; dy: number }, holding?: string): Promise<void>;
  /** Turns the wheel over an element. */
  wheel(over: Locator, deltaY: number): Promise<void>;
}

export function createMouse(page: Page): Mouse {
  const { mouse } = page;
  const press = async (gapMs: number) => {
    await mouse.down();
    await mouse.up();
    if (gapMs > 0) await new Promise((resolve) => setTimeout(resolve, gapMs));
  };
  return {
    centre: (target) => centreOf(target),
    click: (target) => tryTo(target, 'can be clicked at its visible centre', (bound) => target.click(bound)),
    doubleClick: async (target, { gapMs = 60 } = {}) => {
      const { x, y } = await centreOf(target);
      await mouse.move(x, y);
      await press(gapMs);
      await press(0);
    },
    hover: async (target) => {
      const box = await visibleBox(target);
      await mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
    },
    leave: () => mouse.move(0, 0),
    drag: async (from, to, holding = '') => {
      const start = await centreOf(from);
      const end = 'dx' in to ? { x: start.x + to.dx, y: start.y + to.dy } : middle(await visibleBox(to));
      await mouse.move(start.x, start.y);
      await mouse.down();
      await mouse.move(start.x + Math.sign(end.x - start.x) * 6, start.y + Math.sign(end.y - start.y) * 6, {
        steps: 3,
      });
      await mouse.move(end.x, end.y, { steps: 12 });
      const keys = holding === '' ? [] : holding.split('+');
      for (const key of keys) await page.keyboard.down(key);
      // What listens to the mouse alone hears of the keys with its next move.
      if (keys.length > 0) await mouse.move(end.x + 1, end.y + 1);
      await mouse.up();
      for (const key of keys) await page.keyboard.up(key);
    },
    wheel: async (over, deltaY) => {
      const point = middle(await visibleBox(over));
      await mouse.move(point.x, point.y);
      await mouse.wheel(0, deltaY);
    },
  };
}

/** Playwright's trial click waits until the element is visible, at rest, enabled and hit at its centre. */
async function centreOf(target: Locator): Promise<Point> {
  await tryTo(target, 'can be clicked at its visible centre', (bound) => target.click({ ...bound, trial: true }));
  return middle(await visibleBox(target));
}

/** In a page at rest. */
const BOUND = { timeout: 8_000 };

/** A user who cannot do it within the action's time has found a fault; any other error is the judge's. */
async function tryTo(target: Locator, what: string, action: (bound: typeof BOUND) => Promise<void>): Promise<void> {
  const isLate = (error: unknown) => error instanceof errors.TimeoutError;
  try {
    await patiently(() => action(BOUND), isLate);
  } catch (error) {
    if (!isLate(error)) throw error;
    throw new CheckFailed(
      `${target} ${what}`,
      plain((error as Error).message)
        .split('\n')
        .slice(0, 12)
        .join(' '),
    );
  }
}

type Box = { x: number; y: number; width: number; height: number };
const middle = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** The part of an element's box that lies inside the window. */
async function visibleBox(target: Locator): Promise<Box> {
  await tryTo(target, 'comes into view', (bound) => target.scrollIntoViewIfNeeded(bound));
  const box = await target.boundingBox();
  if (box === null) throw new CheckFailed(`${target} is visible`, 'it has no box');
  const size = target.page().viewportSize() ?? { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY };
  const left = Math.max(0, box.x);
  const top = Math.max(0, box.y);
  const width = Math.min(size.width, box.x + box.width) - left;
  const height = Math.min(size.height, box.y + box.height) - top;
  if (width <= 0 || height <= 0) throw new CheckFailed(`${target} lies in the window`, JSON.stringify(box));
  return { x: left, y: top, width, height };
}
