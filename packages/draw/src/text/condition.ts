/** Conditions in few words, such as `amount ≥ 10000`. */
import { fromJson } from '@org/approval-internal/json';
import { isRecord } from '@org/approval-internal/values';

const SIGNS: Readonly<Record<string, string>> = {
  eq: '=',
  ne: '≠',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
  includes: 'has',
  startsWith: 'starts with',
  endsWith: 'ends with',
  regex: 'matches',
  and: 'and',
  or: 'or',
};

/** Deeper parts of a condition, and further operands, become an ellipsis. */
const DEPTH = 4;
const OPERANDS = 6;

/** An expression tree, or its JSON, in words; empty for anything else. */
export function conditionText(when: unknown): string {
  if (typeof when !== 'string') return isRecord(when) ? written(when, 0) : '';
  try {
    return conditionText(fromJson(when));
  } catch {
    // An incomplete condition in a draft has no words.
    return '';
  }
}

function written(operand: unknown, depth: number): string {
  if (depth > DEPTH) return '…';
  if (!isRecord(operand)) return literal(operand);
  if (typeof operand['var'] === 'string') return shortPath(operand['var']);
  const { op, args } = operand;
  if (typeof op !== 'string' || !Array.isArray(args)) return '…';
  const parts = args.slice(0, OPERANDS).map((it) => written(it, depth + 1));
  if (args.length > OPERANDS) parts.push('…');
  const sign = Object.hasOwn(SIGNS, op) ? SIGNS[op] : undefined;
  if (sign === undefined) return `${op.slice(0, 40)}(${parts.join(', ')})`;
  const isList = op === 'and' || op === 'or';
  const text = parts.join(` ${sign} `);
  return isList && depth > 0 ? `(${text})` : text;
}

/** `JSON.stringify` returns undefined for `undefined`, unlike its type. */
const jsonText = (value: unknown): string | undefined => JSON.stringify(value);
const literal = (value: unknown): string => (jsonText(value) ?? '…').slice(0, 80);

/** Keeps the last parts: `execution.input.amount` becomes `amount`. */
const shortPath = (path: string): string =>
  path.slice(0, 200).replace(/^(?:execution\.input|output|step)\.(?=.)/, '');
