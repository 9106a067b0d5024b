/** Options are checked by name and by value, and all that is wrong is said at once. */
import { expect, test } from 'vitest';
import {
  type Check,
  type Checks,
  basePath,
  callable,
  checkOptions,
  count,
  durationMs,
  fields,
  listOf,
  object,
  optional,
  pauseMs,
  picked,
  text,
  texts,
  timerMs,
  truth,
  withMethods,
} from './options.js';

interface Options {
  readonly name: string;
  readonly retry?: { readonly times?: number };
}
const CHECKS: Checks<Options> = { name: text, retry: optional(fields({ times: optional(count) })) };
const check = (options: unknown) => () => checkOptions('make', options as Options, CHECKS);

test.each<[unknown, string]>([
  [undefined, 'give an object, not undefined'],
  [null, 'give an object, not null'],
  ['secret', 'give an object, not string'],
  [{}, 'name must be a text, not undefined'],
  [{ name: 7 }, 'name must be a text, not 7'],
  [{ name: 'a', nam: 1 }, 'nam is not an option; there are name, retry'],
  [{ name: 'a', undefined }, 'undefined is not an option; there are name, retry'],
  [{ name: 'a', toString: 1 }, 'toString is not an option; there are name, retry'],
  [[], 'give an object, not a list'],
  [new Map([['name', 'a']]), 'give an object, not map'],
  [Promise.resolve({ name: 'a' }), 'give an object, not promise'],
  [{ name: 'a', retry: [] }, 'retry must be an object, not a list'],
  [{ name: 'a', retry: null }, 'retry must be an object, not null'],
  [{ name: 'a', retry: { times: 0 } }, 'retry.times must be a whole number above 0, not 0'],
  [
    { retry: { time: 'secret', times: 1.5 }, more: 1 },
    'more is not an option; there are name, retry; name must be a text, not undefined; ' +
      'retry.time is not an option; there are times; retry.times must be a whole number above 0, not 1.5',
  ],
])('%j: %s', (options, message) => {
  expect(check(options)).toThrow(new TypeError(`make: ${message}`));
});

test.each([{ name: 'a' }, { name: '', retry: undefined }, { name: 'a', retry: { times: 1 } }])(
  '%j is well',
  (options) => {
    expect(check(options)).not.toThrow();
  },
);

const nothing = () => undefined;
class Port {
  now() {
    return 0;
  }
}
test.each<[string, Check, unknown[], unknown[]]>([
  ['text', text, ['', 'a'], [1, null, undefined, {}]],
  ['truth', truth, [true, false], [0, 'true', undefined]],
  ['callable', callable, [nothing, Port], [{}, 'f']],
  ['object', object, [{}, new Port()], [null, 'a', 1]],
  ['texts', texts, [[], ['a']], ['a', [1], {}]],
  ['listOf', listOf('numbers', Number.isFinite), [[], [1]], [[Number.NaN], 1]],
  ['withMethods', withMethods('now'), [{ now: nothing }, new Port()], [{}, null, { now: 1 }]],
  ['count', count, [1, 2 ** 30], [0, -1, 1.5, Infinity, Number.NaN, '1']],
  ['durationMs', durationMs, [1, 0.5, Infinity, '7d', 'PT8H'], [0, -1, Number.NaN, '1', '0s', 'soon']],
  ['pauseMs', pauseMs, [0, 1, '0s', '1h 30m'], [-1, Infinity, Number.NaN, '1']],
  ['timerMs', timerMs, [1, 2 ** 31 - 1, '24d'], [0, -1, 2 ** 31, Infinity, Number.NaN, '25d']],
  ['basePath', basePath, ['', '/a', '/a/b'], ['a', '/', '/a/', '/a?b', '/a#b', 1, 'http://a']],
])('%s', (_name, it, right, wrong) => {
  for (const value of right) expect(it(value, 'it')).toEqual([]);
  for (const value of wrong) expect(it(value, 'it')).toHaveLength(1);
  expect(optional(it)(undefined, 'it')).toEqual([]);
});

test('picked leaves what another function has no option for', () => {
  expect(picked({ name: 'a', more: 1 } as Options, CHECKS)).toEqual({ name: 'a' });
});
