/** Times and durations in seconds where milliseconds are meant. */
import * as z from 'zod';

const [HOUR_S, SECOND_MS, TEN_SECONDS_MS, MINUTE_MS] = [3_600, 1_000, 10_000, 60_000] as const;
/** Times in seconds of the years 1973 to 5138 lie in the first three years of those in ms. */
const [FIRST_SECONDS, LAST_SECONDS] = [100_000_000, 100_000_000_000];

/** True for whole hours in seconds that as ms are odd: `86_400`, `604_800`. */
export const isInSeconds = (ms: number): boolean =>
  ms > 0 && ms % HOUR_S === 0 && ms % (ms < MINUTE_MS ? SECOND_MS : TEN_SECONDS_MS) !== 0;

/** True for a time that people have not enough of: less than a minute, or one in seconds. */
export const isTooShortForPeople = (ms: number): boolean => ms < MINUTE_MS || isInSeconds(ms);

/** True for less than a second, and for a time in seconds. */
export const isTooShort = (ms: number): boolean => ms < SECOND_MS || isInSeconds(ms);

const isTimeInSeconds = (at: number): boolean => at >= FIRST_SECONDS && at < LAST_SECONDS;

/** A time in ms since the epoch. */
export const timeMs = z
  .int()
  .min(0)
  .refine((at) => !isTimeInSeconds(at), 'is a time in seconds, and means 1970 in ms; multiply it by 1000');
