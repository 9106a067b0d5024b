/** Rules on schedules (contract section 13). */
import { cronSchedule, nextInstants } from '../../calendar/cron.js';
import type { ScheduleTrigger } from '../../definition/triggers.js';
import type { LintModel } from '../model.js';
import type { Finding, Rule } from '../rule.js';

const schedulesOf = ({ definition }: LintModel) =>
  (definition.triggers ?? []).flatMap(({ schedule }, index) =>
    schedule === undefined ? [] : [{ schedule, path: ['triggers', index, 'schedule'] }],
  );

/** Reason why the schedule cannot be read, or null. */
function faultOf({ cron, timeZone }: ScheduleTrigger): string | null {
  if (timeZone !== undefined && /^[+-]/.test(timeZone))
    return `"${timeZone}" is an offset; give a time zone by its name, as in "Europe/Berlin"`;
  try {
    cronSchedule(cron, timeZone);
    return null;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

const invalid: Rule<'schedule-invalid'> = {
  codes: ['schedule-invalid'],
  reads: 'element',
  check: (model) =>
    schedulesOf(model).flatMap(({ schedule, path }): Finding<'schedule-invalid'>[] => {
      const fault = faultOf(schedule);
      return fault === null ? [] : [{ code: 'schedule-invalid', message: fault, path }];
    }),
};

/** Pure rules know no time: without `from` the instants of ten years from 1970 stand for all. */
const neverFires: Rule<'schedule-never-fires'> = {
  codes: ['schedule-never-fires'],
  reads: 'element',
  check: (model) =>
    schedulesOf(model)
      .filter(({ schedule }) => faultOf(schedule) === null && !canFire(schedule))
      .map(({ path }) => ({
        code: 'schedule-never-fires',
        message: 'the schedule has no instant within ten years; check its day of month, `from` and `until`',
        path,
      })),
};

function canFire({ from, until, ...schedule }: ScheduleTrigger): boolean {
  const bounds = from === undefined ? {} : { from, until };
  return nextInstants({ ...schedule, ...bounds }, -1, 1).length > 0;
}

export const scheduleRules = [invalid, neverFires];
