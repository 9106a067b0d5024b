/** Dates, spans of time, numbers and lists as a language writes them. */
import { parseInstant } from '@org/approval-internal/instant';
import type { Money } from '../definition/presented.gen.js';

/** Values as a language writes them. */
export interface Written {
  /** Returns a day. */
  readonly date: (at: number) => string;
  /** Returns a day and a time. */
  readonly dateTime: (at: number) => string;
  /** Returns a time of `now`'s neighborhood in words, such as "tomorrow 17:00". */
  readonly when: (at: number, now: number) => string;
  /** Returns a span in its two largest units. */
  readonly duration: (ms: number) => string;
  /** Returns a number. */
  readonly number: (value: number) => string;
  /** Returns an amount with its currency. */
  readonly money: (money: Money) => string;
  /** Returns a size in bytes, in its largest unit. */
  readonly bytes: (bytes: number) => string;
  /** Returns the texts as a list, such as "Ann, Ben and Cay". */
  readonly list: (texts: readonly string[]) => string;
}

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const UNITS = [
  ['day', DAY],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;

export function written(locale: string, timeZone: string): Written {
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
  const times = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone });
  const both = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' });
  const day = dayNumber(timeZone);
  // A host that knows no zone shows UTC, which readers would take for their own time.
  const zone = timeZone === 'UTC' ? ' UTC' : '';
  return {
    date: (at) => dates.format(at),
    dateTime: (at) => both.format(at) + zone,
    when: (at, now) => {
      const days = day(at) - day(now);
      const near = `${relative.format(days, 'day')} ${times.format(at)}`;
      return (Math.abs(days) > 1 ? both.format(at) : near) + zone;
    },
    duration: (ms) => durationText(locale, ms),
    number: (value) => numbers.format(value),
    money: (money) => moneyText(locale, money),
    bytes: (bytes) => bytesText(locale, bytes),
    list: (texts) => lists.format(texts),
  };
}

/** Number of a day in a time zone, so that two days can be compared. */
function dayNumber(timeZone: string): (at: number) => number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
    timeZone,
  });
  return (at) => Math.round((parseInstant(`${parts.format(at)}T00:00:00Z`) ?? NaN) / DAY);
}

function durationText(locale: string, ms: number): string {
  const minutes = Math.max(1, Math.floor(Math.abs(ms) / MINUTE)) * MINUTE;
  const first = UNITS.findIndex(([, size]) => minutes >= size);
  const shown = UNITS.slice(first, first + 2).map(([unit, size], index) => {
    const count = Math.floor((index === 0 ? minutes : minutes % (UNITS[first]?.[1] ?? size)) / size);
    return { unit, count };
  });
  const format = ({ unit, count }: { unit: string; count: number }) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return shown
    .filter(({ count }, index) => index === 0 || count > 0)
    .map(format)
    .join(' ');
}

/** Decimal texts keep their digits; an unknown currency stands behind its number. */
function moneyText(locale: string, { amount, currency }: Money): string {
  const value =
    typeof amount === 'number' ? amount : /^-?\d{1,40}(\.\d{1,20})?$/.test(amount) ? amount : null;
  if (value === null || !/^[A-Za-z]{3}$/.test(currency)) return `${amount} ${currency}`;
  const style = { style: 'currency', currency } as const;
  // Since ES2023 decimal texts are formatted without rounding, which older types do not know.
  return new Intl.NumberFormat(locale, style).format(value as number);
}

function bytesText(locale: string, bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const unit = { style: 'unit', unit: units[power] ?? 'byte', unitDisplay: 'short' } as const;
  const format = new Intl.NumberFormat(locale, { ...unit, maximumFractionDigits: 1 });
  return format.format(bytes / 1_000 ** power);
}
