import { expect, test } from 'vitest';
import { meanSd, scoreBounds, wilsonInterval } from './intervals.ts';

test('Wilson interval of 8 out of 10', () => {
  // centre = 0.8 + 3.841459/20 = 0.992073; spread = 1.959964 × √(0.016 + 0.00960365) = 0.313612; scale = 1.3841459
  const interval = wilsonInterval(8, 10);
  expect(interval?.rate).toBe(0.8);
  expect(interval?.low).toBeCloseTo(0.490162, 5);
  expect(interval?.high).toBeCloseTo(0.943318, 5);
});

test('Wilson interval of a single pass stays wide', () => {
  // low = 1 / (1 + 3.841459)
  expect(wilsonInterval(1, 1)).toEqual({ rate: 1, low: expect.closeTo(0.206549, 5), high: 1 });
});

test('Wilson interval of none out of 20 begins at exactly 0', () => {
  // high = (3.841459/40 × 2) / (1 + 3.841459/20) = 3.841459 / 23.841459
  expect(wilsonInterval(0, 20)).toEqual({ rate: 0, low: 0, high: expect.closeTo(0.161125, 5) });
});

test('no trials, no rate', () => {
  expect(wilsonInterval(0, 0)).toBeNull();
});

test('bounds count every unjudged trial as failed, then as passed', () => {
  expect(scoreBounds({ passed: 3, judged: 6, trials: 8 })).toEqual({ low: 0.375, high: 0.625 });
  expect(scoreBounds({ passed: 6, judged: 8, trials: 8 })).toEqual({ low: 0.75, high: 0.75 });
  expect(scoreBounds({ passed: 0, judged: 0, trials: 0 })).toEqual({ low: 0, high: 1 });
});

test('mean and sample standard deviation', () => {
  // squares around 5: 9 1 1 1 0 0 4 16 = 32; 32 / 7
  expect(meanSd([2, 4, 4, 4, 5, 5, 7, 9])).toEqual({ mean: 5, sd: Math.sqrt(32 / 7) });
  expect(meanSd([3])).toEqual({ mean: 3, sd: null });
  expect(meanSd([])).toEqual({ mean: null, sd: null });
});
