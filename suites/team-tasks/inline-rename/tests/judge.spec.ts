import { type ApiControl, CheckFailed, expect, type Locator, type Mouse, type Page, test } from 'bugsweep/judge';
import { linesOf, newText, watchBubbles } from './reasons.ts';

const PATIENCE = { timeout: 20_000 };
/** Of the default fixture; task 2 is not starred. */
const TITLE = 'Draft the spring release notes';
const OTHER = 'Relabel the storage shelves';
const ID = 1;
const OTHER_ID = 2;
const VIEWS = [
  { view: 'list', address: '/tasks' },
  { view: 'Board', address: '/board' },
] as const;

/** Typed in place of the present title, all of which is selected. */
const BLANKS = [
  { what: 'a title of spaces', enter: (page: Page) => page.keyboard.type('   ') },
  { what: 'an empty title', enter: (page: Page) => page.keyboard.press('Delete') },
];

const place = (page: Page, title: string) =>
  page
    .getByRole('listitem')
    .or(page.getByRole('article'))
    .or(page.getByRole('row'))
    .filter({ has: page.getByRole('link', { name: title }) })
    .last();
const titleLink = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });
const EDITABLE =
  'textarea, input:not([type=checkbox], [type=radio], [type=button]), [contenteditable]:not([contenteditable=false])';
const editors = (page: Page) => page.locator(EDITABLE).filter({ visible: true });

interface Opened {
  field: Locator;
  /** Editable fields on the screen before. */
  before: number;
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(titleLink(page, TITLE)).toBeVisible(PATIENCE);
}

/** Rename of the row or card; the field that has the focus then holds the present title. */
async function openRename(page: Page, mouse: Mouse): Promise<Opened> {
  const before = await editors(page).count();
  const row = place(page, TITLE);
  await mouse.hover(row);
  await mouse.click(row.getByRole('button', { name: /rename/i }).first());
  const focused = page.locator(':focus');
  await expect
    .poll(async () => textOf(focused.and(page.locator(EDITABLE))), 'text of the field that has the focus')
    .toBe(TITLE);
  await expect(editors(page), 'one more field than before').toHaveCount(before + 1);
  for (let index = 0; index <= before; index += 1) {
    const field = editors(page).nth(index);
    if ((await field.and(focused).count()) === 1) return { field, before };
  }
  return { field: focused, before };
}

async function textOf(field: Locator): Promise<string | undefined> {
  if ((await field.count()) !== 1) return undefined;
  const isPlain = (await field.getAttribute('contenteditable')) === null;
  return isPlain ? await field.inputValue() : ((await field.textContent()) ?? '');
}

async function typeInstead(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/** What was sent before this has reached the API once the star of another task is stored. */
async function letRequestsArrive(page: Page, api: ApiControl, mouse: Mouse): Promise<void> {
  await mouse.click(place(page, OTHER).getByRole('button', { name: /star/i }).first());
  await expect.poll(async () => (await api.task(OTHER_ID))?.starred).toBe(true);
}

const storedTitle = async (api: ApiControl) => (await api.task(ID))?.title;

test('list and Board show the tasks and take the mouse and the keyboard', { tag: '@control' }, async ({
  page,
  mouse,
}) => {
  await open(page, '/board');
  await mouse.click(page.getByRole('link', { name: 'Tasks', exact: true }));
  const search = page.getByRole('searchbox');
  await mouse.click(search);
  await page.keyboard.type('spring');
  await expect(search).toHaveValue('spring');
  await expect(titleLink(page, TITLE)).toBeVisible();
});

for (const { view, address } of VIEWS) {
  test(`${view}: Rename opens a focused field with the title, and Enter stores and shows the new one`, {
    tag: '@target',
  }, async ({ page, api, mouse }) => {
    await open(page, address);
    const { before } = await openRename(page, mouse);
    await typeInstead(page, 'Publish the spring notes');
    await page.keyboard.press('Enter');
    await expect.poll(() => storedTitle(api), 'stored title').toBe('Publish the spring notes');
    await expect(titleLink(page, 'Publish the spring notes')).toBeVisible();
    await expect(titleLink(page, TITLE)).toHaveCount(0);
    await expect(editors(page), 'the field is closed').toHaveCount(before);
  });

  test(`${view}: Escape closes the field and leaves the title as it was`, { tag: '@target' }, async ({
    page,
    api,
    mouse,
  }) => {
    await open(page, address);
    const { before } = await openRename(page, mouse);
    await typeInstead(page, 'Never mind');
    await page.keyboard.press('Escape');
    await expect(editors(page), 'the field is closed').toHaveCount(before);
    await expect(titleLink(page, TITLE)).toBeVisible();
    await letRequestsArrive(page, api, mouse);
    expect(await storedTitle(api), 'stored title').toBe(TITLE);
    await expect(titleLink(page, TITLE)).toBeVisible();
  });

  for (const { what, enter } of BLANKS) {
    test(`${view}: ${what} is refused with a reason and can be corrected`, { tag: '@target' }, async ({
      page,
      api,
      mouse,
    }) => {
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.accept();
      });
      await open(page, address);
      const bubble = await watchBubbles(page);
      const { field, before } = await openRename(page, mouse);
      const titles = (await api.tasks()).map(({ title }) => title);
      const known = new Set([...(await linesOf(page)), ...titles]);
      await page.keyboard.press('ControlOrMeta+A');
      await enter(page);
      await page.keyboard.press('Enter');
      const reason = async () => dialogs[0] ?? (await bubble()) ?? (await newText(page, known));
      await expect.poll(async () => (await reason()) ?? 'no reason', 'why the title is refused').not.toBe('no reason');
      await expect(editors(page), 'the field stays open').toHaveCount(before + 1);
      expect(await storedTitle(api), 'stored title').toBe(TITLE);
      await mouse.click(field);
      await typeInstead(page, 'Publish the notes after all');
      await page.keyboard.press('Enter');
      await expect.poll(() => storedTitle(api), 'stored title').toBe('Publish the notes after all');
      await expect(titleLink(page, 'Publish the notes after all')).toBeVisible();
    });
  }

  test(`${view}: a title of spaces is not stored`, { tag: '@target' }, async ({ page, api, mouse }) => {
    page.on('dialog', (dialog) => void dialog.accept());
    await open(page, address);
    const { before } = await openRename(page, mouse);
    await typeInstead(page, '   ');
    await page.keyboard.press('Enter');
    await letRequestsArrive(page, api, mouse);
    expect(await storedTitle(api), 'stored title').toBe(TITLE);
    expect(await editors(page).count(), 'fields on the screen').toBeLessThanOrEqual(before + 1);
  });

  test(`${view}: spaces around a title are not stored`, { tag: '@target' }, async ({ page, api, mouse }) => {
    await open(page, address);
    const { field } = await openRename(page, mouse);
    await mouse.click(field);
    await typeInstead(page, '   Notes for spring  ');
    await page.keyboard.press('Enter');
    await expect.poll(() => storedTitle(api), 'stored title').not.toBe(TITLE);
    expect(await storedTitle(api), 'stored title').toBe('Notes for spring');
    await expect(titleLink(page, 'Notes for spring')).toBeVisible();
  });

  test(`${view}: a title still opens its task`, { tag: '@preservation' }, async ({ page, mouse }) => {
    await open(page, address);
    await mouse.click(titleLink(page, TITLE));
    await expect(page).toHaveURL(/\/tasks\/1\/?$/);
    await expect(page.getByRole('heading', { name: TITLE })).toBeVisible(PATIENCE);
  });
}

async function rename(page: Page, api: ApiControl, mouse: Mouse, title: string): Promise<void> {
  await openRename(page, mouse);
  await typeInstead(page, title);
  await page.keyboard.press('Enter');
  await expect.poll(() => storedTitle(api), 'stored title').toBe(title);
  await expect(titleLink(page, title)).toBeVisible();
}

/** A point of the card, as far to the right of its title as can be, where there is no button. */
async function freeSpot(page: Page, title: string): Promise<{ x: number; y: number }> {
  const card = place(page, title);
  await card.scrollIntoViewIfNeeded();
  const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const area = await boxOf(card);
  const text = await boxOf(titleLink(page, title));
  const buttons = await Promise.all((await card.getByRole('button').all()).map(boxOf));
  const y = text.y + text.height / 2;
  for (let x = area.x + area.width - 12; x > area.x + 4; x -= 12) {
    if (
      buttons.every((box) => x < box.x - 4 || x > box.x + box.width + 4 || y < box.y - 4 || y > box.y + box.height + 4)
    )
      return { x, y };
  }
  throw new CheckFailed('a card with a spot without buttons beside its title', JSON.stringify({ area, buttons }));
}

/** A native question is answered with Yes. */
async function deleteTask(page: Page, api: ApiControl, mouse: Mouse, title: string): Promise<void> {
  page.on('dialog', (dialog) => void dialog.accept());
  const row = place(page, title);
  await mouse.hover(row);
  await mouse.click(row.getByRole('button', { name: /delete/i }).first());
  await expect
    .poll(() => storedTitle(api), { message: 'stored title of the deleted task', ...PATIENCE })
    .toBe(undefined);
  await expect(titleLink(page, title)).toHaveCount(0);
}

test('list: a renamed task can still be starred, ticked and deleted in its row', { tag: '@target' }, async ({
  page,
  api,
  mouse,
}) => {
  await open(page, '/tasks');
  const title = 'Publish the spring notes';
  await rename(page, api, mouse, title);
  const row = place(page, title);
  await mouse.hover(row);
  await mouse.click(row.getByRole('button', { name: /star/i }).first());
  await expect.poll(async () => (await api.task(ID))?.starred, { message: 'starred', ...PATIENCE }).toBe(true);
  await mouse.click(row.getByRole('checkbox'));
  await expect.poll(async () => (await api.task(ID))?.done, { message: 'done', ...PATIENCE }).toBe(true);
  await deleteTask(page, api, mouse, title);
});

test('Board: a renamed card can still be dragged, opened at a free spot, and deleted', { tag: '@target' }, async ({
  page,
  api,
  mouse,
}) => {
  await open(page, '/board');
  const title = 'Publish the spring notes';
  await rename(page, api, mouse, title);
  const done = page.getByRole('region', { name: /^done/i });
  await mouse.drag(titleLink(page, title), done);
  await expect.poll(async () => (await api.task(ID))?.done, { message: 'done', ...PATIENCE }).toBe(true);
  await expect(done.getByRole('link', { name: title, exact: true })).toBeVisible(PATIENCE);
  const spot = await freeSpot(page, title);
  await page.mouse.click(spot.x, spot.y);
  await expect(page, 'the address after a click on the free part of the card').toHaveURL(/\/tasks\/1\/?$/, PATIENCE);
  await page.goBack();
  await expect(titleLink(page, title)).toBeVisible(PATIENCE);
  await deleteTask(page, api, mouse, title);
});

test('a task can still be starred and finished on the Board', { tag: '@preservation' }, async ({
  page,
  api,
  mouse,
}) => {
  await open(page, '/board');
  await mouse.click(place(page, TITLE).getByRole('button', { name: /star/i }).first());
  await expect.poll(async () => (await api.task(ID))?.starred).toBe(true);
  await mouse.click(
    place(page, TITLE)
      .getByRole('button', { name: /mark (as )?done/i })
      .first(),
  );
  await expect.poll(async () => (await api.task(ID))?.done).toBe(true);
});

test('the Edit dialog of the list still saves a title', { tag: '@preservation' }, async ({ page, api, mouse }) => {
  await open(page, '/tasks');
  const row = place(page, TITLE);
  await mouse.hover(row);
  await mouse.click(row.getByRole('button', { name: /^edit/i }).first());
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: 'Title' });
  await mouse.click(field);
  await typeInstead(page, 'Edited in the dialog');
  await mouse.click(dialog.getByRole('button', { name: 'Save' }));
  await expect.poll(() => storedTitle(api), 'stored title').toBe('Edited in the dialog');
  await expect(titleLink(page, 'Edited in the dialog')).toBeVisible();
});
