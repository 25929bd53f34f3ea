import { type ApiControl, CannotJudge, expect, type Mouse, type Page, test } from 'bugsweep/judge';

/** The fixture holds ten tasks; the task's own fault makes each new one take 900 ms to be stored. */
const BEFORE = 10;
const LONG = { timeout: 20_000 };
/** Room for a second press while the first is being saved, also on a loaded machine. */
const SLOW_MS = 4_000;
/** Longer than any time for which somebody would lock a button by the clock. */
const VERY_SLOW_MS = 8_000;

const titleField = (page: Page) => page.getByRole('textbox', { name: /title|new task|what needs/i }).first();
const addButton = (page: Page) => page.getByRole('button', { name: /\b(add|adding|saving|creating)\b/i }).first();
const rows = (page: Page, title: string) => page.getByRole('main').getByRole('link', { name: title, exact: true });

const creations = (api: ApiControl) => api.requests({ method: 'POST', path: '/api/tasks' });
const stored = async (api: ApiControl, title: string) => (await api.tasks()).filter((task) => task.title === title);

async function open(page: Page): Promise<void> {
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto('/');
  await expect(rows(page, 'Choose new desk lamps')).toBeVisible(LONG);
}

/** As a person does who looks at the field: what did not arrive, because the field was locked, is typed again. */
async function typeTitle(page: Page, mouse: Mouse, title: string): Promise<void> {
  await expect(async () => {
    await mouse.click(titleField(page));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(title);
    await expect(titleField(page)).toHaveValue(title, { timeout: 1_000 });
  }).toPass(LONG);
  await expect(addButton(page)).toBeEnabled(LONG);
}

/** Waits until the API has been asked to store a task, so that what follows falls into the time of saving. */
async function saving(api: ApiControl): Promise<void> {
  await expect.poll(async () => (await creations(api)).length, { intervals: [20], ...LONG }).toBeGreaterThan(0);
}

const isSaving = async (api: ApiControl) => (await creations(api)).some((request) => request.finishedAt === null);

const slowSave = (api: ApiControl, delayMs: number) => api.fault({ method: 'POST', path: '/api/tasks', delayMs });

/**
 * A press that came too late asks nothing of the form: then nobody can say what it would have done. The clock decides,
 * and not whether the request is open: a page may give up its own.
 */
function requireWhileSaving(firstPress: number): void {
  if (Date.now() >= firstPress + SLOW_MS) throw new CannotJudge('too-slow', 'the second press came too late');
}

/** Presses the mouse where the button is, or was: what a hand does that rests there. */
async function pressAgain(page: Page, place: { x: number; y: number }): Promise<void> {
  const button = addButton(page);
  const box = (await button.isVisible()) ? await button.boundingBox({ timeout: 1_000 }).catch(() => null) : null;
  const { x, y } = box === null ? place : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.click(x, y);
}

/** Every request to store a task is answered, and none follows: nothing waits behind the first. */
async function quiet(api: ApiControl): Promise<void> {
  await expect(async () => {
    const before = await creations(api);
    expect(before.filter((request) => request.finishedAt === null)).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await creations(api)).toHaveLength(before.length);
  }).toPass(LONG);
}

async function expectOneTask(page: Page, api: ApiControl, title: string): Promise<void> {
  await expect(rows(page, title).first()).toBeVisible(LONG);
  await quiet(api);
  expect(await stored(api, title), 'stored tasks of that title').toHaveLength(1);
  expect(await api.tasks(), 'stored tasks in all').toHaveLength(BEFORE + 1);
  await expect(rows(page, title), 'rows of that title').toHaveCount(1);
  await expect(titleField(page), 'the title field is empty again').toHaveValue('');
}

test('the fixture is loaded and the mouse reaches the navigation', { tag: '@control' }, async ({
  page,
  api,
  mouse,
}) => {
  expect(await api.tasks()).toHaveLength(BEFORE);
  await open(page);
  await mouse.centre(page.getByRole('link', { name: 'Board' }));
});

test('a double click on Add task stores one task', { tag: '@target' }, async ({ page, api, mouse }) => {
  await open(page);
  await slowSave(api, SLOW_MS);
  await typeTitle(page, mouse, 'Order new badges');
  const place = await mouse.centre(addButton(page));
  const firstPress = Date.now();
  await page.mouse.click(place.x, place.y);
  await saving(api);
  await page.mouse.click(place.x, place.y);
  requireWhileSaving(firstPress);
  await expectOneTask(page, api, 'Order new badges');
});

test('Enter pressed twice stores one task', { tag: '@target' }, async ({ page, api, mouse }) => {
  await open(page);
  await slowSave(api, SLOW_MS);
  await typeTitle(page, mouse, 'Wind the hall clock');
  const firstPress = Date.now();
  await page.keyboard.press('Enter');
  await saving(api);
  await page.keyboard.press('Enter');
  requireWhileSaving(firstPress);
  await expectOneTask(page, api, 'Wind the hall clock');
});

test('a second click half a second later stores one task', { tag: '@target' }, async ({ page, api, mouse }) => {
  await open(page);
  await slowSave(api, SLOW_MS);
  await typeTitle(page, mouse, 'Sharpen the paper cutter');
  const place = await mouse.centre(addButton(page));
  const firstPress = Date.now();
  await page.mouse.click(place.x, place.y);
  await saving(api);
  await page.waitForTimeout(500);
  await pressAgain(page, place);
  requireWhileSaving(firstPress);
  await expectOneTask(page, api, 'Sharpen the paper cutter');
});

test('clicks all through a save of eight seconds store one task', { tag: '@target' }, async ({ page, api, mouse }) => {
  await open(page);
  await slowSave(api, VERY_SLOW_MS);
  await typeTitle(page, mouse, 'Measure the back room');
  const place = await mouse.centre(addButton(page));
  const started = Date.now();
  await page.mouse.click(place.x, place.y);
  await saving(api);
  // The save cannot end before this. The last moment is left out: there a press and the answer may cross.
  const end = started + VERY_SLOW_MS - 500;
  let presses = 0;
  while (Date.now() + 500 < end && (await isSaving(api))) {
    await page.waitForTimeout(500);
    await pressAgain(page, place);
    presses += 1;
  }
  const isLate = Date.now() + 500 >= end;
  if (isLate && presses < 3) throw new CannotJudge('too-slow', `${presses} presses fell into the save`);
  await expectOneTask(page, api, 'Measure the back room');
});

test('tasks can be added one after the other, also two of the same title', { tag: '@preservation' }, async ({
  page,
  api,
  mouse,
}) => {
  await open(page);
  const title = 'Water the plants';
  for (const [index, key] of ['mouse', 'Enter'].entries()) {
    await typeTitle(page, mouse, title);
    if (key === 'mouse') await mouse.click(addButton(page));
    else await page.keyboard.press(key);
    await expect.poll(async () => (await stored(api, title)).length, LONG).toBe(index + 1);
    await expect(rows(page, title)).toHaveCount(index + 1);
    await expect(titleField(page)).toHaveValue('');
    await expect(addButton(page), 'Add task is free for the next one').toBeEnabled();
  }
  expect(await api.tasks()).toHaveLength(BEFORE + 2);
});

test('a task that was refused keeps its title and can be added again', { tag: '@preservation' }, async ({
  page,
  api,
  mouse,
}) => {
  await open(page);
  await api.fault({ method: 'POST', path: '/api/tasks', status: 503, times: 1 });
  await typeTitle(page, mouse, 'Call the plumber');
  await mouse.click(addButton(page));
  await expect.poll(async () => (await creations(api)).map(({ status }) => status), LONG).toEqual([503]);
  await expect(titleField(page), 'what was typed is still there').toHaveValue('Call the plumber');
  await mouse.click(addButton(page));
  await expect(rows(page, 'Call the plumber')).toHaveCount(1, LONG);
  expect(await stored(api, 'Call the plumber')).toHaveLength(1);
});
