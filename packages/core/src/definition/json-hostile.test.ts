import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { copyJson, isPlainObject } from './json.js';

const LIMITS = { maxBytes: 1_048_576, maxDepth: 64 };
const copy = (input: unknown) => copyJson(input, LIMITS);
const other = (code: string): unknown => runInNewContext(code);

class Money {
  readonly amount = 1;
}
const self: Record<string, unknown> = { a: {} };
self['a'] = { b: [self] };
const loop: unknown[] = [];
loop.push(loop);
const nested = (depth: number): unknown => {
  let value: unknown = 'end';
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value };
  return value;
};
const revoked = (() => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
})();
const getter = (get: () => unknown, of: object = {}, key: PropertyKey = 'a'): object =>
  Object.defineProperty(of, key, { get, enumerable: true });
/** An object or list whose property `key` throws; with null, even its keys throw. */
function thrower(thrown: unknown, of: object = {}, key: PropertyKey | null = 'a'): object {
  const raise = () => {
    throw thrown;
  };
  return key === null ? new Proxy(of, { ownKeys: raise }) : getter(raise, of, key);
}
const throwing = (trap: keyof ProxyHandler<object>, of: object = {}) => {
  const refuse = () => {
    throw new Error('hands off');
  };
  return new Proxy(of, { [trap]: refuse });
};

describe('what is no JSON is refused, with its path and a reason (contract section 1)', () => {
  test.each<[string, unknown, string, RegExp]>([
    ['undefined', undefined, '', /undefined is not JSON; give null/],
    ['undefined in an array', [1, undefined], '[1]', /undefined is not JSON/],
    ['a hole in an array', { list: [1, , 3] }, 'list[1]', /undefined is not JSON/], // eslint-disable-line no-sparse-arrays
    ['an array of nothing but holes', new Array(5), '[0]', /undefined is not JSON/],
    ['a function', { a: () => 1 }, 'a', /a function is not JSON/],
    ['a method', { toJSON: () => 'x' }, 'toJSON', /a function is not JSON/],
    ['a class', { a: Money }, 'a', /a function is not JSON/],
    ['a symbol', { a: Symbol('x') }, 'a', /a symbol is not JSON/],
    ['a bigint', [10n], '[0]', /a bigint is not JSON/],
    ['NaN', { a: NaN }, 'a', /NaN is not a JSON number; give a finite one/],
    ['Infinity', { a: [Infinity] }, 'a[0]', /Infinity is not a JSON number/],
    ['-Infinity', -Infinity, '', /-Infinity is not a JSON number/],

    ['a Date', { at: new Date(0) }, 'at', /an instance of Date, not plain JSON; convert it first/],
    ['a Map', { a: new Map() }, 'a', /an instance of Map/],
    ['a Set', { a: new Set([1]) }, 'a', /an instance of Set/],
    ['a RegExp', { a: /x/ }, 'a', /an instance of RegExp/],
    ['an Error', { a: new Error('x') }, 'a', /an instance of Error/],
    ['a typed array', { a: new Uint8Array(2) }, 'a', /an instance of Uint8Array/],
    ['a Buffer', { a: Buffer.from('x') }, 'a', /an instance of Buffer/],
    ['a promise', { a: Promise.resolve(1) }, 'a', /an instance of Promise/],
    ['a boxed text', { a: new String('x') }, 'a', /an instance of String/],
    ['a boxed number', { a: new Number(1) }, 'a', /an instance of Number/],
    ['an instance of a class', { price: new Money() }, 'price', /an instance of Money/],
    [
      'an instance of a nameless class',
      {
        a: new (class {
          b = 1;
        })(),
      },
      'a',
      /an instance of a class/,
    ],
    ['an object that inherits', { a: Object.create({ b: 1 }) as object }, 'a', /not plain JSON/],
    [
      'an object whose prototype has none',
      Object.create(Object.create(null) as object),
      '',
      /not plain JSON/,
    ],
    ['a Date of another realm', { a: other('new Date(0)') }, 'a', /an instance of Date/],
    ['an instance of a class of another realm', other('new (class Foreign {})()'), '', /instance of Foreign/],

    ['a key __proto__', JSON.parse('{"__proto__": {"admin": true}}'), '', /a key "__proto__".*rename it/],
    ['a key __proto__ deep inside', JSON.parse('{"a": [{"b": {"__proto__": 1}}]}'), 'a[0].b', /"__proto__"/],
    ['a computed key __proto__', { a: { ['__proto__']: null } }, 'a', /"__proto__"/],

    ['a NUL', { a: 'x\0y' }, 'a', /contains a NUL character; remove it/],
    ['a NUL in a long text', { a: `${'x'.repeat(100)}\0` }, 'a', /contains a NUL/],
    ['a NUL in a key', { 'x\0': 1 }, 'x\0', /contains a NUL/],
    ['the first half of a pair', { a: ['\ud83d'] }, 'a[0]', /a lone surrogate.*remove it/],
    ['the second half of a pair', '\ude00', '', /a lone surrogate/],
    ['halves in the wrong order', '\ude00\ud83d', '', /a lone surrogate/],
    ['half a pair at the end of a long text', `${'x'.repeat(100)}\ud83d`, '', /a lone surrogate/],
    ['half a pair in a key', { '\ud83d': 1 }, '\ud83d', /a lone surrogate/],

    ['a getter that throws', thrower(new Error('hands off')), 'a', /could not be read: hands off/],
    ['a getter that throws a text', { b: thrower('text') }, 'b.a', /could not be read: text/],
    ['a getter that throws nothing', thrower(undefined), 'a', /could not be read: undefined/],
    ['a getter of a list', thrower(new Error('no'), [1], 1), '[1]', /could not be read: no/],
    ['a getter that gives no JSON', getter(() => new Date(0)), 'a', /an instance of Date/],
    ['a proxy that refuses its keys', { a: throwing('ownKeys') }, 'a', /could not be read: hands off/],
    [
      'a proxy that refuses its prototype',
      { a: throwing('getPrototypeOf') },
      'a',
      /could not be read: hands off/,
    ],
    [
      'a proxy that refuses its values',
      { a: throwing('get', { b: 1 }) },
      'a.b',
      /could not be read: hands off/,
    ],
    [
      'a proxy of a list that refuses its length',
      [throwing('get', [1])],
      '[0]',
      /could not be read: hands off/,
    ],
    ['a proxy that refuses, at the top', throwing('ownKeys'), '', /could not be read: hands off/],
    ['a revoked proxy', { a: revoked }, 'a', /could not be read: .*revoked/],
    ['a revoked proxy at the top', revoked, '', /could not be read: .*revoked/],
    ['a proxy of a function', new Proxy(() => 1, {}), '', /a function is not JSON/],
  ])('%s', (_, input, path, message) => {
    expect(copy(input)).toEqual({ ok: false, path, message: expect.stringMatching(message) as string });
  });

  test.each<[string, unknown]>([
    ['an object that holds itself', self],
    ['a list that holds itself', loop],
    ['5,000 levels', nested(5_000)],
    ['100,000 levels', nested(100_000)],
    ['65 levels', nested(65)],
  ])('%s, at the first level too many', (_, input) => {
    const result = copy(input);
    expect(result).toMatchObject({
      ok: false,
      message: 'is nested deeper than 64 levels (or refers to itself)',
    });
    expect(result.ok || result.path.match(/\w+/g)).toHaveLength(64);
  });

  // No text can be made of what these throw.
  test.each<[string, unknown, string]>([
    ['a getter that throws an object without a text', thrower(Object.create(null)), 'a'],
    ['a getter that throws a revoked proxy', thrower(revoked), 'a'],
    ['a proxy at the top that throws an object without a text', thrower(Object.create(null), {}, null), ''],
  ])('%s', (_, input, path) => {
    expect(copy(input)).toMatchObject({ ok: false, path });
  });

  test('a proxy of a list that gives NaN as its length does not switch the limits off', () => {
    const get = (target: unknown[], key: PropertyKey): unknown =>
      key === 'length' ? NaN : Reflect.get(target, key);
    const liar: unknown = new Proxy([], { get });
    expect(copyJson([liar, 'x'.repeat(100)], { ...LIMITS, maxBytes: 50 })).toMatchObject({ ok: false });
  });
});

describe('what JSON does not see', () => {
  test.each<[string, unknown, unknown]>([
    ['a key that is a symbol', { a: 1, [Symbol('b')]: 2 }, { a: 1 }],
    ['a property that is undefined', { a: 1, b: undefined }, { a: 1 }],
    ['a property of a list', Object.assign([1], { total: 1 }), [1]],
  ])('%s is left out', (_, input, value) => {
    expect(copy(input)).toMatchObject({ ok: true, value });
  });
});

describe('what is taken, as it is', () => {
  test.each<[string, unknown]>([
    [
      'keys that are plain data',
      JSON.parse('{"constructor": 1, "prototype": {"a": 2}, "toString": "x", "hasOwnProperty": null}'),
    ],
    ['an empty key and keys of all scripts', { '': 1, ключ: 2, '🔑': 3, 'a.b[0]': 4 }],
    ['pairs of surrogates', ['😀', `${'x'.repeat(100)}😀`]],
    ['control characters other than NUL', '\u0001\u001f\u007f\u0085\b\t\n\f\r'],
    ['line separators', '\u2028\u2029\ufeff'],
    [
      'the largest and the smallest numbers',
      [Number.MAX_VALUE, Number.MIN_VALUE, -Number.MAX_VALUE, 2 ** 53, 0.1],
    ],
    ['an object without prototype', Object.assign(Object.create(null) as object, { a: [1] })],
    ['objects and lists of another realm', other('({a: [{b: null}], c: Object.create(null)})')],
    ['what is frozen', Object.freeze({ a: Object.freeze([1]) })],
    ['the same object twice', [LIMITS, LIMITS]],
    ['a proxy that does nothing', new Proxy({ a: [1] }, {})],
  ])('%s', (_, input) => {
    const result = copy(input);
    expect(result).toMatchObject({ ok: true });
    if (!result.ok) return;
    expect(JSON.stringify(result.value)).toBe(JSON.stringify(input));
    expect(isPlainObject(result.value) ? Object.getPrototypeOf(result.value) : Object.prototype).toBe(
      Object.prototype,
    );
  });

  test('a getter is read once, so that what was checked is what is kept', () => {
    let reads = 0;
    const input = getter(() => ((reads += 1) === 1 ? 'good' : new Date(0)));
    expect(copy(input)).toMatchObject({ ok: true, value: { a: 'good' } });
    expect(reads).toBe(1);
  });

  test('-0 is kept as the 0 that its JSON text says', () => {
    const result = copy([-0]);
    expect(result.ok && Object.is((result.value as number[])[0], 0)).toBe(true);
  });

  test('no prototype is touched', () => {
    copy(JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}'));
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

test('values and names are counted, and not copied past their number', () => {
  const counted = (input: unknown) => copyJson(input, { ...LIMITS, maxValues: 5 }).ok;
  expect([counted([1, 2, 3, 4]), counted([1, 2, 3, 4, 5])]).toEqual([true, false]);
  expect([counted({ a: 1, b: 2 }), counted({ a: 1, b: 2, c: 3 })]).toEqual([true, false]);
});

test('names have a bound of their own, over all objects', () => {
  const counted = (input: unknown) => copyJson(input, { ...LIMITS, maxNames: 2 }).ok;
  expect([counted([{ a: 1 }, { a: 1 }]), counted([{ a: 1 }, { a: 1, b: 2 }])]).toEqual([true, false]);
});

test('what has too many parts is refused before one of them is looked at', () => {
  const unread = new Proxy(new Array(7).fill(0), {
    get: (list, key) => {
      if (key !== 'length') throw new Error('looked at');
      return list.length;
    },
  });
  const { message } = copyJson(unread, { ...LIMITS, maxValues: 5 }) as { message: string };
  expect(message).toMatch(/more than 5 values and names/);
});
