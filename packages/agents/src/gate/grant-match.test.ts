/** Comparing a call with standing grants: what is the same, and what it costs. */
import type { JsonValue } from '@org/approval-core';
import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../../core/src/test-support/work.js';
import { isCovered } from './grant-match.js';
import type { ArgumentMatch } from '../types.js';

const covers = (value: JsonValue, match: ArgumentMatch) =>
  isCovered(
    { tool: 'mail.send', target: null, args: { value } },
    { tool: 'mail.send', target: null, match: { value: match } },
  );

describe('the same JSON', () => {
  test.each<[JsonValue, JsonValue, boolean]>([
    [{ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 1 }, false],
    [{ a: 1, b: 1 }, { a: 1 }, false],
    [{ a: 1 }, { b: 1 }, false],
    [[1, 2], [2, 1], false],
    [[1, 2], [1, 2, 3], false],
    [[], {}, false],
    [{}, [], false],
    [[], [], true],
    [null, null, true],
    [null, {}, false],
    [{}, null, false],
    [1, '1', false],
    [0, -0, true],
    [0, false, false],
    ['a', 'a', true],
    [{ toString: 1 }, { valueOf: 1 }, false],
    [JSON.parse('{"__proto__":1}') as JsonValue, {}, false],
    [{ constructor: [{ x: null }] }, { constructor: [{ x: null }] }, true],
  ])('%j and %j: %j', (a, b, isSame) => {
    expect(covers(a, { eq: b })).toBe(isSame);
    expect(covers(a, { in: ['never', b] })).toBe(isSame);
  });
});

test('an argument of 192 KiB is compared with 200 grants of 50 values each (was 80,000 units)', () => {
  const value = Array.from({ length: 90_000 }, () => 1);
  const others: ArgumentMatch = { in: Array.from({ length: 50 }, (_, it) => it) };
  // Only the last item of the largest possible grant differs.
  const beginnings: ArgumentMatch = { in: [[...value.slice(0, 30_000), 2]] };
  const act = (match: ArgumentMatch) => {
    for (let grant = 0; grant < 200; grant++) if (covers(value, match)) throw new Error('covered');
  };
  expect(unitsOf(() => act(others), 50)).toBeLessThan(50);
  expect(unitsOf(() => act(beginnings), 50)).toBeLessThan(50);
});
