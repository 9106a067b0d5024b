/** Conditions in few words, as in `amount ≥ 10000`. */

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

/** Deeper parts of a condition, and further operands, are an ellipsis. */
const DEPTH = 4;
const OPERANDS = 6;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An expression tree, or its JSON text, in words; empty for what is neither. */
export function conditionText(when: unknown): string {
  if (typeof when !== 'string') return isObject(when) ? written(when, 0) : '';
  try {
    return conditionText(JSON.parse(when) as unknown);
  } catch {
    // A draft, while it is typed: what is no condition has no words.
    return '';
  }
}

function written(operand: unknown, depth: number): string {
  if (depth > DEPTH) return '…';
  if (!isObject(operand)) return literal(operand);
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

/** JSON has no text for `undefined`, whatever its type says. */
const literal = (value: unknown): string =>
  ((JSON.stringify(value) as string | undefined) ?? '…').slice(0, 80);

/** The last parts say what it is: `execution.input.amount` is the amount. */
const shortPath = (path: string): string =>
  path.slice(0, 200).replace(/^(?:execution\.input|output|step)\.(?=.)/, '');
