import { type ApiControl, expect, type Locator, type Page, test } from 'bugsweep/judge';

const LONG = { timeout: 20_000 };

/** Saves of these two are refused by the task's own faults: one for the list, one for the Board. */
const REFUSED_IN_LIST = { id: 6, title: 'Update the welcome guide' };
const REFUSED_ON_BOARD = { id: 2, title: 'Relabel the storage shelves' };

const row = (page: Page, title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title });
const tick = (page: Page, title: string) => row(page, title).getByRole('checkbox');
const column = (page: Page, name: RegExp) => page.getByRole('region', { name });
const card = (column: Locator, title: string) => column.getByRole('listitem').filter({ hasText: title });
const TO_DO = /^to.?do/i;
const DONE = /^done/i;

/** Words of somebody who reports that a change was not stored, in as many ways as we could think of. */
const FAILURE =
  /\b(?:not|never|cannot|unable|fail\w*|error\w*|wrong|problem\w*|trouble|issue|oops|sorry|refus\w*|reject\w*|denied|unavailable|unsaved|lost|offline|again|retry|undone|revert\w*|restored|(?:rolled|taken|put|changed|went|gone|set|moved) back)\b|n['’]t\b/i;
const SUCCESS = /\b(?:success\w*|saved|updated|completed|done)\b/i;

/** Collects native dialogs; what they say counts as a message. A question is answered with No. */
async function open(page: Page, path: string): Promise<string[]> {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    return dialog.type() === 'alert' ? dialog.accept() : dialog.dismiss();
  });
  await page.goto(path);
  await expect(page.getByRole('main').getByRole('link', { name: 'Choose new desk lamps' })).toBeVisible(LONG);
  return dialogs;
}

/** What a person can read on the page that tells of a failure. */
async function complaints(page: Page): Promise<string[]> {
  const alerts = page.getByRole('alert').or(page.getByRole('alertdialog'));
  const texts: string[] = [];
  for (const found of await page.getByText(FAILURE).or(alerts).filter({ visible: true }).all()) {
    const box = await found.boundingBox({ timeout: 500 }).catch(() => null);
    const text = (await found.textContent({ timeout: 500 }).catch(() => null)) ?? '';
    const tellsOfFailure = FAILURE.test(text) || (text.trim() !== '' && !SUCCESS.test(text));
    if (box !== null && box.width > 8 && box.height > 8 && box.x + box.width > 0 && tellsOfFailure) texts.push(text);
  }
  return texts;
}

async function expectMessage(page: Page, dialogs: readonly string[]): Promise<void> {
  await expect
    .poll(async () => [...dialogs, ...(await complaints(page))].length, {
      message: 'messages that tell of the failure',
      intervals: [100],
      ...LONG,
    })
    .toBeGreaterThan(0);
}

/** Waits until the API has answered a change of this task with this status. */
async function expectAnswer(api: ApiControl, id: number, status: number): Promise<void> {
  const answers = async () =>
    (await api.requests({ method: 'PATCH', path: `/api/tasks/${id}` })).map((request) => request.status);
  await expect.poll(answers, { message: `answers to a change of task ${id}`, ...LONG }).toContain(status);
}

/** Closes a dialog of the page, should the message be one. */
async function closeDialog(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).filter({ visible: true }).first();
  if (!(await dialog.isVisible())) return;
  const close = dialog.getByRole('button', { name: /ok|close|dismiss|got it|cancel|understood/i }).first();
  if (await close.isVisible()) await close.click();
  else await page.keyboard.press('Escape');
}

test('the fixture is loaded and the mouse reaches the navigation', { tag: '@control' }, async ({
  page,
  api,
  mouse,
}) => {
  expect(await api.tasks()).toHaveLength(10);
  await open(page, '/');
  await mouse.centre(page.getByRole('link', { name: 'Board' }));
});

test('a tick that cannot be saved is taken back in the list, with a message', { tag: '@target' }, async ({
  page,
  api,
  mouse,
}) => {
  const { id, title } = REFUSED_IN_LIST;
  const dialogs = await open(page, '/');
  expect(await complaints(page), 'messages before anything was done').toEqual([]);
  await mouse.click(tick(page, title));
  await expectMessage(page, dialogs);
  await expectAnswer(api, id, 503);
  await expect(tick(page, title)).not.toBeChecked(LONG);
  expect((await api.task(id))?.done).toBe(false);
});

test('an untick that cannot be saved is taken back too', { tag: '@target' }, async ({ page, api, mouse }) => {
  const title = 'Collect photos for the team page';
  await api.fault({ method: 'PATCH', path: '/api/tasks/:id', id: 7, status: 503 });
  const dialogs = await open(page, '/');
  await mouse.click(tick(page, title));
  await expectMessage(page, dialogs);
  await expectAnswer(api, 7, 503);
  await expect(tick(page, title)).toBeChecked(LONG);
});

test('on the task page, a change of Completed that cannot be saved is taken back, with a message', {
  tag: '@target',
}, async ({ page, api, mouse }) => {
  const { id, title } = REFUSED_IN_LIST;
  const dialogs = await open(page, '/');
  await mouse.click(row(page, title).getByRole('link', { name: title }));
  const completed = page.getByRole('main').getByRole('checkbox', { name: /completed|done/i });
  await expect(completed).toBeVisible(LONG);
  expect(await complaints(page), 'messages before anything was done').toEqual([]);
  await mouse.click(completed);
  await expectMessage(page, dialogs);
  await expectAnswer(api, id, 503);
  await expect(completed).not.toBeChecked(LONG);
  expect((await api.task(id))?.done).toBe(false);
});

test('on the Board, a card that cannot be marked done stays in To do, with a message', { tag: '@target' }, async ({
  page,
  api,
  mouse,
}) => {
  const { id, title } = REFUSED_ON_BOARD;
  const dialogs = await open(page, '/board');
  expect(await complaints(page), 'messages before anything was done').toEqual([]);
  await mouse.click(card(column(page, TO_DO), title).getByRole('button', { name: /done|complete/i }));
  await expectMessage(page, dialogs);
  await expectAnswer(api, id, 503);
  await expect(card(column(page, TO_DO), title)).toBeVisible(LONG);
  await expect(card(column(page, DONE), title)).toHaveCount(0, LONG);
});

test('on the Board, a card that cannot be reopened stays in Done, with a message', { tag: '@target' }, async ({
  page,
  api,
  mouse,
}) => {
  const title = 'Collect photos for the team page';
  await api.fault({ method: 'PATCH', path: '/api/tasks/:id', id: 7, status: 503 });
  const dialogs = await open(page, '/board');
  expect(await complaints(page), 'messages before anything was done').toEqual([]);
  await mouse.click(card(column(page, DONE), title).getByRole('button', { name: /reopen/i }));
  await expectMessage(page, dialogs);
  await expectAnswer(api, 7, 503);
  await expect(card(column(page, DONE), title)).toBeVisible(LONG);
  await expect(card(column(page, TO_DO), title)).toHaveCount(0, LONG);
});

test('a tick that was refused can be made again later', { tag: '@target' }, async ({ page, api, mouse }) => {
  const { id, title } = REFUSED_IN_LIST;
  const dialogs = await open(page, '/');
  await mouse.click(tick(page, title));
  // Some ask several times before they give up: the message says that they have.
  await expectMessage(page, dialogs);
  await expectAnswer(api, id, 503);
  await expect(tick(page, title)).not.toBeChecked(LONG);
  await closeDialog(page);
  await api.liftFaults();
  await mouse.click(tick(page, title));
  await expect.poll(async () => (await api.task(id))?.done, LONG).toBe(true);
  await expect(tick(page, title)).toBeChecked();
});

test('a tick that can be saved stays, without a message', { tag: '@preservation' }, async ({ page, api, mouse }) => {
  const title = 'Email suppliers to please confirm prices';
  const dialogs = await open(page, '/');
  await mouse.click(tick(page, title));
  await expectAnswer(api, 5, 200);
  await expect(tick(page, title)).toBeChecked();
  // A later save comes back after the tick's answer has been dealt with.
  await mouse.click(row(page, title).getByRole('button', { name: /star/i }));
  await expect.poll(async () => (await api.task(5))?.starred, LONG).toBe(true);
  expect([...dialogs, ...(await complaints(page))], 'messages after a save that went well').toEqual([]);
  await expect(tick(page, title)).toBeChecked();
  expect((await api.task(5))?.done).toBe(true);
});

test('on the Board, Mark done and Reopen still save, and cards have no checkbox', { tag: '@preservation' }, async ({
  page,
  api,
  mouse,
}) => {
  await open(page, '/board');
  const doneCards = column(page, DONE).getByRole('listitem');
  await expect(doneCards).toHaveCount(3);
  await expect(doneCards.getByRole('button', { name: /reopen/i }), 'Reopen on every done card').toHaveCount(3);
  await expect(page.getByRole('main').getByRole('checkbox'), 'checkboxes on cards').toHaveCount(0);

  const finished = 'Draft the spring release notes';
  await mouse.click(card(column(page, TO_DO), finished).getByRole('button', { name: /done|complete/i }));
  await expect.poll(async () => (await api.task(1))?.done, LONG).toBe(true);
  await expect(card(column(page, DONE), finished).getByRole('button', { name: /reopen/i })).toBeVisible();

  const reopened = 'Compare three payroll services';
  await mouse.click(card(column(page, DONE), reopened).getByRole('button', { name: /reopen/i }));
  await expect.poll(async () => (await api.task(9))?.done, LONG).toBe(false);
  await expect(card(column(page, TO_DO), reopened)).toBeVisible();
});
