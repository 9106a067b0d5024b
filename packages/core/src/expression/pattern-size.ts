/**
 * How large a pattern becomes when it is compiled: counted repetitions are written out, so a text of 4,000 characters
 * can become a program of half a million instructions. Counted before compiling, which is what would take the time.
 */

import { LIMITS } from '../definition/limits.js';

/** One pattern: compiles in some milliseconds and takes some hundred kilobytes. */
const MAX_PATTERN_SIZE = LIMITS.patternSize;
/** All patterns of one definition: whoever may write one must not hold up everybody else for seconds. */
const MAX_PATTERNS_SIZE = LIMITS.patternsSize;

/** What is left for the patterns of one definition. */
export interface PatternBudget {
  /** Parts that they may still have. */
  left: number;
}
/** A new one. */
export const patternBudget = (): PatternBudget => ({ left: MAX_PATTERNS_SIZE });

/** Why the pattern is too large to compile, or null; takes what it needs from the budget. */
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
  /** Of everything before the last part. */
  before: number;
  /** Of the last part, which a repetition would repeat. */
  last: number;
}

/** One character or class, such as `\\d`, `\\x{1F600}` or `\\p{Greek}`. */
const ESCAPE = /^\\(?:[xpP]\{[^}]*\}|[^])/;
const COUNTED = /^\{(\d+)(?:,(\d*))?\}/;

/** The number of instructions, roughly and rather too many; whether the pattern is valid is not looked at. */
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

/** `{n}` is n times; `{n,m}` is up to m times, each of which may be left out. */
function factorOf([, least = '0', most]: RegExpExecArray): number {
  if (most === undefined) return Number(least);
  return most === '' ? Number(least) + 1 : 2 * Number(most);
}

/** Where the class that starts at `start` ends: at the first `]` that is neither escaped nor its first character. */
function endOfClass(pattern: string, start: number): number {
  let index = start + 1;
  if (pattern[index] === '^') index += 1;
  for (index += 1; index < pattern.length && pattern[index] !== ']'; index++) {
    if (pattern[index] === '\\') index += 1;
  }
  return index;
}
