/** Working time as people write it: `16wh` (working hours) and `2wd` (working days). */
import { asMs } from '@org/approval-internal/duration';
import type { Report } from './report.js';

/** Working hours or working days. */
export type WorkingTime = `${number}wh` | `${number}wd`;

const WORKING = /^(\d{1,6})w([hd])$/;
const HOUR_MS = 3_600_000;

/** Returns the field of a deadline with a calendar; null, and a report, for any other text. */
export function workingTimeOf(
  text: string,
  path: string,
  report: Report,
): { readonly workingMs: number } | { readonly workingDays: number } | null {
  const [, amount, unit] = WORKING.exec(text) ?? [];
  if (amount !== undefined)
    return unit === 'h' ? { workingMs: Number(amount) * HOUR_MS } : { workingDays: Number(amount) };
  const isDuration = asMs(text) !== text;
  report(
    path,
    isDuration
      ? `"${text}" passes at night too; with a calendar write working hours ("16wh") or working days ("2wd")`
      : `"${text.slice(0, 100)}" is not working time: write working hours ("16wh") or working days ("2wd")`,
    isDuration ? 'duration-needs-working-unit' : 'invalid-field',
  );
  return null;
}
