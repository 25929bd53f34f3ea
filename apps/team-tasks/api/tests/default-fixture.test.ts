import { describe, expect, test } from 'vitest';
import { loadFixture } from '../src/fixtures/load-fixture.ts';

const data = loadFixture('default');
const titlesWith = (part: string) =>
  data.tasks.filter((task) => task.title.toLowerCase().includes(part)).map((task) => task.id);

describe('tasks', () => {
  test('ten, with ids 1 to 10 and distinct keys', () => {
    expect(data.tasks.map((task) => task.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const task of data.tasks) expect(task.key).toMatch(/^TT-\d{4}$/);
    expect(new Set(data.tasks.map((task) => task.key)).size).toBe(10);
  });

  test('seven active, three done, status in step', () => {
    expect(data.tasks.filter((task) => task.done).map((task) => task.id)).toEqual([3, 7, 9]);
    for (const task of data.tasks) expect(task.status).toBe(task.done ? 'done' : 'todo');
  });

  test('parts of titles', () => {
    expect(titlesWith('lease')).toEqual([1, 5]);
    for (const id of [1, 5]) expect(data.tasks[id - 1]?.title).not.toMatch(/\blease/i);
    expect(titlesWith('rel')).toEqual([1, 2, 4]);
    expect(titlesWith('re')).toEqual([1, 2, 4, 9]);
  });

  test('the active ones with "re" stand differently by creation, priority and title', () => {
    const rank = { high: 0, medium: 1, low: 2 };
    const rows = data.tasks.filter((task) => !task.done && task.title.toLowerCase().includes('re'));
    const byPriority = rows.toSorted((a, b) => rank[a.priority] - rank[b.priority]).map((task) => task.id);
    const byTitle = rows.toSorted((a, b) => a.title.localeCompare(b.title)).map((task) => task.id);
    expect(rows.map((task) => task.id)).toEqual([1, 2, 4]);
    expect(byPriority).toEqual([4, 1, 2]);
    expect(byTitle).toEqual([1, 4, 2]);
  });

  test('no title is part of another, none has digits, none repeats the words of the screens', () => {
    const titles = data.tasks.map((task) => task.title.toLowerCase());
    for (const title of titles) {
      expect(titles.filter((other) => other.includes(title))).toEqual([title]);
      expect(title).not.toMatch(
        /\d|\b(task|done|active|order|credit|delete|edit|save|board|inbox|due|overdue|member|invite)/,
      );
    }
  });

  test('no due dates, checklists, links or repetition', () => {
    for (const task of data.tasks) {
      expect(Object.hasOwn(task, 'dueDate')).toBe(false);
      expect(task).toMatchObject({ checklist: [], relatedIds: [], repeat: 'none', seriesId: null });
    }
  });

  test('mixed priorities, descriptions, two starred, one of the current member', () => {
    for (const priority of ['low', 'medium', 'high']) {
      expect(data.tasks.filter((task) => task.priority === priority && !task.done).length).toBeGreaterThanOrEqual(2);
    }
    expect(data.tasks.every((task) => task.description.length > 0)).toBe(true);
    expect(data.tasks.filter((task) => task.starred).map((task) => task.id)).toEqual([4, 10]);
    expect(data.tasks.filter((task) => task.assigneeId === data.currentMemberId).map((task) => task.id)).toEqual([8]);
  });
});

describe('everything else', () => {
  test('six members with distinct surnames and initials; the current one is the only Owner', () => {
    const surnames = data.members.map((member) => member.name.split(' ').at(-1) ?? '');
    const initials = data.members.map((member) =>
      member.name
        .split(' ')
        .map((word) => word[0])
        .join(''),
    );
    expect(new Set(surnames).size).toBe(6);
    expect(new Set(initials).size).toBe(6);
    expect(data.members.filter((member) => member.role === 'Owner').map((member) => member.id)).toEqual([
      data.currentMemberId,
    ]);
    expect(data.members.map((member) => member.role)).toContain('Viewer');
  });

  test('no pending invites, no orders, balance 250', () => {
    expect(data.invites).toEqual([]);
    expect(data.orders).toEqual([]);
    expect(data.balance).toBe(250);
  });

  test('one task has a thread of four people; others have none', () => {
    const authors = data.comments.filter((comment) => comment.taskId === 1).map((comment) => comment.author.id);
    expect(new Set(authors).size).toBe(4);
    expect(new Set(data.comments.map((comment) => comment.taskId))).toEqual(new Set([1, 4, 5, 9]));
  });

  test('attachments have contents', () => {
    expect(data.attachments.length).toBe(4);
    for (const file of data.attachments) {
      expect(Buffer.from(file.contentBase64, 'base64').length).toBe(file.sizeBytes);
      expect(file.sizeBytes).toBeGreaterThan(80);
    }
  });

  test('more than twenty entries of activity, in order of time, orders among them', () => {
    expect(data.activity.length).toBe(36);
    expect(data.activity.filter((entry) => entry.type === 'order').length).toBe(6);
    const times = data.activity.map((entry) => entry.at);
    expect(times).toEqual(times.toSorted());
    expect(times.at(-1)! < data.clock.now).toBe(true);
  });

  test('two unread notifications', () => {
    expect(data.notifications.filter((entry) => !entry.read).map((entry) => entry.id)).toEqual(['ntf_3', 'ntf_4']);
  });
});

describe('the larger fixtures', () => {
  test('many-tasks: seven pages, done ones on several', () => {
    const { tasks, counters } = loadFixture('many-tasks');
    expect(tasks.length).toBe(134);
    expect(new Set(tasks.map((task) => task.title)).size).toBe(134);
    expect(new Set(tasks.map((task) => task.key)).size).toBe(134);
    expect(tasks.filter((task) => task.done).length).toBe(52);
    expect(counters).toMatchObject({ task: 135, key: 1207 });
    expect(tasks.some((task) => Object.hasOwn(task, 'dueDate'))).toBe(false);
  });

  test('long-thread: 48 comments on task 4', () => {
    const { comments } = loadFixture('long-thread');
    expect(comments.filter((comment) => comment.taskId === 4).length).toBe(48);
    expect(new Set(comments.map((comment) => comment.id)).size).toBe(comments.length);
  });

  test('long-task: task 4 has long texts', () => {
    const task = loadFixture('long-task').tasks.find((candidate) => candidate.id === 4)!;
    expect(task.description.length).toBeGreaterThan(1000);
    expect(task.checklist.length).toBe(12);
    expect(task.notes.split('\n').length).toBe(40);
  });

  test('every load is a fresh copy', () => {
    const first = loadFixture('default');
    first.tasks[0]!.title = 'changed';
    expect(loadFixture('default')).toEqual(data);
  });
});
