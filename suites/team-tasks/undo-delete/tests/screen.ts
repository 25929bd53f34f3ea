import { expect, type Page } from 'bugsweep/judge';

export const LONG = { timeout: 20_000 };

export const main = (page: Page) => page.getByRole('main');
export const link = (page: Page, title: string) => main(page).getByRole('link', { name: title, exact: true });

export interface Screen {
  page: Page;
  /** What native dialogs have asked. */
  questions: string[];
  /** Stops the page's clock, so that a busy machine is not too slow for a message that stays for seconds. */
  pause(): Promise<void>;
  /** Lets time pass on the page's clock, which stands still afterwards. */
  pass(ms: number): Promise<void>;
  /** Lets the page's clock run as usual again. */
  resume(): Promise<void>;
}

/** A clock cannot be stopped in the past, and the page's goes on until the page has heard of it. */
const MARGIN_MS = 5_000;

/** Opens the list on a page whose clock runs as usual until it is told otherwise; native questions get this answer. */
export async function open(page: Page, options: { path?: string; answer?: 'yes' | 'no' } = {}): Promise<Screen> {
  const { path = '/', answer = 'yes' } = options;
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    if (dialog.type() === 'confirm') questions.push(dialog.message());
    return answer === 'yes' || dialog.type() !== 'confirm' ? dialog.accept() : dialog.dismiss();
  });
  await page.clock.install({ time: Date.now() });
  await page.goto(path);
  await expect(link(page, 'Choose new desk lamps')).toBeVisible(LONG);
  let stoppedAt: number | undefined;
  /** How far the page's clock is ahead of ours, at most. */
  let aheadMs = 0;
  const pause = async () => {
    if (stoppedAt !== undefined) return;
    stoppedAt = Date.now() + aheadMs + MARGIN_MS;
    await page.clock.pauseAt(stoppedAt);
  };
  return {
    page,
    questions,
    pause,
    pass: async (ms) => {
      await pause();
      await page.clock.runFor(ms);
      stoppedAt = (stoppedAt ?? 0) + ms;
    },
    resume: async () => {
      aheadMs = Math.max(0, (stoppedAt ?? 0) - Date.now());
      stoppedAt = undefined;
      await page.clock.resume();
    },
  };
}
