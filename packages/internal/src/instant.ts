/** Instants of JSON: ms since the epoch, or ISO 8601 with an offset. Reads no clock. */

const ISO_8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
/** Last instant that a date can have. */
const LAST = 8.64e15;

/** Returns the instant in ms since the epoch; null for a value that names none. */
export function parseInstant(value: unknown): number | null {
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) <= LAST ? value : null;
  if (typeof value !== 'string' || !ISO_8601.test(value)) return null;
  const [, month, day] = value.slice(0, 10).split('-').map(Number);
  const at = Date.parse(value);
  // `Date.parse` takes 30 February for 2 March.
  const date = new Date(`${value.slice(0, 10)}T00:00:00Z`);
  const isDay = date.getUTCMonth() + 1 === month && date.getUTCDate() === day;
  return Number.isNaN(at) || !isDay ? null : at;
}
