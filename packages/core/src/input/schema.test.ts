/** The subset of JSON Schema that an `inputSchema` may use, compared with Ajv. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonObject, type JsonValue, jsonEquals } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import { formatPath } from '../definition/path.js';
import { WorkBudget } from '../expression/work.js';
import { inputIssues } from './check.js';
import { schemaFaults } from './schema.js';

const faults = (schema: unknown) => [...schemaFaults(schema)].map((it) => formatPath(it.path));
const issues = (schema: JsonObject, input: JsonObject) =>
  inputIssues(schema, input, { at: 'input', work: new WorkBudget(LIMITS.commandWork) });
const paths = (schema: JsonObject, input: JsonObject) => issues(schema, input).map((it) => it.path);
const amount = (schema: JsonObject): JsonObject => ({ type: 'object', properties: { amount: schema } });

describe('a faulty schema', () => {
  test.each<[string, unknown, string[]]>([
    ['that is a string', 'object', ['']],
    ['that is a boolean', true, ['']],
    ['of another type than object', { type: 'string' }, ['type']],
    ['of a value that is not an object', { const: 1 }, ['type']],
    ['with an unknown keyword', amount({ oneOf: [{}] }), ['properties.amount.oneOf']],
    ['with an unknown type', amount({ type: 'nubmer' }), ['properties.amount.type']],
    ['with a type twice', amount({ type: ['string', 'string'] }), ['properties.amount.type']],
    ['with an unknown format', amount({ format: 'uuid' }), ['properties.amount.format']],
    ['with a pattern that RE2 refuses', amount({ pattern: '(?=x)' }), ['properties.amount.pattern']],
    [
      'with a pattern that is too large',
      amount({ pattern: 'x{1000}x{1000}x{1000}' }),
      ['properties.amount.pattern'],
    ],
    ['with a reference to nothing', amount({ $ref: '#/$defs/none' }), ['properties.amount.$ref']],
    [
      'with a reference to a value',
      { default: { a: 1 }, properties: { x: { $ref: '#/default' } } },
      ['properties.x.$ref'],
    ],
    ['with a reference elsewhere', amount({ $ref: 'https://example.com' }), ['properties.amount.$ref']],
    [
      'with references in a circle',
      { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
      ['$defs.a.$ref', '$defs.b.$ref'],
    ],
    ['that refers to itself', { $ref: '#' }, ['$ref']],
    ['with a boolean as a schema', { properties: { x: true } }, ['properties.x']],
    ['with a list as properties', { properties: [] }, ['properties']],
    ['with a negative length', amount({ minLength: -1 }), ['properties.amount.minLength']],
    ['with a multiple of 0', amount({ multipleOf: 0 }), ['properties.amount.multipleOf']],
    ['with an empty enum', amount({ enum: [] }), ['properties.amount.enum']],
    ['with a name twice', { required: ['a', 'a'] }, ['required']],
    ['that is too large', { $comment: 'x'.repeat(LIMITS.inputSchemaBytes) }, ['']],
  ])('%s', (_, schema, expected) => {
    expect(faults(schema)).toEqual(expected);
  });

  test('names the nearest keyword', () => {
    const [fault] = [...schemaFaults(amount({ minimun: 1 }))];
    expect(fault?.message).toContain('did you mean "minimum"?');
  });
});

test('a recursive schema is followed as deep as the input goes', () => {
  const schema = {
    $defs: {
      node: { type: 'object', properties: { n: { type: 'number' }, next: { $ref: '#/$defs/node' } } },
    },
    $ref: '#/$defs/node',
  };
  expect(faults(schema)).toEqual([]);
  expect(paths(schema, { n: 1, next: { n: 2, next: { n: 'three', next: 4 } } })).toEqual([
    'input.next.next.n',
    'input.next.next.next',
  ]);
});

test('annotations have no meaning', () => {
  const schema = amount({
    title: 't',
    description: 'd',
    default: 'x',
    examples: [1],
    $comment: 'c',
    type: 'number',
  });
  expect(faults(schema)).toEqual([]);
  expect(issues(schema, {})).toEqual([]);
});

describe('formats', () => {
  test.each([
    ['date', ['2028-02-29'], ['2027-02-29', 'soon', '2027-2-1', '2027-02-28T00:00:00Z']],
    [
      'date-time',
      ['2027-02-28T10:00:00Z', '2027-02-28t10:00:00.5+02:00'],
      ['2027-02-28T10:00Z', '2027-02-28T10:00:00', '2027-02-30T10:00:00Z', '2027-02-28 10:00:00Z'],
    ],
    ['email', ['ann@example.com'], ['ann', 'ann@', '@example.com', 'a b@example.com']],
    [
      'uri',
      ['https://example.com/a?b#c', 'urn:isbn:1', 'mailto:a@b.c'],
      ['example.com', '/path', 'https://', 'https://a b', ''],
    ],
  ])('%s', (format, valid, invalid) => {
    const schema = amount({ format });
    for (const it of valid) expect([it, issues(schema, { amount: it })]).toEqual([it, []]);
    for (const it of invalid) expect([it, paths(schema, { amount: it })]).toEqual([it, ['input.amount']]);
    expect(issues(schema, { amount: 5 })).toEqual([]);
  });
});

const leaf: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, false, 0, 1, 2.5, -1, 10, '', 'a', 'ab', 'abc', '2027-02-28'),
);
const value: fc.Arbitrary<JsonValue> = fc.letrec<{ it: JsonValue }>((tie) => ({
  it: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('it'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('it'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).it;
const small = fc.integer({ min: 0, max: 3 });
const part = (inner: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> =>
  fc.record(
    {
      type: fc.oneof(
        fc.constantFrom('object', 'array', 'string', 'number', 'integer', 'null'),
        fc.constant(['number', 'string']),
      ),
      properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), inner, { maxKeys: 2, noNullPrototype: true }),
      required: fc.uniqueArray(fc.constantFrom('a', 'b'), { maxLength: 2 }),
      items: inner,
      additionalProperties: fc.oneof(fc.boolean(), inner),
      enum: fc.uniqueArray(leaf, { minLength: 1, maxLength: 3, comparator: jsonEquals }),
      const: value,
      minimum: small,
      maximum: small,
      exclusiveMinimum: small,
      exclusiveMaximum: small,
      multipleOf: fc.constantFrom(1, 2, 0.5),
      minLength: small,
      maxLength: small,
      minItems: small,
      maxItems: small,
      pattern: fc.constantFrom('^a', 'b$', '.'),
      $ref: fc.constant('#/$defs/it'),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
const schema = fc
  .tuple(part(fc.constant({})), part(part(fc.constant({ type: 'string' }))))
  .map(([$def, root]): JsonObject => {
    const { $ref: _, ...it } = $def;
    const { type: __, enum: ___, const: ____, ...rest } = root;
    return { ...rest, type: 'object', $defs: { it } };
  });

test('every input is judged as Ajv judges it', () => {
  const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 9 });
  const seen = new Set<boolean>();
  const input = value.filter(
    (it): it is JsonObject => typeof it === 'object' && it !== null && !Array.isArray(it),
  );
  fc.assert(
    fc.property(schema, input, (it, data) => {
      expect(faults(it)).toEqual([]);
      const isValid = ajv.validate(it, data);
      seen.add(isValid);
      expect(issues(it, data).length === 0).toBe(isValid);
    }),
    { numRuns: 300 },
  );
  expect(seen.size).toBe(2);
});

describe('checking takes bounded work', () => {
  const many = (count: number, it: JsonValue) => Array.from({ length: count }, () => it);
  test.each<[string, JsonObject, JsonObject]>([
    [
      'a large enum of many items',
      { properties: { a: { items: { enum: many(10_000, 1) } } } },
      { a: many(50_000, 2) },
    ],
    [
      'a large pattern on a long string',
      { properties: { a: { pattern: '[xy]*x[xy]{900}z' } } },
      { a: 'xy'.repeat(100_000) },
    ],
    [
      'a chain of references for many items',
      {
        $defs: Object.fromEntries(
          many(1_000, 0).map((_, it) => [`${it}`, it === 0 ? {} : { $ref: `#/$defs/${it - 1}` }]),
        ),
        properties: { a: { items: { $ref: '#/$defs/999' } } },
      },
      { a: many(50_000, 2) },
    ],
  ])('%s', (_, it, input) => {
    expect(faults(it)).toEqual([]);
    expect(issues(it, input)).toEqual([
      { code: 'invalid-field', path: 'input', message: expect.stringContaining('too much work') as string },
    ]);
  });

  test('a large input of usual shape is checked', () => {
    const item = { name: 'x'.repeat(20), amount: 1 };
    const it = {
      properties: {
        a: {
          items: { type: 'object', properties: { name: { type: 'string' }, amount: { type: 'number' } } },
        },
      },
    };
    expect(issues(it, { a: many(5_000, item) })).toEqual([]);
  });
});

test('at most 100 issues are listed', () => {
  const found = issues(
    { properties: { a: { items: { type: 'string' } } } },
    { a: Array.from({ length: 150 }, () => 1) },
  );
  expect([found.length, found.at(-1)?.code]).toEqual([LIMITS.issues + 1, 'too-many-issues']);
});
