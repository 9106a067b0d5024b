/** Durations as people write them: `7d`, `1d 12h`, `PT8H`, or ms. */
import { keysOf, oneOf } from './values.js';

type Unit = 'ms' | 's' | 'm' | 'h' | 'd' | 'w';

/** ms, a number with a unit (`ms` to `w`), or ISO 8601 without years and months. */
export type Duration = number | `${number}${Unit}` | `${number}${Unit} ${string}` | `P${string}`;

const UNITS: Readonly<Record<Unit, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const PART = /^(\d{1,12}(?:\.\d{1,3})?)(ms|s|m|h|d|w)$/;
const NUMBER = '(\\d{1,12}(?:\\.\\d{1,3})?)';
const ISO = new RegExp(
  `^P(?:${NUMBER}W)?(?:${NUMBER}D)?(?:T(?:${NUMBER}H)?(?:${NUMBER}M)?(?:${NUMBER}S)?)?$`,
);
const ISO_UNITS = ['w', 'd', 'h', 'm', 's'] as const;
const LONGEST = 100;

/**
 * Returns a duration in whole ms, for every field or option that ends in `Ms`. A day has 24 hours.
 * @throws TypeError for an invalid duration.
 * @example
 * ```ts
 * import { duration } from '@org/approval-core';
 *
 * console.log(duration('7d'), duration('PT8H')); // → 604800000 28800000
 * console.log(duration('1h 30m')); // → 5400000
 * ```
 */
export function duration(given: Duration): number {
  const ms = asMs(given);
  if (typeof ms !== 'number' || !Number.isSafeInteger(ms) || ms < 0) throw wrong(given);
  return ms;
}

/** Returns the ms of a duration string; other values are returned unchanged. */
export function asMs(given: unknown): unknown {
  const ms = typeof given === 'string' ? textMs(given) : Number.NaN;
  return Number.isNaN(ms) ? given : ms;
}

/** Returns the ms of a checked option. Numbers stay unchanged: Infinity may be among them. */
export const msOf = (given: Duration): number => (typeof given === 'number' ? given : duration(given));

type TimedValue<V> = V extends number ? Duration : V extends readonly number[] ? readonly Duration[] : V;

/** The same fields; those that end in `Ms` take any duration. */
export type Timed<T> = { [K in keyof T]: K extends `${string}Ms` ? TimedValue<T[K]> : T[K] };

function textMs(text: string): number {
  if (text.length > LONGEST) return Number.NaN;
  const iso = ISO.exec(text)?.slice(1);
  if (iso !== undefined) {
    const parts = iso.map((it, index) => [it, ISO_UNITS[index] ?? 'w'] as const);
    // `P` and `PT` alone are invalid.
    return text.endsWith('T') || text === 'P' ? Number.NaN : sumOf(parts);
  }
  return sumOf(
    text.split(' ').map((part) => {
      const [, amount, unit] = PART.exec(part) ?? [];
      return [amount ?? 'none', oneOf(unit, keysOf(UNITS)) ?? 'ms'] as const;
    }),
  );
}

const sumOf = (parts: readonly (readonly [amount: string | undefined, unit: Unit])[]): number =>
  Math.round(
    parts.reduce((sum, [amount, unit]) => sum + (amount === undefined ? 0 : Number(amount) * UNITS[unit]), 0),
  );

const wrong = (given: unknown): TypeError =>
  new TypeError(
    `${typeof given === 'string' ? `"${given.slice(0, LONGEST)}"` : String(given)} is not a duration: use whole ms, a string such as "7d" or "1d 12h" (ms, s, m, h, d, w), or ISO 8601 such as "PT8H", without years and months`,
  );
