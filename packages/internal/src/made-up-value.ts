/** A made-up value of an input schema: the subset of JSON Schema that definitions take. */
import { type JsonObject, type JsonValue, isJsonList, isJsonObject } from './json.js';

/** Optional properties that lie deeper are left out, so that a recursive schema ends. */
const OPTIONAL_DEPTH = 4;
/** The deepest value; a schema that requires more gets null there. */
const MOST_DEPTH = 32;

/**
 * Returns a value that fits the schema. A default or an example of the author comes first. A
 * `pattern` is not read: the author's example has to fit it.
 */
export const madeUpValue = (schema: JsonValue): JsonValue => valueOf(schema, schema, 0);

function valueOf(schema: JsonValue, root: JsonValue, depth: number): JsonValue {
  if (!isJsonObject(schema) || depth > MOST_DEPTH) return null;
  const { $ref, default: usual, examples, const: only, enum: listed } = schema;
  if (typeof $ref === 'string') return valueOf(referred($ref, root), root, depth + 1);
  for (const it of [usual, only, firstOf(examples), firstOf(listed)]) if (it !== undefined) return it;
  const make = MAKERS[typeOf(schema)];
  return make === undefined ? null : make(schema, root, depth);
}

const firstOf = (value: JsonValue | undefined): JsonValue | undefined =>
  isJsonList(value) ? value[0] : undefined;

/** The type, the first of several; that of the keywords where no type is named. */
function typeOf(schema: JsonObject): string {
  const { type } = schema;
  const named = isJsonList(type) ? firstOf(type) : type;
  if (typeof named === 'string') return named;
  return 'properties' in schema ? 'object' : 'items' in schema ? 'array' : 'string';
}

type Maker = (schema: JsonObject, root: JsonValue, depth: number) => JsonValue;

const MAKERS: Readonly<Record<string, Maker>> = {
  object: objectOf,
  array: ({ items = {}, minItems }, root, depth) => {
    const least = numberOf(minItems) ?? (depth < OPTIONAL_DEPTH ? 1 : 0);
    return Array.from({ length: Math.min(least, 100) }, () => valueOf(items, root, depth + 1));
  },
  string: ({ format, minLength, maxLength }) => {
    const text = typeof format === 'string' ? (FORMATS[format] ?? 'example') : 'example';
    return text
      .padEnd(Math.min(numberOf(minLength) ?? 0, 10_000), '.')
      .slice(0, numberOf(maxLength) ?? Infinity);
  },
  integer: amountOf,
  number: amountOf,
  boolean: () => true,
};

const FORMATS: Readonly<Record<string, string>> = {
  date: '2027-01-15',
  'date-time': '2027-01-15T09:00:00Z',
  email: 'ann@example.com',
  uri: 'https://example.com/document',
};

function objectOf(schema: JsonObject, root: JsonValue, depth: number): JsonObject {
  const { properties, required } = schema;
  const isRequired = (name: string) => isJsonList(required) && required.includes(name);
  return Object.fromEntries(
    Object.entries(isJsonObject(properties) ? properties : {})
      .filter(([name]) => depth < OPTIONAL_DEPTH || isRequired(name))
      .map(([name, it]) => [name, valueOf(it, root, depth + 1)]),
  );
}

/** 1,000 if it fits, else a number at or between the bounds; 0 if none of these fits. */
function amountOf(schema: JsonObject): number {
  const isWhole = typeOf(schema) === 'integer';
  const [least, above] = [numberOf(schema['minimum']), numberOf(schema['exclusiveMinimum'])];
  const [most, below] = [numberOf(schema['maximum']), numberOf(schema['exclusiveMaximum'])];
  const [low, high] = [least ?? above ?? -Infinity, most ?? below ?? Infinity];
  const step = numberOf(schema['multipleOf']) ?? (isWhole ? 1 : null);
  const fits = (it: number): boolean =>
    it >= (least ?? it) &&
    it <= (most ?? it) &&
    (above === null || it > above) &&
    (below === null || it < below) &&
    (!isWhole || Number.isInteger(it));
  const near = [1_000, low, low + 1, high - 1, high, (low + high) / 2].filter(Number.isFinite);
  const steps =
    step === null ? near : near.flatMap((it) => [Math.floor(it / step) * step, Math.ceil(it / step) * step]);
  return steps.find(fits) ?? 0;
}

const numberOf = (value: JsonValue | undefined): number | null => (typeof value === 'number' ? value : null);

/** The part that a local reference names, such as `#/$defs/money`. */
function referred(reference: string, root: JsonValue): JsonValue {
  let part: JsonValue | undefined = root;
  for (const segment of reference.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    part = isJsonObject(part) ? part[name] : undefined;
  }
  return part ?? null;
}
