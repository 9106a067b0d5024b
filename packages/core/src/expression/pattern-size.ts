/**
 * Size of a compiled pattern. Counted repetitions are written out, so 4,000 characters can become
 * half a million instructions. Measured before compiling, which would be slow.
 */

import { LIMITS } from '../definition/limits.js';

/** Limit of one pattern: it compiles in a few ms and takes some hundred kilobytes. */
const MAX_PATTERN_SIZE = LIMITS.patternSize;
/** Limit of all patterns of one definition, so that its author cannot block others for seconds. */
const MAX_PATTERNS_SIZE = LIMITS.patternsSize;

/** Budget of the patterns of one definition. */
export interface PatternBudget {
  /** Parts that the patterns may still have. */
  left: number;
}
/** Creates the full budget of one definition. */
export const patternBudget = (): PatternBudget => ({ left: MAX_PATTERNS_SIZE });

/** Reason why the pattern is too large to compile, or null. Spends its size from the budget. */
export function patternFault(pattern: string, budget: PatternBudget): string | null {
  const size = patternSize(pattern);
  if (size > MAX_PATTERN_SIZE) {
    return `the pattern repeats too much: written out it has more than ${MAX_PATTERN_SIZE} parts; use * or + in place of large counts`;
  }
  budget.left -= size;
  if (budget.left >= 0) return null;
  return `the patterns of this definition, written out, have more than ${MAX_PATTERNS_SIZE} parts together; use * or + in place of large counts`;
}

interface Frame {
  /** Size of everything before the last part. */
  before: number;
  /** Size of the last part, which a repetition multiplies. */
  last: number;
}

/** One character or class, such as `\\d`, `\\x{1F600}` or `\\p{Greek}`. */
const ESCAPE = /^\\(?:[xpP]\{[^}]*\}|[^])/;
const COUNTED = /^\{(\d+)(?:,(\d*))?\}/;

/** Estimated number of instructions, rather too many. Does not validate the pattern. */
export function patternSize(pattern: string): number {
  const frames: Frame[] = [{ before: 0, last: 0 }];
  const top = () => frames.at(-1) as Frame;
  const add = (size: number) => {
    const frame = top();
    frame.before += frame.last;
    frame.last = size;
  };
  for (let index = 0; index < pattern.length; index++) {
    const char = pattern[index] as string;
    const counted = char === '{' ? COUNTED.exec(pattern.slice(index, index + 24)) : null;
    if (counted !== null) {
      top().last *= factorOf(counted);
      index += counted[0].length - 1;
    } else if (char === '(') {
      frames.push({ before: 0, last: 0 });
    } else if (char === ')' && frames.length > 1) {
      const inner = frames.pop() as Frame;
      add(inner.before + inner.last + 2);
    } else if (char === '*' || char === '+' || char === '?') {
      top().last += 1;
    } else {
      add(1);
      if (char === '[') index = endOfClass(pattern, index);
      else if (char === '\\') index += (ESCAPE.exec(pattern.slice(index, index + 80))?.[0].length ?? 1) - 1;
    }
  }
  return frames.reduce((size, { before, last }) => size + before + last, 0);
}

/** `{n}` is n copies. `{n,m}` is up to m copies, each optional. */
function factorOf([, least = '0', most]: RegExpExecArray): number {
  if (most === undefined) return Number(least);
  return most === '' ? Number(least) + 1 : 2 * Number(most);
}

/** Index of the first `]` that is neither escaped nor the first character of the class. */
function endOfClass(pattern: string, start: number): number {
  let index = start + 1;
  if (pattern[index] === '^') index += 1;
  for (index += 1; index < pattern.length && pattern[index] !== ']'; index++) {
    if (pattern[index] === '\\') index += 1;
  }
  return index;
}
