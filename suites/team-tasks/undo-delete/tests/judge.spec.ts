import { type ApiControl, expect, type Mouse, type Page, type StoredTask, test } from 'bugsweep/judge';

const LONG = { timeout: 20_000 };

const main = (page: Page) => page.getByRole('main');
const link = (page: Page, title: string) => main(page).getByRole('link', { name: title, exact: true });
const row = (page: Page, title: string) => main(page).getByRole('listitem').filter({ hasText: title });
const undoButton = (page: Page) =>
  page
    .getByRole('button', { name: /\bundo\b/i })
    .or(page.getByRole('link', { name: /\bundo\b/i }))
    .or(page.getByText(/^\s*undo\s*$/i))
    .filter({ visible: true })
    .first();
const message = (page: Page) =>
  page
    .getByText(/\b(?:deleted|removed)\b/i)
    .filter({ visible: true })
    .first();

interface Screen {
  page: Page;
  /** What native dialogs have asked. */
  questions: string[];
  /** Lets twenty seconds pass on the page's clock, which stands still afterwards. */
  passTwentySeconds(): Promise<void>;
}

/** Opens the list on a page whose clock runs as usual until it is told to jump; native questions get this answer. */
async function open(page: Page, options: { path?: string; answer?: 'yes' | 'no' } = {}): Promise<Screen> {
  const { path = '/', answer = 'yes' } = options;
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    if (dialog.type() === 'confirm') questions.push(dialog.message());
    return answer === 'yes' || dialog.type() !== 'confirm' ? dialog.accept() : dialog.dismiss();
  });
  const started = Date.now();
  await page.clock.install({ time: started });
  await page.goto(path);
  await expect(link(page, 'Choose new desk lamps')).toBeVisible(LONG);
  return {
    page,
    questions,
    passTwentySeconds: async () => {
      await page.clock.pauseAt(Date.now() + 1_000);
      await page.clock.runFor(19_000);
    },
  };
}

/** What a person knows of a task; its id may be another one. */
function essence({ title, description, priority, done, starred, estimate, assigneeId }: StoredTask) {
  return { title, description, priority, done, starred, estimate, assigneeId };
}

const storedAs = async (api: ApiControl, title: string) =>
  (await api.tasks()).filter((task) => task.title === title).map(essence);

async function deleteRow(screen: Screen, mouse: Mouse, title: string): Promise<void> {
  await mouse.click(row(screen.page, title).getByRole('button', { name: /delete|remove/i }));
}

async function deleteOnTaskPage(screen: Screen, mouse: Mouse, title: string): Promise<void> {
  const { page } = screen;
  await mouse.click(link(page, title));
  const heading = page.getByRole('heading', { level: 1, name: title });
  await expect(heading).toBeVisible(LONG);
  await mouse.click(main(page).getByRole('button', { name: /delete|remove/i }));
  await Promise.all([
    expect(undoButton(page), 'Undo').toBeVisible(LONG),
    expect(message(page), 'a message that the task has been deleted').toBeVisible(LONG),
    expect(heading, 'the deleted task is off the screen').toBeHidden(LONG),
  ]);
}

/** No deletion is under way; twenty seconds later the task is stored as before, and a fresh page shows it. */
async function expectKept(screen: Screen, api: ApiControl, before: StoredTask): Promise<void> {
  const { page } = screen;
  await expect.poll(() => storedAs(api, before.title), LONG).toEqual([essence(before)]);
  await screen.passTwentySeconds();
  await expect
    .poll(async () => (await api.requests({ method: 'DELETE' })).filter(({ finishedAt }) => finishedAt === null), LONG)
    .toEqual([]);
  await page.clock.resume();
  await page.goto('/');
  await expect(link(page, before.title)).toHaveCount(1, LONG);
  await expect(row(page, before.title).getByRole('checkbox')).toBeChecked({ checked: before.done });
  expect(await storedAs(api, before.title), 'stored after Undo').toEqual([essence(before)]);
  expect(await api.tasks(), 'stored tasks in all').toHaveLength(10);
}

async function taskOf(api: ApiControl, id: number): Promise<StoredTask> {
  const task = await api.task(id);
  if (task === undefined) throw new Error(`the fixture has no task ${id}`);
  return task;
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

test('Undo after deleting from the list brings the task back as it was, for good', { tag: '@target' }, async ({
  page,
  api,
  mouse,
}) => {
  const before = await taskOf(api, 3);
  const screen = await open(page);
  await deleteRow(screen, mouse, before.title);
  await Promise.all([
    expect(undoButton(page), 'Undo').toBeVisible(LONG),
    expect(message(page), 'a message that the task has been deleted').toBeVisible(LONG),
    expect(link(page, before.title), 'the row is gone').toHaveCount(0, LONG),
  ]);
  await mouse.click(undoButton(page));
  await expect(link(page, before.title), 'the row is back').toHaveCount(1, LONG);
  await expectKept(screen, api, before);
});

test('Undo after deleting from the task page brings the task back as it was, for good', { tag: '@target' }, async ({
  page,
  api,
  mouse,
}) => {
  const before = await taskOf(api, 7);
  const screen = await open(page);
  await deleteOnTaskPage(screen, mouse, before.title);
  await mouse.click(undoButton(page));
  await expect(undoButton(page), 'Undo has been dealt with').toBeHidden(LONG);
  await expectKept(screen, api, before);
});

test('deletions from the list that are not undone are stored within 20 seconds, and the message goes away', {
  tag: '@target',
}, async ({ page, api, mouse }) => {
  const first = 'Email suppliers to please confirm prices';
  const second = 'Archive the old invoices';
  const screen = await open(page);
  await deleteRow(screen, mouse, first);
  await expect(undoButton(page), 'Undo').toBeVisible(LONG);
  await expect(link(page, first)).toHaveCount(0);
  await deleteRow(screen, mouse, second);
  await Promise.all([
    expect(message(page), 'a message that the task has been deleted').toBeVisible(LONG),
    expect(link(page, second)).toHaveCount(0, LONG),
  ]);
  await mouse.leave();
  await screen.passTwentySeconds();
  await expect
    .poll(async () => (await api.tasks()).filter(({ id }) => id === 5 || id === 10).map(({ title }) => title), {
      message: 'deleted tasks that are still stored',
      ...LONG,
    })
    .toEqual([]);
  await page.clock.resume();
  await expect(undoButton(page), 'the message goes away by itself').toBeHidden(LONG);
  await page.goto('/');
  await expect(link(page, 'Choose new desk lamps')).toBeVisible(LONG);
  await expect(link(page, first)).toHaveCount(0);
  await expect(link(page, second)).toHaveCount(0);
});

test('a deletion from the task page that is not undone is stored within 20 seconds', { tag: '@target' }, async ({
  page,
  api,
  mouse,
}) => {
  const title = 'Relabel the storage shelves';
  const screen = await open(page);
  await deleteOnTaskPage(screen, mouse, title);
  await mouse.leave();
  await screen.passTwentySeconds();
  await expect.poll(() => storedAs(api, title), LONG).toEqual([]);
  await page.clock.resume();
  await page.goto('/');
  await expect(link(page, 'Choose new desk lamps')).toBeVisible(LONG);
  await expect(link(page, title)).toHaveCount(0);
});

test('answering No to the question deletes nothing', { tag: '@preservation' }, async ({ page, api, mouse }) => {
  const title = 'Email suppliers to please confirm prices';
  const screen = await open(page, { answer: 'no' });
  await deleteRow(screen, mouse, title);
  await expect.poll(() => screen.questions.length, 'native questions').toBe(1);
  await screen.passTwentySeconds();
  await page.clock.resume();
  await expect(link(page, title)).toBeVisible();
  expect(await api.requests({ method: 'DELETE' }), 'deletions sent').toEqual([]);
  expect(await api.tasks()).toHaveLength(10);
});

test('a card can still be deleted on the Board', { tag: '@preservation' }, async ({ page, api, mouse }) => {
  const title = 'Fix the unreliable door sensor';
  const screen = await open(page, { path: '/board' });
  await deleteRow(screen, mouse, title);
  await expect(link(page, title)).toHaveCount(0, LONG);
  await screen.passTwentySeconds();
  await expect.poll(() => storedAs(api, title), LONG).toEqual([]);
});

test('a task whose deletion is refused stays in the list', { tag: '@preservation' }, async ({ page, api, mouse }) => {
  const title = 'Choose new desk lamps';
  await api.fault({ method: 'DELETE', path: '/api/tasks/:id', status: 503 });
  const screen = await open(page);
  await deleteRow(screen, mouse, title);
  await screen.passTwentySeconds();
  await expect
    .poll(async () => (await api.requests({ method: 'DELETE' })).map(({ status }) => status), LONG)
    .toContain(503);
  await page.clock.resume();
  await expect(link(page, title), 'the row is there').toBeVisible(LONG);
  expect(await storedAs(api, title)).toHaveLength(1);
});
