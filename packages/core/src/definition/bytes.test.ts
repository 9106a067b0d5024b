import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonSizes, jsonBytes, jsonGain } from './bytes.js';
import type { JsonValue } from './json.js';

const json = fc.jsonValue() as fc.Arbitrary<JsonValue>;
const textBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

test('bytes are those of the JSON text', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(jsonBytes(value)).toBe(textBytes(value));
      expect(new JsonSizes().of(value)).toBe(textBytes(value));
    }),
  );
});

test('fields that are undefined are left out, and undefined itself has no bytes', () => {
  expect(jsonBytes({ a: undefined, b: 1 })).toBe(textBytes({ b: 1 }));
  expect(jsonBytes(undefined)).toBe(0);
});

test('a size that is kept is that of the value, also as a part of others', () => {
  const sizes = new JsonSizes();
  const large = { text: 'é'.repeat(2_000), list: [1, null, true] };
  for (let round = 0; round < 2; round++) {
    expect(sizes.of(large)).toBe(textBytes(large));
    expect(sizes.of({ large, again: [large, large] })).toBe(textBytes({ large, again: [large, large] }));
  }
});

/** Values that share parts: changed lists, and objects that gain or lose a field. */
const changes = fc
  .tuple(fc.array(json), fc.dictionary(fc.string(), json), json, fc.nat(), fc.string())
  .chain(([list, object, value, position, key]) => {
    const at = position % (list.length + 1);
    const lists = [list, [...list, value], list.slice(0, at)];
    const changed = list.map((it, index) => (index === at ? value : it));
    const { [key]: _, ...without } = object;
    const all: unknown[] = [
      ...[...lists, changed, object, { ...object, [key]: value }, without, value, undefined],
      ...[
        { list, object },
        { list: changed, object },
        { list, object: without },
        { list, more: undefined },
      ],
    ];
    return fc.tuple(fc.constantFrom(...all), fc.constantFrom(...all));
  });

test('a gain is the difference of the bytes', () => {
  fc.assert(
    fc.property(changes, ([before, after]) => {
      expect(jsonGain(before, after)).toBe(jsonBytes(after) - jsonBytes(before));
    }),
    { numRuns: 1_000 },
  );
});

test('parts that both share are not measured', () => {
  const unmeasured = new Proxy({}, { ownKeys: () => expect.unreachable('it was measured') });
  expect(jsonGain([unmeasured, 1], [unmeasured, 1, 22])).toBe(3);
  expect(jsonGain({ a: unmeasured, b: 1 }, { a: unmeasured, b: 22 })).toBe(1);
});
