/**
 * `bugsweep/judge`: what a judge's spec imports. Playwright Test with fixtures that give each check a fresh app.
 * Part of `judge`. Must not know of trials or of the reference.
 *
 * @example
 * test('a double click stores one task', { tag: '@target' }, async ({ page, api, mouse }) => {
 *   await page.goto('/');
 *   await mouse.doubleClick(page.getByRole('button', { name: 'Add task' }));
 *   await expect.poll(async () => (await api.tasks()).length).toBe(11);
 * });
 */
import { type Browser, type BrowserContextOptions, test as base, type Page } from '@playwright/test';
import type { AppAccess, Submission } from '../protocol.ts';
import { OUTCOME_ANNOTATION } from '../protocol.ts';
import { controlByHand, freshAccess } from './access.ts';
import { CannotJudge, noteTrouble } from './check-log.ts';
import { browserFor, closeBrowser } from './chrome.ts';
import { type ApiControl, createControl } from './control.ts';
import { isHosted } from './host-client.ts';
import { createMouse, type Mouse } from './mouse.ts';
import { follow } from './patience.ts';
import { parseReport, type QaReport } from './qa-report.ts';
import { beginCheck, endCheck, type OpenPage, readSubmission } from './run-check.ts';

export type { Locator, Page } from '@playwright/test';
export { CannotJudge, CheckFailed } from './check-log.ts';
export type { ApiControl, FaultRequest, LoggedRequest, StoredTask } from './control.ts';
export type { Mouse, Point } from './mouse.ts';
export type { QaEntry, QaReport } from './qa-report.ts';
export { expect } from './watched-expect.ts';

interface CheckFixtures {
  /** Runs around every check; never named by a spec. */
  checkRun: OpenPage[];
  /** The fresh app of this check. */
  app: AppAccess;
  /** The browser that looks at the app; never named by a spec. */
  chrome: Browser;
  /** The API's control plane. */
  api: ApiControl;
  /** A page of a new browser context; relative addresses lead to the app. */
  page: Page;
  mouse: Mouse;
  /** Another context of the same browser: other zone, colour scheme, width, or just a stranger's tab. */
  openContext: (options?: BrowserContextOptions) => Promise<Page>;
  /** Uncaught errors of the page of this check, in order. */
  pageErrors: string[];
  /** What the agent handed in. */
  submission: Submission;
  /** qa-report.md in entries. */
  report: QaReport;
}

interface WorkerFixtures {
  browserEnd: undefined;
}

const BLANK_PAGE = { status: 200, contentType: 'text/html', body: '<!doctype html><title>blank</title>' };

const SETUP_TIMEOUT_MS = 300_000;
/** Of Playwright's own actions, which know nothing of a busy page: long enough for a loaded machine. */
const ACTION_TIMEOUT_MS = 30_000;
const NAVIGATION_TIMEOUT_MS = 60_000;

export const test = base.extend<CheckFixtures, WorkerFixtures>({
  browserEnd: [
    async ({ playwright: _playwright }, use) => {
      await use(undefined);
      await closeBrowser();
    },
    { scope: 'worker', auto: true },
  ],

  checkRun: [
    async ({ playwright: _playwright }, use, testInfo) => {
      const pages: OpenPage[] = [];
      await beginCheck(testInfo);
      await use(pages);
      const outcome = await endCheck(testInfo, pages);
      testInfo.annotations.push({ type: OUTCOME_ANNOTATION, description: JSON.stringify(outcome) });
      // A worker that saw a failed test is replaced, at the price of a second per failed check. Under bugsweep the
      // annotation carries the verdict, so the failure may count as expected.
      if (isHosted() && testInfo.status === 'failed') testInfo.fail();
    },
    { auto: true, timeout: SETUP_TIMEOUT_MS },
  ],

  app: [
    async ({ checkRun: _run }, use, testInfo) => {
      await use(await freshAccess(testInfo));
    },
    { timeout: SETUP_TIMEOUT_MS },
  ],

  api: async ({ app }, use) => {
    const endpoint = app.controlSocket === null ? controlByHand() : { socketPath: app.controlSocket };
    if (endpoint === null) throw new CannotJudge('control', 'this app has no control plane');
    await use(createControl(endpoint));
  },

  pageErrors: async ({ checkRun: _run }, use) => {
    await use([]);
  },

  chrome: [
    async ({ app }, use) => {
      await use(await browserFor(app));
    },
    { timeout: SETUP_TIMEOUT_MS },
  ],

  // Opening its page is part of what a check does, and of its time.
  openContext: async ({ app, chrome, checkRun, pageErrors }, use) => {
    await use(async (options = {}) => {
      const context = await chrome.newContext({
        baseURL: app.url,
        viewport: app.viewport,
        javaScriptEnabled: app.pageMode !== 'no-script',
        ...options,
      });
      context.setDefaultTimeout(ACTION_TIMEOUT_MS);
      context.setDefaultNavigationTimeout(NAVIGATION_TIMEOUT_MS);
      if (app.trace !== 'none') await context.tracing.start({ snapshots: true });
      if (app.pageMode === 'blank') await context.route('**/*', (route) => route.fulfill(BLANK_PAGE));
      const page = await context.newPage();
      follow(page);
      page.on('pageerror', (error) => pageErrors.push(error.message));
      page.on('crash', () => noteTrouble('page-crashed', 'the page crashed'));
      checkRun.push({ page, context, access: app });
      return page;
    });
  },

  page: async ({ openContext }, use) => {
    await use(await openContext());
  },

  mouse: async ({ page }, use) => {
    await use(createMouse(page));
  },

  submission: async ({ checkRun: _run }, use, testInfo) => {
    await use(await readSubmission(testInfo.file));
  },

  report: async ({ submission }, use) => {
    await use(parseReport(submission.report ?? ''));
  },
});
