/** Cost of comparing and reading calls with the largest arguments (decision 0014). */
import type { JsonObject, JsonValue } from '@org/approval-core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../../core/src/test-support/work.js';
import { readCall } from './call.js';
import { HIDDEN, differenceOf, redacted } from './pointer.js';

const call = (args: JsonObject) => ({ tool: 'mail.send', target: null, args });
const list = (length: number, last: number): JsonValue[] => [...Array.from({ length }, () => 1), last];
const nested = (value: JsonValue, levels: number): JsonValue =>
  Array.from({ length: levels }).reduce<JsonValue>((inner) => [inner], value);
/** Ten times what these take. */
const MOST_UNITS = 300;
const LONG = 'k'.repeat(95_000);

/** Each pair is two calls that the gate takes. */
const PAIRS: Readonly<Record<string, readonly [JsonObject, JsonObject]>> = {
  'the last of 90,000 values, 55 levels down (was 1,800 units)': [
    { a: nested(list(90_000, 1), 55) },
    { a: nested(list(90_000, 2), 55) },
  ],
  '90,000 values that differ, 55 levels down': [
    { a: nested(list(90_000, 1), 55) },
    {
      a: nested(
        list(90_000, 1).map(() => 2),
        55,
      ),
    },
  ],
  '45,000 values that differ below a name of 95,000 characters (was the end of the process)': [
    { [LONG]: list(45_000, 1) },
    { [LONG]: list(45_000, 1).map(() => 2) },
  ],
};

describe.each(Object.entries(PAIRS))('%s', (_, [a, b]) => {
  test('are compared', () => {
    expect(differenceOf(call(a), call(b)).length).toBeLessThanOrEqual(20);
    expect(unitsOf(() => differenceOf(call(a), call(b)), MOST_UNITS)).toBeLessThan(MOST_UNITS);
  });
  test('are read', () => {
    expect(unitsOf(() => readCall(call(a), 'call'), MOST_UNITS)).toBeLessThan(MOST_UNITS);
  });
});

test('the pointers are the first twenty of all that differ', () => {
  const every = (a: JsonValue | undefined, b: JsonValue | undefined, at: string): string[] => {
    const isOne = [a, b].some((it) => typeof it !== 'object' || it === null);
    if (isOne || Array.isArray(a) !== Array.isArray(b)) return a === b ? [] : [at];
    const [left, right] = [a as JsonObject, b as JsonObject];
    return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) =>
      every(left[key], right[key], `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    );
  };
  const key = fc.constantFrom('a', 'a!', 'a/b', 'a~', '0', '00', 'b', 'é', 'zz');
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<JsonValue>(1, 'x', null),
      fc.array(tie('value'), { maxLength: 30 }),
      fc.dictionary(key, tie('value'), { noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(value, value, (a, b) => {
      const all = every(a, b, '/args/v').sort();
      expect(differenceOf(call({ v: a }), call({ v: b }))).toEqual(all.slice(0, 20));
    }),
  );
});

test('50 of 18,000 arguments are hidden (was 370 units), and the call that was given is as it was', () => {
  const args = Object.freeze(Object.fromEntries(Array.from({ length: 18_000 }, (_, it) => [`k${it}`, 1])));
  const pointers = Array.from({ length: 50 }, (_, it) => `/args/k${it}`);
  const { call: shown, hidden } = redacted(call(args), pointers);
  expect(hidden).toEqual(pointers);
  expect(Object.values(shown.args).filter((it) => it === HIDDEN)).toHaveLength(50);
  expect(Object.values(args)).not.toContain(HIDDEN);
  expect(unitsOf(() => redacted(call(args), pointers), 100)).toBeLessThan(100);
});

test('what is hidden within what is hidden is not there any more', () => {
  const given = call({ a: { b: 1, c: [1, 2] } });
  expect(redacted(given, ['/args/a', '/args/a/b']).hidden).toEqual(['/args/a']);
  const both = redacted(given, ['/args/a/b', '/args/a/c/1', '/args/a/c/01', '/args/a/c/2', '/args/no']);
  expect(both.hidden).toEqual(['/args/a/b', '/args/a/c/1']);
  expect(both.call.args).toEqual({ a: { b: HIDDEN, c: [1, HIDDEN] } });
  expect(given.args).toEqual({ a: { b: 1, c: [1, 2] } });
});
