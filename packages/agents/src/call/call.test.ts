/** Calls as the gate takes them: what their digest is made of, and what is refused (permits G1). */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusalOf } from '../test-support/asking.js';
import { type GateKit, gateKit } from '../test-support/gate.js';
import { jsonObject, reordered } from '../test-support/json.js';
import type { Call } from '../types.js';
import { digestOf } from './call.js';

/** RFC 8785 for JSON without exotic numbers, as short as it can be said. */
function naiveJcs(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(naiveJcs).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${naiveJcs((value as never)[key])}`).join(',')}}`;
}
const naiveDigest = ({ tool, args, target }: Call) =>
  `sha256:${createHash('sha256')
    .update(naiveJcs({ v: 1, tool, args, target }), 'utf8')
    .digest('hex')}`;

const calls = fc.record({
  tool: fc.constantFrom('mail.send', 'pay', 'files:read/x'),
  args: jsonObject,
  target: fc.option(fc.string({ minLength: 1, maxLength: 20 })),
});

describe('the digest', () => {
  test('is the SHA-256 of the canonical call, for any call', () => {
    fc.assert(
      fc.property(calls, (call) => {
        expect(digestOf(call)).toBe(naiveDigest(call));
      }),
    );
  });

  test('does not look at the order of keys, at any depth', () => {
    fc.assert(
      fc.property(calls, (call) => {
        const other = { ...call, args: reordered(call.args) };
        expect(digestOf(other)).toBe(digestOf(call));
      }),
    );
  });

  test('is another one for another call', () => {
    fc.assert(
      fc.property(calls, calls, (a, b) => {
        expect(digestOf(a) === digestOf(b)).toBe(naiveJcs(a) === naiveJcs(b));
      }),
    );
  });

  const call: Call = { tool: 'pay', args: { to: 'a', n: 1, list: [1, 2] }, target: null };
  test.each<[string, Partial<Call>]>([
    ['the tool', { tool: 'pay2' }],
    ['the target', { target: 'x' }],
    ['a target that says null', { target: 'null' }],
    ['a value', { args: { to: 'b', n: 1, list: [1, 2] } }],
    ['the type of a value', { args: { to: 'a', n: '1', list: [1, 2] } }],
    ['an argument more', { args: { to: 'a', n: 1, list: [1, 2], x: null } }],
    ['an argument less', { args: { to: 'a', list: [1, 2] } }],
    ['the order of a list', { args: { to: 'a', n: 1, list: [2, 1] } }],
    ['an empty list for none', { args: { to: 'a', n: 1, list: [] } }],
    ['the case of a letter', { args: { to: 'A', n: 1, list: [1, 2] } }],
  ])('changes with %s', (_, change) => {
    expect(digestOf({ ...call, ...change })).not.toBe(digestOf(call));
  });

  test('takes text as it is: composed and decomposed characters are two', () => {
    const [composed, decomposed] = ['\u00e9', 'e\u0301'];
    expect(composed.normalize('NFD')).toBe(decomposed);
    expect(digestOf({ ...call, args: { a: composed } })).not.toBe(
      digestOf({ ...call, args: { a: decomposed } }),
    );
  });
});

describe('a call that is asked about', () => {
  let kit: GateKit;
  beforeAll(async () => {
    kit = await gateKit({ rules: [] });
  });
  afterAll(() => kit.stop());

  const ask = (call: unknown) => kit.ask(call as Call);
  const args = (value: unknown) => ({ tool: 'pay', args: value });
  const nested = (levels: number) =>
    Array.from({ length: levels - 1 }).reduce<object>((inner) => ({ a: inner }), {});
  /** Arguments of so many bytes of canonical JSON. */
  const sized = (bytes: number, letter = 'x') => ({
    a: letter.repeat((bytes - '{"a":""}'.length) / Buffer.byteLength(letter)),
  });
  /* eslint-disable no-loss-of-precision -- what is refused is such an integer */
  const UNSAFE = 9_007_199_254_740_993;
  /* eslint-enable no-loss-of-precision */

  test.each<[string, unknown]>([
    ['no arguments', {}],
    ['60 levels', nested(60)],
    ['192 KiB', sized(196_608)],
    ['192 KiB in letters of two bytes', sized(196_608, 'é')],
    ['the greatest safe integer', { n: Number.MAX_SAFE_INTEGER }],
    ['the least safe integer', { n: Number.MIN_SAFE_INTEGER }],
    ['fractions', { n: 0.1 + 0.2 }],
    ['a great number that is not a safe integer', { n: 1.5e-300 }],
    ['names of methods of objects', { toString: 1, constructor: 2, hasOwnProperty: 3 }],
    ['any script', { 東京: 'Grüße 👍' }],
  ])('has %s', async (_, given) => {
    expect(await ask(args(given))).toMatchObject({ state: 'denied', code: 'no-rule' });
  });

  test.each<[string, unknown, string, string?]>([
    ['61 levels', nested(61), `call.args${'.a'.repeat(60)}`],
    ['192 KiB and a byte', sized(196_609), 'call.args'],
    ['192 KiB and two bytes in letters of two', sized(196_610, 'é'), 'call.args'],
    ['an unsafe integer', { n: UNSAFE }, 'call.args.n', 'unsafe-integer'],
    ['an unsafe integer deep within', { a: [{ b: -UNSAFE }] }, 'call.args.a[0].b', 'unsafe-integer'],
    ['a great integer', { n: 1e300 }, 'call.args.n', 'unsafe-integer'],
    ['NaN', { n: NaN }, 'call.args.n'],
    ['infinity', { n: -Infinity }, 'call.args.n'],
    ['a date', { n: new Date(0) }, 'call.args.n'],
    ['a map', { n: new Map() }, 'call.args.n'],
    [
      'an instance of a class',
      {
        n: new (class {
          amount = 1;
        })(),
      },
      'call.args.n',
    ],
    ['a bigint', { n: 1n }, 'call.args.n'],
    ['a function', { n: () => 1 }, 'call.args.n'],
    ['a symbol', { n: Symbol('s') }, 'call.args.n'],
    ['__proto__', JSON.parse('{"a":{"__proto__":1}}'), 'call.args.a'],
    ['a NUL', { n: 'a\0b' }, 'call.args.n'],
    ['a lone surrogate', { n: '\ud800' }, 'call.args.n'],
    ['a list', [1], 'call.args'],
    ['a text', '{}', 'call.args'],
    ['null', null, 'call.args'],
  ])('is refused with %s', async (_, given, path, code) => {
    const refusal = await refusalOf(ask(args(given)));
    expect(refusal.status).toBe('INVALID_ARGUMENT');
    expect(refusal.path?.startsWith(path.slice(0, 60))).toBe(true);
    expect(refusal.code).toBe(code);
  });

  test.each<[string, object]>([
    ['a name of 200 characters', { tool: 'a'.repeat(200) }],
    ['every sign that a name may have', { tool: '0Az_.:/-' }],
    ['a target of 500 characters', { target: '🔑'.repeat(500) }],
    ['no target', { target: null }],
  ])('takes %s', async (_, change) => {
    expect((await ask({ ...args({}), ...change })).state).toBe('denied');
  });

  test.each<[string, object, string]>([
    ['no name', { tool: '' }, 'call.tool'],
    ['a name of 201 characters', { tool: 'a'.repeat(201) }, 'call.tool'],
    ['a name that begins with a dot', { tool: '.a' }, 'call.tool'],
    ['a name with a space', { tool: 'a b' }, 'call.tool'],
    ['a name with a line break', { tool: 'a\n' }, 'call.tool'],
    ['a name with a star', { tool: 'a*' }, 'call.tool'],
    ['a name in another script', { tool: 'pаy' }, 'call.tool'],
    ['an empty target', { target: '' }, 'call.target'],
    ['a target of 501 characters', { target: 'x'.repeat(501) }, 'call.target'],
    ['a target that is not a string', { target: 7 }, 'call.target'],
    ['a field that calls do not have', { extra: 1 }, 'call'],
  ])('is refused with %s', async (_, change, path) => {
    const refusal = await refusalOf(ask({ ...args({}), ...change }));
    expect(refusal.status).toBe('INVALID_ARGUMENT');
    expect(refusal.path?.startsWith(path)).toBe(true);
  });

  test('of undefined values and minus zero is the one without them, and with zero', async () => {
    const odd = await ask(args({ a: undefined, b: -0, c: { d: undefined } }));
    const plain = await ask(args({ b: 0, c: {} }));
    expect(odd.digest).toBe(plain.digest);
    expect(odd.call.args).toEqual({ b: 0, c: {} });
    expect(Object.is(odd.call.args['b'], 0)).toBe(true);
  });

  test('is copied: what becomes of the object later is not asked about', async () => {
    const given = { to: 'ann', cc: ['ben'] };
    const asked = await ask(args(given));
    given.cc.push('eve');
    const { call } = await kit.gate.get({ permitId: asked.permitId });
    expect(call.args).toEqual({ to: 'ann', cc: ['ben'] });
  });

  test('is read once: an argument that says something else the second time is what it said first', async () => {
    let reads = 0;
    const asked = await ask(
      args({
        get amount() {
          return (reads += 1);
        },
      }),
    );
    expect(asked.call.args).toEqual({ amount: 1 });
    expect(asked.digest).toBe(digestOf({ tool: 'pay', args: { amount: 1 }, target: null }));
  });
});
