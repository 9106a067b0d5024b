/** Patterns on a linear-time engine (RE2 syntax), compiled once. */
import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';

const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};
/** Cache of a few megabytes. The weight of a pattern is its number of instructions. */
const compiled = new LRUCache<string, RE2JS>({ maxSize: 100_000, sizeCalculation: (it) => it.programSize() });

/** Returns the compiled pattern. Throws an Error that says what is wrong with it. */
export function compilePattern(pattern: string, flags: string): RE2JS {
  const key = `${flags}/${pattern}`;
  const known = compiled.get(key);
  if (known) return known;
  const fault = unknownFlag(flags);
  if (fault !== null) throw new Error(fault);
  const made = RE2JS.compile(pattern, flagBits(flags));
  compiled.set(key, made);
  return made;
}

/** Message about an unknown flag, or null. */
export function unknownFlag(flags: string): string | null {
  const unknown = Array.from(flags).find((flag) => !Object.hasOwn(FLAGS, flag));
  return unknown === undefined
    ? null
    : `unknown flag "${unknown}"; use any of ${Object.keys(FLAGS).join(', ')}`;
}

function flagBits(flags: string): number {
  return Array.from(flags).reduce((bits, flag) => bits | (FLAGS[flag] ?? 0), 0);
}
