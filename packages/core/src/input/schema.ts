/**
 * Input schemas of definitions: a subset of JSON Schema 2020-12 (contract section 2). Unknown
 * keywords are refused, since a keyword that is ignored would let through what its author excludes.
 */
import { didYouMean } from '../definition/nearest.js';
import {
  type JsonObject,
  type JsonValue,
  copyJson,
  describeError,
  isPlainObject,
} from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import type { Path } from '../definition/path.js';
import { type PatternBudget, patternBudget, patternFault } from '../expression/pattern-size.js';
import { compilePattern } from '../expression/regex.js';
import { FORMAT_NAMES } from './formats.js';
import { partAt } from './references.js';
import { TYPES, typesIn } from './types.js';

/** A fault in an input schema. */
export interface SchemaFault {
  /** Message that says what is wrong and how to fix it. */
  readonly message: string;
  /** Path inside the schema. */
  readonly path: Path;
}

const BOUNDS = { maxBytes: LIMITS.inputSchemaBytes, maxDepth: LIMITS.payloadDepth };

/** Yields every fault of a schema. A schema without faults is safe for `InputCheck`. */
export function* schemaFaults(json: unknown): Generator<SchemaFault> {
  if (!isPlainObject(json)) {
    yield { message: 'give a JSON Schema, which is an object', path: [] };
    return;
  }
  const copy = copyJson(json, BOUNDS);
  if (!copy.ok) {
    yield { message: copy.path === '' ? copy.message : `${copy.path} ${copy.message}`, path: [] };
    return;
  }
  const check = new SchemaCheck(copy.value as JsonObject);
  yield* check.faults();
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isText);

/** Reason why the value of a keyword is faulty, or null. */
type Judge = (value: JsonValue, patterns: PatternBudget) => string | null;

const judge =
  (isValid: (value: JsonValue) => boolean, wish: string): Judge =>
  (value) =>
    isValid(value) ? null : `give ${wish}`;
const anything: Judge = () => null;
const number = judge((it) => typeof it === 'number', 'a number');
const count = judge(isCount, 'a whole number of 0 or more');

/** Keywords that have no schema in them. */
const KEYWORDS: Readonly<Record<string, Judge>> = {
  type: judge(
    (it) => {
      const types = Array.isArray(it) ? it : [it];
      const areKnown = types.every((type) => TYPES.some((known) => known === type));
      return types.length > 0 && areKnown && new Set(types).size === types.length;
    },
    `one of ${TYPES.join(', ')}, or a list of several`,
  ),
  required: judge((it) => isTextList(it) && new Set(it).size === it.length, 'a list of names, each once'),
  enum: judge((it) => Array.isArray(it) && it.length > 0, 'a list of at least one value'),
  const: anything,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: judge((it) => typeof it === 'number' && it > 0, 'a number above 0'),
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  pattern: patternJudge,
  format: judge((it) => isText(it) && FORMAT_NAMES.includes(it), `one of ${FORMAT_NAMES.join(', ')}`),
  $ref: judge(
    (it) => isText(it) && it.startsWith('#'),
    'a reference into this schema, as in "#/$defs/address"',
  ),
  title: anything,
  description: anything,
  default: anything,
  examples: anything,
  $comment: anything,
};
/** Keywords whose value holds schemas by name. */
const MAPS = ['properties', '$defs'];
const KNOWN = [...Object.keys(KEYWORDS), ...MAPS, 'items', 'additionalProperties'];

function patternJudge(value: JsonValue, patterns: PatternBudget): string | null {
  if (!isText(value)) return 'give a regular expression';
  if (value.length > LIMITS.whenLength) return `the pattern has more than ${LIMITS.whenLength} characters`;
  const fault = patternFault(value, patterns);
  if (fault !== null) return fault;
  try {
    compilePattern(value, '');
    return null;
  } catch (error) {
    return `the pattern is refused (${describeError(error)}); use RE2 syntax, which has no look-around and no back-references`;
  }
}

/** One walk over one schema. */
class SchemaCheck {
  private readonly root: JsonObject;
  private readonly patterns = patternBudget();
  /** Every schema in the root, so that references to anything else are found. */
  private readonly schemas = new Map<JsonObject, Path>();

  constructor(root: JsonObject) {
    this.root = root;
  }

  *faults(): Generator<SchemaFault> {
    yield* this.schema(this.root, []);
    const types = typesIn(this.root);
    if (types !== null && !types.has('object'))
      yield { message: 'the input of an execution is an object; give "type": "object"', path: ['type'] };
    const ended = new Set<JsonObject>();
    for (const [schema, path] of this.schemas) {
      const fault = this.referenceFault(schema, ended);
      if (fault !== null) yield { message: fault, path: [...path, '$ref'] };
    }
  }

  private *schema(json: JsonValue, path: Path): Generator<SchemaFault> {
    if (!isPlainObject(json)) {
      yield { message: 'give a schema, which is an object', path };
      return;
    }
    this.schemas.set(json, path);
    for (const [keyword, value] of Object.entries(json))
      yield* this.keyword(keyword, value, [...path, keyword]);
  }

  private *keyword(keyword: string, value: JsonValue, path: Path): Generator<SchemaFault> {
    const judged = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
    if (judged !== undefined) {
      const message = judged(value, this.patterns);
      if (message !== null) yield { message, path };
    } else if (MAPS.includes(keyword)) {
      if (!isPlainObject(value)) yield { message: 'give an object of schemas by name', path };
      else for (const [name, it] of Object.entries(value)) yield* this.schema(it, [...path, name]);
    } else if (keyword === 'items') yield* this.schema(value, path);
    else if (keyword === 'additionalProperties') {
      if (typeof value !== 'boolean') yield* this.schema(value, path);
    } else {
      const near = didYouMean(keyword, KNOWN);
      yield { message: `unknown keyword; this subset of JSON Schema has ${KNOWN.join(', ')}${near}`, path };
    }
  }

  /** Follows the references of one value. `ended` has schemas whose references come to an end. */
  private referenceFault(schema: JsonObject, ended: Set<JsonObject>): string | null {
    const passed = new Set<JsonObject>();
    for (let it = schema; !ended.has(it);) {
      if (passed.has(it)) return 'the references lead in a circle; let one of them describe the value';
      passed.add(it);
      const reference = it['$ref'];
      if (!isText(reference) || !reference.startsWith('#')) break;
      const target = partAt(this.root, reference);
      if (!isPlainObject(target) || !this.schemas.has(target))
        return it === schema
          ? `the schema has no part "${reference}"; add it below $defs, or correct it`
          : null;
      it = target;
    }
    for (const it of passed) ended.add(it);
    return null;
  }
}
