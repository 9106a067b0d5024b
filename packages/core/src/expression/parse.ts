/** Parses the JSON text of a `when` to its tree, or lists its faults (codes `when-*`). */
import { characterCount } from '@org/approval-internal/character-count';
import { duplicateKey, roundedNumber } from '@org/approval-internal/parse-json';
import type { ErrorCode } from '../definition/issue.js';
import { describeError, excerpt, isPlainObject, textFault } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import { isTooLongWhen } from '../definition/parts.js';
import { didYouMean } from '../definition/nearest.js';
import type { Path } from '../definition/path.js';
import { OPERATORS, OPERATOR_NAMES, type OperatorName, isOperatorName } from './operators.js';
import { type PatternBudget, patternBudget, patternFault } from './pattern-size.js';
import { compilePattern, unknownFlag } from './regex.js';
import type { Expression, Literal, Operand } from './tree.js';

type WhenCode = Extract<ErrorCode, `when-${string}`>;
/** A fault in a condition. */
export interface WhenFault {
  /** Code of the fault. */
  readonly code: WhenCode;
  /** Message that says what is wrong and how to fix it. */
  readonly message: string;
  /** Path inside the tree: `['args', 0, 'var']`. */
  readonly path: Path;
}
/** A parsed condition, or its faults. */
export type ParsedWhen =
  | {
      /** True for a valid condition. */
      readonly ok: true;
      /** Its tree. */
      readonly expression: Expression;
    }
  | {
      readonly ok: false;
      /** Every fault found. */
      readonly faults: readonly WhenFault[];
    };

/** Fields of `step` that conditions can read. */
export const STEP_FIELDS = [
  'stepId',
  'nodeId',
  'nodeType',
  'status',
  'attempt',
  'iteration',
  'startedAt',
  'completedAt',
] as const;

const NO_OPERAND =
  'not an operand; write a literal, {"var": "<path>"} or {"op": "<operator>", "args": [...]}, with no other keys';
/** Advice on how to make a condition smaller. */
const SHORTEN =
  'compare with a list of values by "includes", or decide it before the execution and read the result';
const EXAMPLE = '{"op":"eq","args":[{"var":"output.decision"},"approve"]}';

/** Parses and checks a `when`. `patterns` is the budget of all patterns of one definition. */
export function parseWhen(
  text: string,
  patterns: PatternBudget = patternBudget(),
  variableFault: VariableFault = edgeVariableFault,
): ParsedWhen {
  if (isTooLongWhen(text)) {
    return refused(
      'when-too-large',
      `the condition has ${characterCount(text)} characters, and may have ${LIMITS.whenLength}; ${SHORTEN}`,
    );
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return refused(
      'when-not-json',
      `the condition is not JSON (${describeError(error)}); write an expression tree such as ${EXAMPLE}, not code`,
    );
  }
  if (typeof json === 'string') {
    return refused(
      'when-not-json',
      `the condition is a string, not a tree; write an expression tree such as ${EXAMPLE}`,
    );
  }
  // JSON parsers keep the last of two equal keys, which may not be the intended one.
  const duplicate = duplicateKey(text);
  if (duplicate !== null) {
    const message = `the key ${excerpt(duplicate)} occurs twice in one object; remove one`;
    return refused('when-bad-operand', message);
  }
  const rounded = roundedNumber(text);
  if (rounded !== null) {
    const message = `the number at character ${rounded} loses precision; compare strings instead`;
    return refused('when-bad-operand', message);
  }
  return parseTree(json, patterns, variableFault);
}

const refused = (code: WhenCode, message: string): ParsedWhen => ({
  ok: false,
  faults: [{ code, message, path: [] }],
});

/** Returns the reason why this condition may not read a dot-path, or null. */
export type VariableFault = (segments: readonly string[]) => string | null;

/** Same as `parseWhen` for a parsed tree. `variableFault` decides which paths are allowed. */
export function parseTree(
  json: unknown,
  patterns: PatternBudget,
  variableFault: VariableFault = edgeVariableFault,
): ParsedWhen {
  const check = new TreeCheck(patterns, variableFault);
  const operand = check.operand(json, 1);
  if (check.faults.length === 0 && (!isPlainObject(json) || !('op' in json))) {
    check.fault(
      'when-bad-operand',
      `the outermost part of a condition must be an operator; write an expression tree such as ${EXAMPLE}`,
    );
  }
  if (check.faults.length > 0) return { ok: false, faults: check.faults };
  return { ok: true, expression: operand as Expression };
}

function edgeVariableFault(segments: readonly string[]): string | null {
  const [root, field] = segments;
  if (root === 'output') return null;
  if (root === 'execution' && field === 'input') return null;
  if (root === 'step') {
    if (field === undefined || STEP_FIELDS.some((it) => it === field)) return null;
    return `step has no "${field}"; use one of ${STEP_FIELDS.join(', ')}${didYouMean(field, STEP_FIELDS)}`;
  }
  return `"${segments.join('.')}" starts with an unknown root; use output, step or execution.input`;
}

/** One walk over one tree that collects faults. */
class TreeCheck {
  readonly faults: WhenFault[] = [];
  /** Current path. It is copied only for faults. */
  private readonly at: (string | number)[] = [];
  private size = 0;
  private readonly patterns: PatternBudget;
  private readonly variableFault: VariableFault;

  constructor(patterns: PatternBudget, variableFault: VariableFault) {
    this.patterns = patterns;
    this.variableFault = variableFault;
  }

  fault(code: WhenCode, message: string, ...inside: Path): null {
    this.faults.push({ code, message, path: [...this.at, ...inside] });
    return null;
  }

  operand(json: unknown, depth: number): Operand {
    this.size += 1;
    if (this.size === LIMITS.whenSize + 1) {
      return this.fault(
        'when-too-large',
        `the condition has more than ${LIMITS.whenSize} operators and operands; ${SHORTEN}`,
      );
    }
    if (this.size > LIMITS.whenSize) return null;
    if (typeof json !== 'object' || json === null) return this.scalar(json);
    if (isPlainObject(json) && !('op' in json)) return this.leaf(json);
    if (depth > LIMITS.whenDepth) {
      return this.fault(
        'when-too-large',
        `the condition is nested deeper than ${LIMITS.whenDepth} levels; flatten it, "and" and "or" take any number of operands`,
      );
    }
    return Array.isArray(json)
      ? this.list(json, depth)
      : this.operation(json as Record<string, unknown>, depth);
  }

  /** Counts an operand that is always valid, on the hot path of large conditions. */
  private takes(json: unknown): json is number | boolean {
    const isPlain = (typeof json === 'boolean' || Number.isFinite(json)) && this.size < LIMITS.whenSize;
    if (isPlain) this.size += 1;
    return isPlain;
  }

  private scalar(json: unknown): Literal {
    if (typeof json === 'number' && !Number.isFinite(json)) {
      return this.fault('when-bad-operand', 'the number is too large for a 64-bit float; give a smaller one');
    }
    if (typeof json === 'string') {
      const fault = textFault(json);
      if (fault !== null) return this.fault('when-bad-operand', `the string ${fault}`);
    }
    return json as Literal;
  }

  private list(json: readonly unknown[], depth: number): Literal {
    return json.map((item, index): Literal => {
      if (isPlainObject(item)) {
        return this.fault(
          'when-bad-operand',
          'a list holds literals only; compare with each variable by itself, and join the comparisons with "or"',
          index,
        );
      }
      this.at.push(index);
      const literal = this.operand(item, depth + 1) as Literal;
      this.at.pop();
      return literal;
    });
  }

  private leaf(json: Record<string, unknown>): Operand {
    if (Object.keys(json).join() === 'var') return this.variable(json['var']);
    return this.fault('when-bad-operand', NO_OPERAND);
  }

  private variable(name: unknown): Operand {
    const segments = typeof name === 'string' ? name.split('.') : [''];
    if (typeof name !== 'string' || segments.includes('') || textFault(name) !== null) {
      return this.fault(
        'when-bad-operand',
        'a variable is a string with a dot-path; write one such as "output.decision", without empty segments',
        'var',
      );
    }
    const fault = this.variableFault(segments);
    return fault === null ? { var: name } : this.fault('when-unknown-root', fault, 'var');
  }

  private operation(json: Record<string, unknown>, depth: number): Operand {
    const { op, args, ...rest } = json;
    if (!Array.isArray(args) || Object.keys(rest).length > 0) {
      return this.fault('when-bad-operand', NO_OPERAND);
    }
    if (isOperatorName(op)) this.arity(op, args.length);
    else {
      this.fault(
        'when-unknown-operator',
        `unknown operator ${JSON.stringify(op)}; use one of ${OPERATOR_NAMES.join(', ')}${typeof op === 'string' ? didYouMean(op, OPERATOR_NAMES) : ''}`,
        'op',
      );
    }
    const operands = args.map((arg: unknown, index) => {
      if (this.takes(arg)) return arg;
      this.at.push('args', index);
      const operand = this.operand(arg, depth + 1);
      this.at.pop();
      this.at.pop();
      return operand;
    });
    if (!isOperatorName(op)) return null;
    if (op === 'regex') this.regex(operands);
    return { op, args: operands };
  }

  private arity(op: OperatorName, given: number): void {
    const { minArgs, maxArgs } = OPERATORS[op];
    if (given >= minArgs && given <= maxArgs) return;
    const wanted = maxArgs === minArgs ? minArgs : maxArgs === Infinity ? `${minArgs} or more` : '2 or 3';
    this.fault('when-bad-arity', `"${op}" has ${given} operands; give it ${wanted}`, 'args');
  }

  private regex([, pattern, flags = '']: readonly Operand[]): void {
    if (pattern === undefined) return; // The arity is reported.
    const literal = 'must be a literal string';
    if (typeof pattern !== 'string') this.fault('when-bad-regex', `the pattern ${literal}`, 'args', 1);
    const flagsFault = typeof flags === 'string' ? unknownFlag(flags) : `the flags ${literal}`;
    if (flagsFault !== null) this.fault('when-bad-regex', flagsFault, 'args', 2);
    if (typeof pattern !== 'string' || typeof flags !== 'string' || flagsFault !== null) return;
    const sizeFault = patternFault(pattern, this.patterns);
    if (sizeFault !== null) {
      this.fault('when-bad-regex', sizeFault, 'args', 1);
      return;
    }
    try {
      compilePattern(pattern, flags);
    } catch (error) {
      this.fault(
        'when-bad-regex',
        `the pattern is refused (${describeError(error)}); use RE2 syntax, which has no look-around and no back-references`,
        'args',
        1,
      );
    }
  }
}
