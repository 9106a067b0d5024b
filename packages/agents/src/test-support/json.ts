/** JSON at random, for properties of calls. */
import type { JsonObject, JsonValue } from '@org/approval-core';
import fc from 'fast-check';

const key = fc.constantFrom('a', 'b', 'B', 'to', 'é', '10', '9', 'a/b', 'a~', '');
const leaf: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, false, 0, 1, -1, 0.5, 1.5e-7, 'x', ''),
  fc.integer(),
  fc.string({ maxLength: 8 }).map((it) => it.replaceAll('\0', '')),
);

const { object } = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('value'), { maxLength: 4 }), tie('object')),
  object: fc.dictionary(key, tie('value'), { noNullPrototype: true, maxKeys: 5 }),
}));

export const jsonObject = object;

/** The same, with the keys of every object the other way round. */
export function reordered<T extends JsonValue>(given: T): T {
  const turned = (it: JsonValue): JsonValue => {
    if (Array.isArray(it)) return it.map((item: JsonValue) => turned(item));
    if (typeof it !== 'object' || it === null) return it;
    const entries = Object.entries(it as JsonObject).reverse();
    return Object.fromEntries(entries.map(([name, inner]) => [name, turned(inner)]));
  };
  return turned(given) as T;
}
