/** The fuzzer reports the statuses that it never reached. */
import { expect, test } from 'vitest';
import { Coverage } from './coverage.js';
import { REACHABLE } from './coverage-rules.js';

const all = [...REACHABLE].flatMap(([path, statuses]) => statuses.map((status) => [path, status] as const));

test('of what could be answered everything is missing at first, and nothing once it was', () => {
  const coverage = new Coverage();
  expect(coverage.missing()).toHaveLength(all.length);
  for (const [path, status] of all) coverage.add(`/v1/workflow/${path}?x=1`, status);
  expect(coverage.missing()).toEqual([]);
});

test('one that was never reached is named', () => {
  const coverage = new Coverage();
  for (const [path, status] of all)
    if (`${path} ${status}` !== 'executions/cancel FAILED_PRECONDITION')
      coverage.add(`/v2/workflow/${path}`, status);
  expect(coverage.missing()).toEqual(['executions/cancel FAILED_PRECONDITION']);
  expect(coverage.lines().find((it) => it.startsWith('executions/cancel'))).toMatch(/FAILED_PRECONDITION 0$/);
});
