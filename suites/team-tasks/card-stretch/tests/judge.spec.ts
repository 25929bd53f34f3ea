import { type ApiControl, CheckFailed, expect, type Locator, type Mouse, type Page, test } from 'bugsweep/judge';

const PATIENCE = { timeout: 20_000 };
/** Of the default fixture. 3, 7 and 9 are done; none of these is starred. */
const TITLES = {
  1: 'Draft the spring release notes',
  5: 'Email suppliers to please confirm prices',
  6: 'Update the welcome guide',
  7: 'Collect photos for the team page',
  8: 'Choose new desk lamps',
  9: 'Compare three payroll services',
} as const;
type TaskId = keyof typeof TITLES;

const titleLink = (page: Page, id: TaskId) => page.getByRole('link', { name: TITLES[id] });
const card = (page: Page, id: TaskId) =>
  page.getByRole('listitem').or(page.getByRole('article')).filter({ hasText: TITLES[id] }).last();
const button = (page: Page, id: TaskId, name: RegExp) => card(page, id).getByRole('button', { name }).first();
const isOnBoard = (page: Page) => new URL(page.url()).pathname.replace(/\/$/, '') === '/board';

async function openBoard(page: Page): Promise<void> {
  await page.goto('/board');
  await expect(titleLink(page, 1)).toBeVisible(PATIENCE);
}

/** The change is stored while the Board stays where it is. */
async function expectOnBoard(page: Page, what: string, isStored: () => Promise<boolean>): Promise<void> {
  await expect.poll(async () => !isOnBoard(page) || (await isStored()), `${what}, or the Board is left`).toBe(true);
  const address = page.url();
  if (!isOnBoard(page)) throw new CheckFailed(`the Board stays open and ${what}`, `the page went to ${address}`);
  await expect(page.getByRole('heading', { name: 'Board' })).toBeVisible();
  expect(await isStored(), what).toBe(true);
  expect(isOnBoard(page), 'the Board is still open').toBe(true);
}

async function expectTaskPage(page: Page, id: TaskId): Promise<void> {
  await expect(page).toHaveURL((address) => address.pathname.replace(/\/$/, '') === `/tasks/${id}`);
  await expect(page.getByRole('heading', { name: TITLES[id] })).toBeVisible(PATIENCE);
}

test('the Board shows its cards and the mouse reaches the navigation', { tag: '@control' }, async ({ page, mouse }) => {
  await openBoard(page);
  await mouse.click(page.getByRole('link', { name: 'Settings' }));
  await expect(page).toHaveURL(/\/settings/);
});

test('a click on the star of a card stars the task and stays on the Board', { tag: '@target' }, async ({
  page,
  api,
  mouse,
}) => {
  await openBoard(page);
  for (const id of [1, 7] as const) {
    await pressReached(mouse, button(page, id, /star/i));
    await expectOnBoard(page, `task ${id} is stored as starred`, async () => (await api.task(id))?.starred === true);
  }
});

test('a click on Mark done finishes the task and stays on the Board', { tag: '@target' }, async ({
  page,
  api,
  mouse,
}) => {
  await openBoard(page);
  await pressReached(mouse, button(page, 5, /mark (as )?done|complete/i));
  await expectOnBoard(page, 'task 5 is stored as done', async () => (await api.task(5))?.done === true);
});

test('a click on Reopen opens the task again and stays on the Board', { tag: '@target' }, async ({
  page,
  api,
  mouse,
}) => {
  await openBoard(page);
  await pressReached(mouse, button(page, 9, /reopen|not done/i));
  await expectOnBoard(page, 'task 9 is stored as not done', async () => (await api.task(9))?.done === false);
});

test('a click on Delete deletes the task and stays on the Board', { tag: '@target' }, async ({ page, api, mouse }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await openBoard(page);
  await pressReached(mouse, button(page, 8, /delete/i));
  await confirmIfAsked(page, api, mouse);
  await expectOnBoard(page, 'task 8 is stored as deleted', async () => (await api.task(8)) === undefined);
});

test("a click on the empty part of a card's footer opens its task", { tag: '@preservation' }, async ({ page }) => {
  await openBoard(page);
  const place = await emptyPlace(page, 6);
  await page.mouse.click(place.x, place.y);
  await expectTaskPage(page, 6);
});

test('a click at any other free spot of a card opens its task', { tag: '@preservation' }, async ({ page }) => {
  for (const where of ['left', 'right', 'top', 'beside the title'] as const) {
    await openBoard(page);
    const spot = await freeSpot(page, 6, where);
    await page.mouse.click(spot.x, spot.y);
    await expectTaskPage(page, 6);
  }
});

test('a card can still be dragged to the other column', { tag: '@preservation' }, async ({ page, api, mouse }) => {
  await openBoard(page);
  await mouse.drag(titleLink(page, 1), page.getByRole('region', { name: /^done/i }));
  await expectOnBoard(page, 'task 1 is stored as done', async () => (await api.task(1))?.done === true);
});

test("a click on a card's title opens its task", { tag: '@preservation' }, async ({ page, mouse }) => {
  await openBoard(page);
  await mouse.click(titleLink(page, 9));
  await expectTaskPage(page, 9);
});

/** Presses where a person would: at the visible centre, whatever lies on top there. */
async function pressReached(mouse: Mouse, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await mouse.click(target);
}

/** A native confirm is accepted as it comes; a dialog of the page is answered here. */
async function confirmIfAsked(page: Page, api: ApiControl, mouse: Mouse): Promise<void> {
  const yes = page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: /delete|yes|confirm|ok/i })
    .first();
  await expect
    .poll(async () => !isOnBoard(page) || (await api.task(8)) === undefined || (await yes.isVisible()))
    .toBe(true);
  if (await yes.isVisible()) await mouse.click(yes);
}

/** Between the priority and the first button, at the height of the buttons. */
async function emptyPlace(page: Page, id: TaskId): Promise<{ x: number; y: number }> {
  await card(page, id).scrollIntoViewIfNeeded();
  const buttons = await Promise.all((await card(page, id).getByRole('button').all()).map((each) => each.boundingBox()));
  const row = buttons.filter((box) => box !== null).sort((a, b) => a.x - b.x);
  const priority = await card(page, id)
    .getByText(/^(?:low|medium|high)$/i)
    .boundingBox();
  const first = row[0];
  if (first === undefined || priority === null || first.x - (priority.x + priority.width) < 30) {
    throw new CheckFailed('a card with a priority, free space and buttons', JSON.stringify({ priority, row }));
  }
  return { x: (priority.x + priority.width + first.x) / 2, y: first.y + first.height / 2 };
}

/** A point of the card just inside its edge, or in the row of its title where the text has ended. */
async function freeSpot(
  page: Page,
  id: TaskId,
  where: 'left' | 'right' | 'top' | 'beside the title',
): Promise<{ x: number; y: number }> {
  await card(page, id).scrollIntoViewIfNeeded();
  const area = await card(page, id).boundingBox();
  const text = await titleLink(page, id).boundingBox();
  if (area === null || text === null) throw new CheckFailed('a card with a title', 'it has no box');
  const end = area.x + area.width;
  const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
  if (where === 'left') return { x: area.x + 5, y: middle.y };
  if (where === 'right') return { x: end - 5, y: middle.y };
  if (where === 'top') return { x: middle.x, y: area.y + 5 };
  return { x: Math.max((text.x + text.width + end) / 2, end - 60), y: text.y + text.height / 2 };
}
