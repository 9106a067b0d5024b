import { expect, test } from 'vitest';
import { plotOf } from '../proof/bench/plot.js';

const entry = { what: 'rate <a & b>', unit: '×', rounds: [1, 2, 4], median: 2, met: true } as const;
const GOAL = { is: 'at least', value: 2 } as const;
const dot = (svg: string): number => Number(/<circle class="\w+" cx="(\d+)"/.exec(svg)?.[1]);
const middle = dot(plotOf([{ ...entry, goal: GOAL }]));

test('what meets its goal exactly is on the line, better is to the right, whichever way the goal is meant', () => {
  const better = [
    { ...entry, median: 4, goal: GOAL },
    { ...entry, median: 1, goal: { is: 'at most', value: 2 } as const },
  ];
  for (const it of better) expect(dot(plotOf([it]))).toBeGreaterThan(middle);
  expect(dot(plotOf([{ ...entry, median: 1, goal: GOAL }]))).toBeLessThan(middle);
});

test('what is far off stays in the picture, and what has no goal or was not measured is left out', () => {
  const [low, high] = [0.000_1, 1e9].map((median) => dot(plotOf([{ ...entry, median, goal: GOAL }])));
  expect(high! - middle).toBe(middle - low!);
  expect(
    plotOf([
      { ...entry, goal: null },
      { ...entry, median: NaN, goal: GOAL },
    ]),
  ).not.toContain('<circle');
});

test('names are text, whatever is in them, and it is readable on a dark page too', () => {
  const svg = plotOf([{ ...entry, goal: GOAL }]);
  expect(svg).toContain('rate &lt;a &amp; b>');
  expect(svg).toContain('prefers-color-scheme: dark');
});
