import { expect, type Page, test } from 'bugsweep/judge';

const addButton = (page: Page) => page.getByRole('button', { name: /^add task$|^adding|^saving/i });
const titleField = (page: Page) => page.getByRole('textbox', { name: /title/i }).first();
const BEFORE = 10;
/** The API takes 900 ms to store a task; a second one would have been asked for well before this. */
const SETTLED_MS = 4_000;

test('the page shows the ten tasks and its add row can be used', { tag: '@control' }, async ({ page, mouse }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Choose new desk lamps' })).toBeVisible();
  await mouse.click(titleField(page));
  await page.keyboard.type('x');
  await expect(titleField(page)).toHaveValue('x');
});

for (const [name, act] of [
  ['a double click on Add task', 'double-click'],
  ['Enter pressed twice', 'enter'],
  ['a second click half a second later', 'late-click'],
] as const) {
  test(`${name} stores one task`, { tag: '@target' }, async ({ page, api, mouse }) => {
    await page.goto('/');
    await mouse.click(titleField(page));
    const title = `Order new badges ${act}`;
    await page.keyboard.type(title);
    if (act === 'enter') {
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
    } else if (act === 'double-click') await mouse.doubleClick(addButton(page));
    else {
      const place = await mouse.centre(addButton(page));
      await page.mouse.click(place.x, place.y);
      await page.waitForTimeout(500);
      await page.mouse.click(place.x, place.y);
    }
    await expect(page.getByRole('link', { name: title })).toBeVisible();
    await page.waitForTimeout(SETTLED_MS - 900);
    const stored = (await api.tasks()).filter((task) => task.title === title);
    expect(stored, 'stored tasks of that title').toHaveLength(1);
    expect(await api.tasks(), 'stored tasks in all').toHaveLength(BEFORE + 1);
    await expect(page.getByRole('link', { name: title }), 'rows of that title').toHaveCount(1);
    await expect(titleField(page), 'the title field is empty again').toHaveValue('');
  });
}

test('tasks can be added one after the other', { tag: '@preservation' }, async ({ page, api, mouse }) => {
  await page.goto('/');
  for (const title of ['Water the plants', 'Call the plumber']) {
    await mouse.click(titleField(page));
    await page.keyboard.type(title);
    await mouse.click(addButton(page));
    await expect(page.getByRole('link', { name: title })).toBeVisible();
    await expect.poll(async () => (await api.tasks()).filter((task) => task.title === title).length).toBe(1);
  }
  expect(await api.tasks()).toHaveLength(BEFORE + 2);
});
