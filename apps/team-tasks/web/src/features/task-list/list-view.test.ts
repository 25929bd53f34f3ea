import { describe, expect, it } from 'vitest';
import { aTask } from '../../test/builders';
import { countByFilter, initialListView, visibleTasks } from './list-view';

const tasks = [
  aTask({ id: 1, title: 'Water the plants', priority: 'low' }),
  aTask({ id: 2, title: 'Book a meeting room', priority: 'high', done: true }),
  aTask({ id: 3, title: 'Pay the plumber', priority: 'high' }),
  aTask({ id: 4, title: 'Open the windows' }),
];

const idsOf = (part: Partial<typeof initialListView>) =>
  visibleTasks(tasks, { ...initialListView, ...part }).map((task) => task.id);

describe('visibleTasks', () => {
  it('shows everything, newest first, to begin with', () => {
    expect(idsOf({})).toEqual([4, 3, 2, 1]);
  });

  it('filters by done', () => {
    expect(idsOf({ filter: 'active' })).toEqual([4, 3, 1]);
    expect(idsOf({ filter: 'done' })).toEqual([2]);
  });

  it('searches for a part of the title in any case', () => {
    expect(idsOf({ search: 'PLU' })).toEqual([3]);
    expect(idsOf({ search: ' the ' })).toEqual([4, 3, 1]);
  });

  it('sorts by priority, then by age', () => {
    expect(idsOf({ sort: 'priority' })).toEqual([3, 2, 4, 1]);
  });

  it('sorts by title', () => {
    expect(idsOf({ sort: 'title' })).toEqual([2, 4, 3, 1]);
  });

  it('leaves the given list as it is', () => {
    visibleTasks(tasks, { ...initialListView, sort: 'title' });
    expect(tasks.map((task) => task.id)).toEqual([1, 2, 3, 4]);
  });
});

describe('countByFilter', () => {
  it('counts all, active and done tasks', () => {
    expect(countByFilter(tasks)).toEqual({ all: 4, active: 3, done: 1 });
  });
});
