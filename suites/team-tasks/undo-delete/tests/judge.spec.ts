import {
  type ApiControl,
  CannotJudge,
  expect,
  type Locator,
  type Mouse,
  type Page,
  type StoredTask,
  test,
} from 'bugsweep/judge';
import { LONG, link, main, open, type Screen } from './screen.ts';

const TWENTY_SECONDS_MS = 20_000;
/** How much of the page's time passes between two looks at a page whose clock is stopped. */
const STEP_MS = 50;

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

/** All that a person has written or chosen; the times and numbers that the server gives are left out. */
function essence(task: StoredTask) {
  const { id: _id, key: _key, createdAt: _created, updatedAt: _updated, ...rest } = task;
  return rest;
}

/** Tasks of this title, each with its comments and files. */
async function storedAs(api: ApiControl, title: string) {
  const { tasks, comments, attachments } = await api.state();
  const of = (things: unknown, { id }: StoredTask) =>
    (things as { id: string; taskId: number }[]).filter(({ taskId }) => taskId === id).map((each) => each.id);
  return tasks
    .filter((task) => task.title === title)
    .map((task) => ({ ...essence(task), comments: of(comments, task), files: of(attachments, task) }));
}

type Stored = Awaited<ReturnType<typeof storedAs>>[number];

/** A task of the fixture with comments and a file, in which nothing is left at its default. */
async function prepare(api: ApiControl, id: number): Promise<Stored> {
  await api.call('PATCH', `/tasks/${id}`, {
    set: {
      status: 'done',
      done: true,
      priority: 'high',
      starred: true,
      notes: 'Ask at the front desk for the key.',
      dueDate: '2026-04-02',
      estimate: 2.5,
      assigneeId: 'mem_104',
      repeat: 'monthly',
      seriesId: 'spring-round',
      checklist: [
        { id: 'item-1', text: 'Read the old list', done: true },
        { id: 'item-2', text: 'Write the new one', done: false },
      ],
      relatedIds: [6, 8],
    },
  });
  const before = (await storedAs(api, (await api.task(id))?.title ?? ''))[0];
  if (before === undefined || before.comments.length === 0 || before.files.length === 0) {
    throw new CannotJudge('fixture', `task ${id} of the fixture has no comments or no file`);
  }
  return before;
}

/** Clicks a Delete and answers the one question that comes. */
async function pressDelete(screen: Screen, mouse: Mouse, place: Locator): Promise<void> {
  const before = screen.questions.length;
  await mouse.click(place.getByRole('button', { name: /delete|remove/i }));
  await expect.poll(() => screen.questions.length - before, 'native questions').toBe(1);
}

/** The task goes, and its message offers Undo, after one question. The page's clock is stopped afterwards. */
async function expectOffer(screen: Screen, mouse: Mouse, place: Locator, title: Locator): Promise<void> {
  const { page, questions } = screen;
  await screen.pause();
  const before = questions.length;
  await pressDelete(screen, mouse, place);
  await expect
    .poll(
      async () => {
        await screen.pass(STEP_MS);
        return {
          undo: await undoButton(page).isVisible(),
          message: await message(page).isVisible(),
          taskIsGone: (await title.filter({ visible: true }).count()) === 0,
        };
      },
      { message: 'once the task has been deleted', intervals: [50], ...LONG },
    )
    .toEqual({ undo: true, message: true, taskIsGone: true });
  expect(questions.length - before, 'native questions').toBe(1);
}

const deleteInList = (screen: Screen, mouse: Mouse, title: string) =>
  expectOffer(screen, mouse, row(screen.page, title), link(screen.page, title));

const heading = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title });

async function openTaskPage(page: Page, mouse: Mouse, title: string): Promise<void> {
  await mouse.click(link(page, title));
  await expect(heading(page, title)).toBeVisible(LONG);
}

async function deleteOnTaskPage(screen: Screen, mouse: Mouse, title: string): Promise<void> {
  await openTaskPage(screen.page, mouse, title);
  await expectOffer(screen, mouse, main(screen.page), heading(screen.page, title));
}

/** Undo can still be had a few seconds later, and is taken. */
async function undo(screen: Screen, mouse: Mouse): Promise<void> {
  const { page } = screen;
  await screen.pass(2_000);
  expect(
    { undo: await undoButton(page).isVisible(), message: await message(page).isVisible() },
    'two seconds later',
  ).toEqual({ undo: true, message: true });
  await mouse.click(undoButton(page));
  await screen.resume();
}

/** No deletion is under way; twenty seconds later the task is stored as before, and a fresh page shows it. */
async function expectKept(screen: Screen, api: ApiControl, before: Stored): Promise<void> {
  const { page } = screen;
  await expect.poll(() => storedAs(api, before.title), { message: 'stored after Undo', ...LONG }).toEqual([before]);
  await screen.pass(TWENTY_SECONDS_MS);
  await expect
    .poll(async () => (await api.requests({ method: 'DELETE' })).filter(({ finishedAt }) => finishedAt === null), LONG)
    .toEqual([]);
  await screen.resume();
  await page.goto('/');
  await expect(link(page, before.title)).toHaveCount(1, LONG);
  await expect(row(page, before.title).getByRole('checkbox')).toBeChecked({ checked: before.done });
  expect(await storedAs(api, before.title), 'stored twenty seconds after Undo').toEqual([before]);
  expect(await api.tasks(), 'stored tasks in all').toHaveLength(10);
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
  const before = await prepare(api, 1);
  const screen = await open(page);
  await deleteInList(screen, mouse, before.title);
  await undo(screen, mouse);
  await expect(link(page, before.title), 'the row is back').toHaveCount(1, LONG);
  await expectKept(screen, api, before);
});

test('Undo after deleting from the task page brings the task back as it was, for good', { tag: '@target' }, async ({
  page,
  api,
  mouse,
}) => {
  const before = await prepare(api, 9);
  const screen = await open(page);
  await deleteOnTaskPage(screen, mouse, before.title);
  await undo(screen, mouse);
  await expect(undoButton(page), 'Undo has been dealt with').toBeHidden(LONG);
  await expect(
    link(page, before.title).or(heading(page, before.title)).filter({ visible: true }).first(),
    'the task is back on the screen, in the list or on its page',
  ).toBeVisible(LONG);
  await expectKept(screen, api, before);
});

test('deletions from the list that are not undone are stored within 20 seconds, and the message goes away', {
  tag: '@target',
}, async ({ page, api, mouse }) => {
  const first = 'Email suppliers to please confirm prices';
  const second = 'Archive the old invoices';
  const screen = await open(page);
  await deleteInList(screen, mouse, first);
  await deleteInList(screen, mouse, second);
  await mouse.leave();
  await screen.pass(TWENTY_SECONDS_MS);
  await expect
    .poll(async () => (await api.tasks()).filter(({ id }) => id === 5 || id === 10).map(({ title }) => title), {
      message: 'deleted tasks that are still stored',
      ...LONG,
    })
    .toEqual([]);
  await screen.resume();
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
  await screen.pass(TWENTY_SECONDS_MS);
  await expect.poll(() => storedAs(api, title), LONG).toEqual([]);
  await screen.resume();
  await page.goto('/');
  await expect(link(page, 'Choose new desk lamps')).toBeVisible(LONG);
  await expect(link(page, title)).toHaveCount(0);
});

test('a deletion is stored within 20 seconds also if the page is loaded again at once', { tag: '@target' }, async ({
  page,
  api,
  mouse,
}) => {
  const title = 'Update the welcome guide';
  const screen = await open(page);
  await deleteInList(screen, mouse, title);
  // The clock still stands: nothing that waits for its time has happened.
  await page.reload();
  await screen.resume();
  await expect(link(page, 'Choose new desk lamps')).toBeVisible(LONG);
  await screen.pass(TWENTY_SECONDS_MS);
  await expect.poll(() => storedAs(api, title), { message: 'the deleted task', ...LONG }).toEqual([]);
});

test('answering No to the question deletes nothing', { tag: '@preservation' }, async ({ page, api, mouse }) => {
  const title = 'Email suppliers to please confirm prices';
  const screen = await open(page, { answer: 'no' });
  await pressDelete(screen, mouse, row(page, title));
  await openTaskPage(page, mouse, title);
  await pressDelete(screen, mouse, main(page));
  await expect(heading(page, title)).toBeVisible();
  await mouse.click(page.getByRole('link', { name: 'Board' }));
  await expect(link(page, 'Choose new desk lamps')).toBeVisible(LONG);
  await pressDelete(screen, mouse, row(page, title));
  await screen.pass(TWENTY_SECONDS_MS);
  await screen.resume();
  await expect(link(page, title)).toBeVisible();
  expect(screen.questions, 'native questions').toHaveLength(3);
  expect(await api.requests({ method: 'DELETE' }), 'deletions sent').toEqual([]);
  expect(await api.tasks()).toHaveLength(10);
});

test('a card can still be deleted on the Board', { tag: '@preservation' }, async ({ page, api, mouse }) => {
  const title = 'Fix the unreliable door sensor';
  const screen = await open(page, { path: '/board' });
  await pressDelete(screen, mouse, row(page, title));
  await expect(link(page, title)).toHaveCount(0, LONG);
  await screen.pass(TWENTY_SECONDS_MS);
  await expect.poll(() => storedAs(api, title), LONG).toEqual([]);
  expect(screen.questions, 'native questions').toHaveLength(1);
});

test('a task whose deletion is refused stays in the list', { tag: '@preservation' }, async ({ page, api, mouse }) => {
  const title = 'Choose new desk lamps';
  await api.fault({ method: 'DELETE', path: '/api/tasks/:id', status: 503 });
  const screen = await open(page);
  await pressDelete(screen, mouse, row(page, title));
  await screen.pass(TWENTY_SECONDS_MS);
  await expect
    .poll(async () => (await api.requests({ method: 'DELETE' })).map(({ status }) => status), LONG)
    .toContain(503);
  await screen.resume();
  await expect(link(page, title), 'the row is there').toBeVisible(LONG);
  expect(await storedAs(api, title)).toHaveLength(1);
});
