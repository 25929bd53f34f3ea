import { expect, test } from 'vitest';
import { cohensKappa } from './kappa.ts';

test('the example of every textbook: 20, 5, 10, 15', () => {
  // observed 35/50 = 0.7; by chance 0.5 × 0.6 + 0.5 × 0.4 = 0.5
  expect(
    cohensKappa([
      [20, 5],
      [10, 15],
    ]),
  ).toBeCloseTo(0.4, 10);
});

test('full agreement is 1, none beyond chance is 0, and opposition is below', () => {
  expect(
    cohensKappa([
      [4, 0, 0],
      [0, 3, 0],
      [0, 0, 2],
    ]),
  ).toBe(1);
  expect(
    cohensKappa([
      [1, 1],
      [1, 1],
    ]),
  ).toBe(0);
  expect(
    cohensKappa([
      [0, 2],
      [2, 0],
    ]),
  ).toBe(-1);
});

test('nothing can be said of nothing, nor of judges that have one answer only', () => {
  expect(
    cohensKappa([
      [0, 0],
      [0, 0],
    ]),
  ).toBeNull();
  expect(
    cohensKappa([
      [5, 0],
      [0, 0],
    ]),
  ).toBeNull();
});
