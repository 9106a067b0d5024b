import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deepFreeze } from './freeze.js';
import { type JsonValue, copyJson, storableText, textFault } from './json.js';
import { copyPayload } from './payload.js';

const LIMITS = { maxBytes: 10_000_000, maxDepth: 64 };
const ok = (input: unknown, limits = {}) => copyJson(input, { ...LIMITS, ...limits }).ok;

const texts = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 100 }).map((text) => text.replaceAll('\0', '')),
  fc.constantFrom(
    '"\\\b\t\n\f\r\u0001\u001f',
    'x'.repeat(63),
    'x'.repeat(64),
    'é߿ࠀ\u2028\ud7ff\ue000\uffff',
    '😀',
  ),
);
const keys = texts.filter((key) => key !== '__proto__');
const { json: jsons } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    texts,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.constantFrom(null, true, false, 1e21, 1e-7, 123456789012345680000),
    fc.array(tie('json')),
    fc.dictionary(keys, tie('json')),
  ),
}));
/** Depth as `maxDepth` counts it: a string has depth 0, `[]` and `{}` have depth 1. */
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map((it) => depthOf(it)))
    : 0;
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const isDeepFrozen = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every((it) => isDeepFrozen(it)));

describe('a copy of any JSON', () => {
  test('is equal, frozen in depth, and knows its exact size', () => {
    const property = fc.property(jsons, (json) => {
      const copy = copyJson(json, LIMITS);
      if (!copy.ok) throw new Error(`${copy.path} ${copy.message}`);
      expect(copy.value).toEqual(JSON.parse(JSON.stringify(json)));
      expect(Object.keys(copy.value ?? {})).toEqual(Object.keys(json ?? {}));
      expect(isDeepFrozen(copy.value)).toBe(true);
      expect(copy.bytes).toBe(bytesOf(json));
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  test('is refused exactly when it is larger or deeper than allowed', () => {
    const property = fc.property(jsons, (json) => {
      const [maxBytes, maxDepth] = [bytesOf(json), depthOf(json)];
      expect(ok(json, { maxBytes, maxDepth })).toBe(true);
      expect(ok(json, { maxBytes: maxBytes - 1 })).toBe(false);
      if (maxDepth > 0) expect(ok(json, { maxDepth: maxDepth - 1 })).toBe(false);
    });
    fc.assert(property, { numRuns: 1_000 });
  });

  test('shares nothing with what was given', () => {
    const input = { list: [{ a: 1 }] };
    const copy = copyJson(input, LIMITS);
    input.list[0]!.a = 2;
    input.list.push({ a: 3 });
    expect(copy).toMatchObject({ ok: true, value: { list: [{ a: 1 }] } });
    expect(Object.isFrozen(input.list)).toBe(false);
  });

  test('says what was too large or too deep, and where', () => {
    expect(copyJson({ a: ['x'.repeat(20)] }, { ...LIMITS, maxBytes: 20 })).toEqual({
      ok: false,
      path: 'a[0]',
      message: 'makes the JSON text longer than 20 bytes',
    });
    expect(copyJson({ a: [[]] }, { ...LIMITS, maxDepth: 2 })).toEqual({
      ok: false,
      path: 'a[0]',
      message: 'is nested deeper than 2 levels (or refers to itself)',
    });
  });

  test('a list that only claims to be long is refused before it is walked', () => {
    expect(ok(new Array(4_294_967_295))).toBe(false);
    expect(ok(Array(11).fill(1), { maxBytes: 12 })).toBe(false);
  });
});

describe('payloads: 256 KiB and depth 64 (contract section 1)', () => {
  const ofBytes = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });
  const ofDepth = (depth: number): unknown => (depth === 0 ? 1 : [ofDepth(depth - 1)]);

  test('exactly', () => {
    expect(copyPayload(ofBytes(262_144))).toMatchObject({ ok: true, bytes: 262_144 });
    expect(copyPayload(ofBytes(262_145))).toMatchObject({ ok: false, path: 'text' });
    expect(copyPayload(ofDepth(64)).ok).toBe(true);
    expect(copyPayload(ofDepth(65)).ok).toBe(false);
  });

  test('bytes are those of UTF-8, not characters', () => {
    expect(copyPayload('é'.repeat(131_071)).ok).toBe(true);
    expect(copyPayload('é'.repeat(131_072)).ok).toBe(false);
    expect(copyPayload('"'.repeat(131_071)).ok).toBe(true);
    expect(copyPayload('"'.repeat(131_072)).ok).toBe(false);
  });
});

test('deepFreeze freezes what is not frozen yet', () => {
  const inner = { list: [{ a: 1 }] };
  expect(deepFreeze(inner)).toBe(inner);
  expect(isDeepFrozen(inner)).toBe(true);
  expect([deepFreeze(null), deepFreeze('text'), deepFreeze(1)]).toEqual([null, 'text', 1]);
});

describe('foreign strings', () => {
  test('is kept as far as every store can hold it', () => {
    const property = fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, length) => {
      const kept = storableText(text, length);
      expect(textFault(kept)).toBeNull();
      expect(kept.length).toBeLessThanOrEqual(length);
    });
    fc.assert(property);
    expect(storableText('a\0b', 10)).toBe('ab');
    expect(storableText('plain 😀', 100)).toBe('plain 😀');
  });

  test('that is cut in the middle of a pair has no half of it', () => {
    expect(textFault(storableText('ab😀', 3))).toBeNull();
    expect(storableText('ab😀', 4)).toBe('ab😀');
  });
});
