import { expect, it } from 'vitest';
import { parseTaskId } from './task-id';

it('reads a task id', () => {
  expect(parseTaskId('42')).toBe(42);
});

it.each([undefined, '', '0', '-1', '1.5', 'abc', '12x'])('refuses %j', (param) => {
  expect(parseTaskId(param)).toBeNull();
});
