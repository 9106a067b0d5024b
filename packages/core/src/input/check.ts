/** Checks an input against the input schema of its definition, within a work budget. */
import { characterCount } from '@org/approval-internal/character-count';
import { type ErrorCode, type Issue, invalidField } from '../definition/issue.js';
import { capped } from '../definition/issue-list.js';
import { type JsonArray, type JsonObject, type JsonValue, excerpt, jsonEquals } from '../definition/json.js';
import { type Path, formatPath } from '../definition/path.js';
import { compilePattern } from '../expression/regex.js';
import { CONDITION_COSTS, TooCostly, type WorkBudget } from '../expression/work.js';
import { FORMATS } from './formats.js';
import { References } from './references.js';
import { type TypeName, isOfType, typeOf } from './types.js';

/** A fault of a value: its path in the input, and what is wrong. */
type Fault = readonly [path: Path, message: string];

/**
 * Returns everything that is wrong with `input`, with paths below `at`. `schema` has no faults
 * (`schemaFaults`). An input that takes more than `work` is refused too.
 */
export function inputIssues(
  schema: JsonObject,
  input: JsonObject,
  { at, work }: { readonly at: string; readonly work: WorkBudget },
): readonly Issue<ErrorCode>[] {
  try {
    return capped(issuesOf(new Check(schema, work).value(schema, input, []), at));
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error;
    return [invalidField(at, 'takes too much work to compare with the inputSchema; pass less data')];
  }
}

function* issuesOf(faults: Iterable<Fault>, at: string): Generator<Issue<ErrorCode>> {
  for (const [path, message] of faults) yield invalidField(formatPath([at, ...path]), message);
}

class Check {
  readonly work: WorkBudget;
  private readonly references: References;

  constructor(schema: JsonObject, work: WorkBudget) {
    this.work = work;
    this.references = new References(schema);
  }

  *value(schema: JsonObject, value: JsonValue, path: Path): Generator<Fault> {
    for (const part of this.references.inPlace(schema)) {
      for (const [keyword, operand] of Object.entries(part)) {
        this.work.spend(CONDITION_COSTS.key);
        if (!isChecked(keyword)) continue;
        // A schema without faults has an operand of the type that its keyword takes.
        const check = CHECKS[keyword] as KeywordCheck<JsonValue>;
        yield* check(this, { operand, value, path, schema: part });
      }
    }
  }

  equal(a: JsonValue, b: JsonValue): boolean {
    return jsonEquals(a, b, (left, right) => {
      const isText = typeof left === 'string' && typeof right === 'string';
      const compared = isText ? Math.min(left.length, right.length) / CONDITION_COSTS.comparedPerUnit : 0;
      this.work.spend(CONDITION_COSTS.value + compared);
    });
  }
}

/** A keyword with its operand, and the value that it is about. */
interface Asked<Operand> {
  readonly operand: Operand;
  readonly value: JsonValue;
  readonly path: Path;
  readonly schema: JsonObject;
}
type KeywordCheck<Operand> = (check: Check, asked: Asked<Operand>) => Iterable<Fault>;

/** Types of the operands. */
interface Operands {
  readonly type: TypeName | readonly TypeName[];
  readonly enum: JsonArray;
  readonly const: JsonValue;
  readonly minimum: number;
  readonly maximum: number;
  readonly exclusiveMinimum: number;
  readonly exclusiveMaximum: number;
  readonly multipleOf: number;
  readonly minLength: number;
  readonly maxLength: number;
  readonly minItems: number;
  readonly maxItems: number;
  readonly pattern: string;
  readonly format: string;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, JsonObject>>;
  readonly additionalProperties: boolean | JsonObject;
  readonly items: JsonObject;
}

const isChecked = (keyword: string): keyword is keyof Operands => Object.hasOwn(CHECKS, keyword);

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  value !== undefined && typeOf(value) === 'object';
const isList = (value: unknown): value is JsonArray => Array.isArray(value);

/** A keyword on a whole value: the message if it fails, or null. */
const whole =
  <Operand>(
    fault: (operand: Operand, value: JsonValue, check: Check) => string | null,
  ): KeywordCheck<Operand> =>
  (check, { operand, value, path }) => {
    const message = fault(operand, value, check);
    return message === null ? [] : [[path, message]];
  };
const onNumbers = (
  isValid: (value: number, operand: number) => boolean,
  wish: string,
): KeywordCheck<number> =>
  whole((operand, value) =>
    typeof value !== 'number' || isValid(value, operand)
      ? null
      : `${value} does not fit; give ${wish} ${operand}`,
  );
/** The length is measured only where the keyword applies. */
const onLengths = (
  lengthOf: (value: JsonValue, check: Check) => number | null,
  isValid: (length: number, operand: number) => boolean,
  wish: (operand: number) => string,
): KeywordCheck<number> =>
  whole((operand, value, check) => {
    const length = lengthOf(value, check);
    return length === null || isValid(length, operand) ? null : `give ${wish(operand)}`;
  });

const textLength = (value: JsonValue, { work }: Check): number | null => {
  if (typeof value !== 'string') return null;
  work.spend(value.length / CONDITION_COSTS.searchedPerUnit);
  return characterCount(value);
};
const listLength = (value: JsonValue): number | null => (Array.isArray(value) ? value.length : null);
const atLeast = (length: number, least: number): boolean => length >= least;
const atMost = (length: number, most: number): boolean => length <= most;

const CHECKS: { readonly [Keyword in keyof Operands]: KeywordCheck<Operands[Keyword]> } = {
  type: whole((operand, value) => {
    const types = typeof operand === 'string' ? [operand] : operand;
    if (types.some((it) => isOfType(value, it))) return null;
    return `is of type ${typeOf(value)}; give ${types.join(' or ')}`;
  }),
  enum: whole((operand, value, check) =>
    operand.some((it) => check.equal(it, value)) ? null : `does not fit; give one of ${shown(operand)}`,
  ),
  const: whole((operand, value, check) =>
    check.equal(operand, value) ? null : `does not fit; give ${shown(operand)}`,
  ),
  minimum: onNumbers((value, least) => value >= least, 'at least'),
  maximum: onNumbers((value, most) => value <= most, 'at most'),
  exclusiveMinimum: onNumbers((value, bound) => value > bound, 'a number above'),
  exclusiveMaximum: onNumbers((value, bound) => value < bound, 'a number below'),
  multipleOf: onNumbers(isMultiple, 'a multiple of'),
  minLength: onLengths(textLength, atLeast, (it) => `at least ${it} character(s)`),
  maxLength: onLengths(textLength, atMost, (it) => `at most ${it} character(s)`),
  minItems: onLengths(listLength, atLeast, (it) => `at least ${it} item(s)`),
  maxItems: onLengths(listLength, atMost, (it) => `at most ${it} item(s)`),
  pattern: whole((operand, value, { work }) => {
    if (typeof value !== 'string') return null;
    const pattern = compilePattern(operand, '');
    work.spend(pattern.programSize() * (value.length + CONDITION_COSTS.compiling));
    return pattern.matcher(value).find() ? null : `does not match the pattern ${shown(operand)}`;
  }),
  format: whole((operand, value, { work }) => {
    if (typeof value !== 'string') return null;
    work.spend(value.length);
    return FORMATS[operand]?.(value) === true ? null : `is not of the format "${operand}"`;
  }),
  *required({ work }, { operand, value, path }) {
    if (!isObject(value)) return;
    for (const name of operand) {
      work.spend(CONDITION_COSTS.key);
      if (!Object.hasOwn(value, name)) yield [[...path, name], 'is missing; the inputSchema requires it'];
    }
  },
  *properties(check, { operand, value, path }) {
    if (!isObject(value)) return;
    for (const [name, it] of Object.entries(value)) {
      check.work.spend(CONDITION_COSTS.key);
      const schema = Object.hasOwn(operand, name) ? operand[name] : undefined;
      if (schema !== undefined) yield* check.value(schema, it, [...path, name]);
    }
  },
  *additionalProperties(check, { operand, value, path, schema }) {
    if (!isObject(value) || operand === true) return;
    const named = schema['properties'];
    for (const [name, it] of Object.entries(value)) {
      check.work.spend(CONDITION_COSTS.key);
      if (isObject(named) && Object.hasOwn(named, name)) continue;
      if (operand === false) yield [[...path, name], 'is not in the inputSchema; remove it'];
      else yield* check.value(operand, it, [...path, name]);
    }
  },
  *items(check, { operand, value, path }) {
    if (!isList(value)) return;
    for (const [index, it] of value.entries()) yield* check.value(operand, it, [...path, index]);
  },
};

const shown = (value: JsonValue): string => excerpt(JSON.stringify(value));

/** Floating-point numbers: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, of: number): boolean {
  const times = value / of;
  return Number.isFinite(times) && Math.abs(times - Math.round(times)) <= Math.abs(times) * 2 ** -50;
}
