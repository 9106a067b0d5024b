/** Instants of a schedule that fire when it is looked at, and those that are missed. */
import { instantsOf } from '../../calendar/cron.js';
import { LIMITS } from '../../definition/limits.js';
import type { ScheduleTrigger } from '../../definition/triggers.js';
import { SCHEDULE_DEFAULTS } from './of-version.js';

/** Missed instants that one look passes over; the next look goes on behind them. */
const MOST_PASSED = 20_000;

/** Instants that are due. Times in ms since the epoch. */
export interface DueInstants {
  /** Instants that fire, in order. */
  readonly firing: readonly number[];
  /** Number of the others, which are missed. */
  readonly missed: number;
  /** True if the only one that fires is missed itself, and counted in `missed`. */
  readonly isLate: boolean;
  /** The instant after all of these; null: none. */
  readonly next: number | null;
}

/**
 * @param first the next instant of the schedule, as it is stored
 */
export function dueInstants(schedule: ScheduleTrigger, first: number, now: number): DueInstants {
  const { lateMs = SCHEDULE_DEFAULTS.lateMs, missed: rule = SCHEDULE_DEFAULTS.missed } = schedule;
  const inTime: number[] = [];
  let missed = 0;
  let lastMissed: number | null = null;
  let next: number | null = null;
  for (const instant of instantsOf(schedule, first - 1)) {
    if (instant > now || missed >= MOST_PASSED) {
      next = instant;
      break;
    }
    const isMissed = instant + lateMs < now;
    if (!isMissed) inTime.push(instant);
    const passed = isMissed ? instant : inTime.length > LIMITS.caughtUpInstants ? inTime.shift() : null;
    if (passed == null) continue;
    missed += 1;
    lastMissed = passed;
  }
  const isCaughtUp = next === null || next > now;
  const isLate = rule === 'last' && isCaughtUp && inTime.length === 0 && lastMissed !== null;
  return { firing: isLate && lastMissed !== null ? [lastMissed] : inTime, missed, isLate, next };
}
