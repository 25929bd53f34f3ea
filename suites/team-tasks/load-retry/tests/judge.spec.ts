import { type ApiControl, CannotJudge, expect, type Page, test } from 'bugsweep/judge';

const LONG = { timeout: 30_000 };
/** Long enough for several looks at the page while the list is being asked for. */
const SLOW_MS = 4_000;

const main = (page: Page) => page.getByRole('main');
const taskLinks = (page: Page) => main(page).locator('a[href*="/tasks/"]');
const RETRY = /\b(?:re-?try|try|again|re-?load|load|refresh)\b/i;
const retry = (page: Page) =>
  page
    .getByRole('button', { name: RETRY })
    .or(page.getByRole('link', { name: RETRY }))
    .filter({ visible: true })
    .first();

const FAILURE =
  /\b(?:not|cannot|unable|fail\w*|error\w*|wrong|problem\w*|trouble|oops|sorry|unavailable|unreachable|offline|down|could be (?:loaded|fetched))\b|n['’]t\b/i;
/** Words that tell of it, or an alert. A button that asks again is none: it may be there all the time. */
const failure = (page: Page) => page.getByText(FAILURE).or(page.getByRole('alert')).filter({ visible: true }).first();

/** "There are no tasks", in the words that a list uses; "No tasks could be loaded" tells of a failure. */
const EMPTY =
  /\bno (?:open |active )?tasks?\b(?! (?:could|can|were))|\bnothing (?:here|to do|to show|yet)\b|\b(?:is|list) empty\b|\b0 tasks\b/i;
const emptiness = (page: Page) => main(page).getByText(EMPTY).filter({ visible: true });

/** What a search that finds nothing may say, and what only an empty list may. */
const NOTE = /\b(?:no|not|none|nothing|zero|0)\b|n['’]t\b/i;
const NONE_AT_ALL = /\byet\b|\b(?:is|list) empty\b|\bthere are no tasks\W*$/i;

const listRequests = (api: ApiControl) => api.requests({ method: 'GET', path: '/api/tasks' });

/** Counts the times that the whole page is loaded. */
async function open(page: Page): Promise<{ pageLoads: number }> {
  const seen = { pageLoads: 0 };
  page.on('dialog', (dialog) => (dialog.type() === 'alert' ? dialog.accept() : dialog.dismiss()));
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) seen.pageLoads += 1;
  });
  await page.clock.install({ time: Date.now() });
  await page.goto('/');
  return seen;
}

/** A clock cannot be stopped in the past, and the page's goes on until the page has heard of it. */
const MARGIN_MS = 5_000;
const NO_REQUEST_MS = 12_000;
const AT_ONCE_MS = 500;

const underWay = async (api: ApiControl) =>
  (await listRequests(api)).filter((request) => request.finishedAt === null).length;

/**
 * Stops the page's clock just after the page has asked by itself, should it do that every few seconds: what it asks for
 * now, it is made to.
 */
async function stopClock(page: Page, api: ApiControl): Promise<void> {
  await page.clock.pauseAt(Date.now() + MARGIN_MS);
  const before = (await listRequests(api)).length;
  for (let passed = 0; passed < NO_REQUEST_MS; passed += 250) {
    await page.clock.runFor(250);
    if ((await listRequests(api)).length > before) break;
  }
  // The answer has to reach the screen, which takes some of the page's time.
  await expect.poll(() => underWay(api), LONG).toBe(0);
  for (let step = 0; step < 4; step += 1) {
    await page.waitForTimeout(50);
    await page.clock.runFor(20);
  }
}

/** Waits for a request that comes of what has just been done: next to no time passes for the page. */
async function expectRequest(page: Page, api: ApiControl, before: number): Promise<void> {
  let passed = 0;
  await expect
    .poll(
      async () => {
        if (passed < AT_ONCE_MS) await page.clock.runFor(50);
        passed += 50;
        return (await listRequests(api)).length;
      },
      { message: 'requests after Retry', ...LONG },
    )
    .toBeGreaterThan(before);
}

/**
 * Who has not looked while the list was asked for cannot say what was shown then. `firstLook` is in time before the
 * answer can come, whatever the page does with its request.
 */
function requireLook(looks: number, firstLook: number, asked: number): void {
  if (looks === 0 && firstLook >= asked + SLOW_MS) {
    throw new CannotJudge('too-slow', 'no look at the page fell into the time of loading');
  }
}

async function expectNoClaimOfEmptiness(page: Page, when: string): Promise<void> {
  expect(await emptiness(page).allTextContents(), `claims that there are no tasks, ${when}`).toEqual([]);
}

test('the fixture is loaded and the mouse reaches the navigation', { tag: '@control' }, async ({
  page,
  api,
  mouse,
}) => {
  expect(await api.tasks()).toHaveLength(10);
  await open(page);
  await mouse.centre(page.getByRole('link', { name: 'Board' }));
});

test('a list that cannot be loaded says so and does not claim to be empty', { tag: '@target' }, async ({ page }) => {
  await open(page);
  await expect(failure(page), 'an error').toBeVisible(LONG);
  await expectNoClaimOfEmptiness(page, 'after the list was refused');
});

test('a list that cannot be loaded for another reason is not empty either', { tag: '@target' }, async ({
  page,
  api,
}) => {
  await api.liftFaults();
  const lift = await api.fault({ method: 'GET', path: '/api/tasks', status: 500 });
  await open(page);
  await expect(failure(page), 'an error after an answer of 500').toBeVisible(LONG);
  await expectNoClaimOfEmptiness(page, 'after an answer of 500');
  await lift();
  await page.route(
    (address) => address.pathname === '/api/tasks',
    (route) => route.abort('connectionreset'),
  );
  await page.goto('/');
  await expect(failure(page), 'an error after a broken connection').toBeVisible(LONG);
  await expectNoClaimOfEmptiness(page, 'after a broken connection');
});

test('Retry while the server still fails asks again, without a page load and without claiming that there are no tasks', {
  tag: '@target',
}, async ({ page, api, mouse }) => {
  const seen = await open(page);
  await expect(retry(page)).toBeVisible(LONG);
  await stopClock(page, api);
  await api.fault({ method: 'GET', path: '/api/tasks', status: 503, delayMs: SLOW_MS });
  const before = (await listRequests(api)).length;
  const asked = Date.now();
  await mouse.click(retry(page));
  await expectRequest(page, api, before);
  await page.clock.resume();
  const claims: string[] = [];
  const look = async () => claims.push(...(await emptiness(page).allTextContents()));
  let looks = 0;
  let firstLook: number | undefined;
  await expect(async () => {
    await look();
    firstLook ??= Date.now();
    const open = await underWay(api);
    if (open > 0) looks += 1;
    expect(open, 'requests for the list that are under way').toBe(0);
    await expect(failure(page)).toBeVisible({ timeout: 1_000 });
  }).toPass({ intervals: [100], ...LONG });
  requireLook(looks, firstLook ?? asked, asked);
  // The answer may not have reached the screen yet.
  for (let time = 0; time < 4; time += 1) {
    await page.waitForTimeout(150);
    await look();
  }
  expect(claims, 'claims that there are no tasks, from Retry to the next refusal').toEqual([]);
  await expect(failure(page), 'the error after Retry').toBeVisible(LONG);
  expect(seen.pageLoads, 'page loads').toBe(1);
});

test('Retry after the server has recovered shows all ten tasks, without a page load, and the error is gone', {
  tag: '@target',
}, async ({ page, api }) => {
  const seen = await open(page);
  await expect(retry(page)).toBeVisible(LONG);
  await api.liftFaults();
  // A page that asks by itself may be quicker; what counts is that the tasks come.
  await retry(page)
    .click()
    .catch(() => {});
  await expect(taskLinks(page)).toHaveCount(10, LONG);
  await expect(main(page).getByRole('link', { name: 'Choose new desk lamps' })).toBeVisible();
  await expect(failure(page), 'the error has gone').toBeHidden(LONG);
  await expectNoClaimOfEmptiness(page, 'beside ten tasks');
  expect(seen.pageLoads, 'page loads').toBe(1);
});

test('a slow list is neither reported as failed nor as empty', { tag: '@preservation' }, async ({ page, api }) => {
  await api.liftFaults();
  await api.fault({ method: 'GET', path: '/api/tasks', delayMs: SLOW_MS });
  const asked = Date.now();
  await open(page);
  const failures: string[] = [];
  let looks = 0;
  let firstLook: number | undefined;
  await expect(async () => {
    const isUnderWay = (await underWay(api)) > 0;
    const texts = [...(await emptiness(page).allTextContents())];
    if (await failure(page).isVisible()) texts.push('an error');
    firstLook ??= Date.now();
    if (isUnderWay && (await underWay(api)) > 0) {
      looks += 1;
      failures.push(...texts);
    }
    expect(await taskLinks(page).count()).toBe(10);
  }).toPass({ intervals: [150], ...LONG });
  requireLook(looks, firstLook ?? asked, asked);
  expect(failures, 'said while the list was loading').toEqual([]);
  await expect(failure(page)).toBeHidden();
});

test('a list that really is empty still says so', { tag: '@preservation' }, async ({ page, api }) => {
  await api.liftFaults();
  for (const { id } of await api.tasks()) await api.call('POST', `/tasks/${id}/delete`, { silent: true });
  await open(page);
  await expect(emptiness(page).first()).toBeVisible(LONG);
  await expect(failure(page)).toBeHidden();
});

test('a search that finds nothing says so in other words, and is undone by clearing it', {
  tag: '@preservation',
}, async ({ page, api, mouse }) => {
  await api.liftFaults();
  await open(page);
  await expect(taskLinks(page)).toHaveCount(10, LONG);
  await mouse.click(page.getByRole('searchbox'));
  await page.keyboard.type('zzz');
  await expect(taskLinks(page), 'tasks that match').toHaveCount(0, LONG);
  await expect(main(page).getByText(NOTE).filter({ visible: true }).first(), 'a note that none match').toBeVisible();
  expect(await main(page).getByText(NONE_AT_ALL).allTextContents(), 'claims that there are no tasks at all').toEqual(
    [],
  );
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  await expect(taskLinks(page), 'tasks without a search').toHaveCount(10, LONG);
});
