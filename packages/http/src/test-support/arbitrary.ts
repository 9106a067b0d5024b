/** Nearly valid requests: made from the JSON schemas of the OpenAPI document, then corrupted. */
import fc from 'fast-check';

export interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

/**
 * Values that occur in the workspace, by field name, so that requests get past the first look-up.
 */
export type Known = Readonly<Record<string, readonly unknown[]>>;

/** Values that roughly fit the schema: limits on lengths and numbers are not always kept. */
export function fitting(schema: Schema, known: Known, field = ''): fc.Arbitrary<unknown> {
  const own = known[field];
  const made = madeFrom(schema, known);
  if (own === undefined) return made;
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...own) }, { weight: 1, arbitrary: made });
}

function madeFrom(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const { anyOf, oneOf = anyOf, enum: options } = schema;
  if (oneOf !== undefined) return fc.oneof(...oneOf.map((it) => fitting(it, known)));
  if (options !== undefined) return fc.constantFrom(...options);
  if ('const' in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -10, max: Math.min(schema.maximum ?? 1_000, 2 ** 40) });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting(schema.items ?? {}, known), { maxLength: Math.min(schema.maxItems ?? 4, 4) });
    case 'object':
      return object(schema, known);
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
}

function text({ pattern, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  const free = fc.string({ unit: 'binary', maxLength: Math.min(maxLength, 60) });
  return pattern === undefined ? free : fc.stringMatching(new RegExp(pattern));
}

function object({ properties = {}, required = [] }: Schema, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties);
  if (fields.length === 0) return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }));
  const made = Object.fromEntries(fields.map(([name, it]) => [name, fitting(it, known, name)]));
  const needed = Object.fromEntries(Object.entries(made).filter(([name]) => required.includes(name)));
  return fc.oneof(fc.record(needed), fc.record(made, { requiredKeys: [...required] }));
}

/** Unexpected JSON text; some of it can only be written as text. */
const JUNK = fc.oneof(
  fc.constantFrom(
    'null',
    'true',
    '[]',
    '{}',
    '-0',
    '1e400',
    '-1e308',
    '9007199254740993',
    '0.1e-400',
    '""',
    '"\\u0000"',
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"__proto__"',
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"toString":1,"valueOf":null,"length":-1}',
    '{"a":1,"a":2}',
    '{"op":"regex","args":["(a+)+$"]}',
    '"{\\"op\\":\\"eq\\",\\"args\\":[{\\"var\\":\\"output.__proto__\\"},1]}"',
    '['.repeat(200) + ']'.repeat(200),
    '{"a":'.repeat(80) + '1' + '}'.repeat(80),
    `"${'x'.repeat(300_000)}"`,
    `[${'0,'.repeat(20_000)}0]`,
    '\ud800',
    '}',
    '',
  ),
  fc.jsonValue().map((it) => JSON.stringify(it)),
);

/** Position of a corruption, as a fraction of the length, and its bytes; mostly none. */
export const PLACES = fc.oneof(
  fc.constant([]),
  fc.array(fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), JUNK), { maxLength: 3 }),
);

/** The JSON text of `value`, with junk in place of some of its tokens. */
export function spoilt(value: unknown, places: readonly (readonly [number, string])[]): string {
  const text = JSON.stringify(value);
  if (places.length === 0) return text;
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^"[\]{}:,]+/g) ?? [];
  for (const [place, junk] of places) tokens[Math.floor(place * tokens.length)] = junk;
  return tokens.join('');
}
