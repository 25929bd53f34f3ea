import { describe, expect, it } from 'vitest';
import { aTask } from '../../test/builders';
import { changesBetween, draftOf } from './task-draft';

describe('changesBetween', () => {
  const before = draftOf(aTask({ estimate: 3, assigneeId: 'mem_1' }));

  it('is empty when nothing was changed', () => {
    expect(changesBetween(before, { ...before })).toEqual({});
  });

  it('holds the changed fields only', () => {
    const after = { ...before, notes: 'Ask twice.', done: true };
    expect(changesBetween(before, after)).toEqual({ notes: 'Ask twice.', done: true });
  });

  it('trims the title and reads the estimate as a number', () => {
    const after = { ...before, title: '  New name ', estimate: '1.5' };
    expect(changesBetween(before, after)).toEqual({ title: 'New name', estimate: 1.5 });
  });

  it('clears what was emptied', () => {
    const after = { ...before, estimate: '', assigneeId: '' };
    expect(changesBetween(before, after)).toEqual({ estimate: null, assigneeId: null });
  });
});
