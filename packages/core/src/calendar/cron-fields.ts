/** Parses cron expressions of five fields. */

/** Minutes, hours and dates that an expression names. */
export interface CronFields {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** Days of the month, months (1 is January) and days of the week (0 is Sunday). */
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
  /** The hour begins with `*`: every matching minute fires each time that the clock shows it. */
  readonly anyHour: boolean;
  /** A date has to match both days; otherwise one of the two is enough. */
  readonly bothDays: boolean;
}

interface FieldRule {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly words: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const RULES = {
  minute: { name: 'minute', min: 0, max: 59, words: [] },
  hour: { name: 'hour', min: 0, max: 23, words: [] },
  day: { name: 'day of month', min: 1, max: 31, words: [] },
  month: { name: 'month', min: 1, max: 12, words: MONTHS },
  weekday: { name: 'day of week', min: 0, max: 7, words: WEEKDAYS },
} as const satisfies Record<string, FieldRule>;

const SHORTHANDS = [
  ['@hourly', '0 * * * *'],
  ['@daily', '0 0 * * *'],
  ['@weekly', '0 0 * * 0'],
  ['@monthly', '0 0 1 * *'],
  ['@yearly', '0 0 1 1 *'],
] as const;

/**
 * Parses an expression: minute, hour, day of month, month, day of week, or a shorthand such as
 * `@daily`.
 * @throws RangeError that says which field is wrong
 */
export function parseCron(expression: string): CronFields {
  const [, meant = expression] = SHORTHANDS.find(([word]) => word === expression) ?? [];
  const fields = meant.trim().split(/[ \t]+/);
  const [minute, hour, day, month, weekday] = fields;
  if (fields.length !== 5 || !minute || !hour || !day || !month || !weekday) {
    throw new RangeError('a cron expression has five fields: minute, hour, day of month, month, day of week');
  }
  return {
    minutes: valuesOf(minute, RULES.minute),
    hours: valuesOf(hour, RULES.hour),
    days: new Set(valuesOf(day, RULES.day)),
    months: new Set(valuesOf(month, RULES.month)),
    weekdays: new Set(valuesOf(weekday, RULES.weekday).map((it) => it % 7)),
    anyHour: hour.startsWith('*'),
    bothDays: day.startsWith('*') || weekday.startsWith('*'),
  };
}

/** Values of a field, in order. */
function valuesOf(field: string, rule: FieldRule): number[] {
  const values = new Set(field.split(',').flatMap((item) => valuesOfItem(item, rule)));
  return [...values].toSorted((a, b) => a - b);
}

const ITEM = /^(?:\*|([a-z]+|\d+)(?:-([a-z]+|\d+))?)(?:\/(\d+))?$/i;

function valuesOfItem(item: string, rule: FieldRule): number[] {
  const match = ITEM.exec(item);
  if (match === null) throw new RangeError(`"${item}" is not a value of the ${rule.name}`);
  const [, first, last, step] = match;
  const from = first === undefined ? rule.min : numberOf(first, rule);
  // `n/step` goes on to the end of the field, as in other implementations of cron.
  const openEnd = first === undefined || (last === undefined && step !== undefined);
  const until = last === undefined ? (openEnd ? rule.max : from) : numberOf(last, rule);
  const by = step === undefined ? 1 : Number(step);
  if (until < from) throw new RangeError(`"${item}" of the ${rule.name} ends before it begins`);
  if (by < 1) throw new RangeError(`the step of "${item}" (${rule.name}) has to be at least 1`);
  const values: number[] = [];
  for (let value = from; value <= until; value += by) values.push(value);
  return values;
}

function numberOf(text: string, { name, min, max, words }: FieldRule): number {
  const word = words.indexOf(text.toLowerCase());
  const value = word === -1 ? Number(text) : word + (name === 'month' ? 1 : 0);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new RangeError(`"${text}" is not a value of the ${name}, which goes from ${min} to ${max}`);
  }
  return value;
}
