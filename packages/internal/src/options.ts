/** Checks options by name and value, and lists every fault at once. */
import { type Fields, isObject } from './values.js';
import { asMs } from './duration.js';

/** Returns the faults of the option `name`, as sentences that begin with the name. */
export type Check = (value: unknown, name: string) => readonly string[];

/** A check for each option. */
export type Checks<Options> = Readonly<Record<keyof Options & string, Check>>;

/**
 * @throws TypeError that begins with `owner`, the function of the options, and lists every fault.
 */
export function checkOptions<Options>(owner: string, options: Options, checks: Checks<Options>): void {
  const faults = optionFaults(options, checks);
  if (faults.length > 0) throw new TypeError(`${owner}: ${faults.join('; ')}`);
}

/** Returns faults as sentences; empty for valid options. */
export function optionFaults<Options>(
  options: unknown,
  checks: Checks<Options>,
  prefix = '',
): readonly string[] {
  // A caller without TypeScript may give anything.
  if (!isOptions(options)) return [`give an object, not ${shown(options)}`];
  const names = Object.keys(checks);
  const unknown = Object.keys(options).filter((name) => !Object.hasOwn(checks, name));
  return [
    ...unknown.map((name) => `${prefix}${name} is not an option; there are ${names.join(', ')}`),
    ...Object.entries<Check>(checks).flatMap(([name, check]) => check(options[name], `${prefix}${name}`)),
  ];
}

/** Returns the options that `checks` names, for an inner function. */
export const picked = <Options extends object>(options: Options, checks: Checks<Options>): Options =>
  Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(checks, name))) as Options;

/** A check of a single sentence: `name must be …, not …`. */
export const must =
  (what: string, isRight: (value: unknown) => boolean): Check =>
  (value, name) =>
    isRight(value) ? [] : [`${name} must be ${what}, not ${shown(value)}`];

export const optional =
  (check: Check): Check =>
  (value, name) =>
    value === undefined ? [] : check(value, name);

/** Checks an object with its own options. */
export const fields =
  <Options>(checks: Checks<Options>): Check =>
  (value, name) =>
    isOptions(value) ? optionFaults(value, checks, `${name}.`) : options(value, name);

export const text = must('a text', (value) => typeof value === 'string');
export const truth = must('true or false', (value) => typeof value === 'boolean');
export const callable = must('a function', (value) => typeof value === 'function');
export const object = must('an object', isObject);
const options = must('an object', isOptions);
export const listOf = (what: string, isRight: (value: unknown) => boolean): Check =>
  must(`a list of ${what}`, (value) => Array.isArray(value) && value.every(isRight));
export const texts = listOf('texts', (value) => typeof value === 'string');
/** Checks an object with these methods, such as a port. */
export const withMethods = (...methods: readonly string[]): Check =>
  must(
    `an object with the method${methods.length === 1 ? '' : 's'} ${methods.join(', ')}`,
    (value) =>
      // Methods of a host's class are not own properties.
      isObject(value) && methods.every((it) => typeof value[it] === 'function'),
  );

export const count = must('a whole number above 0', (it) => Number.isSafeInteger(it) && Number(it) > 0);
/** Checks ms or a duration string, to be converted by `msOf`. */
export const msIn = (what: string, isRight: (ms: number) => boolean): Check =>
  must(`${what}, or a duration such as "30s"`, (value) => {
    const ms = asMs(value);
    return typeof ms === 'number' && isRight(ms);
  });
/** Infinity: no limit. */
export const durationMs = msIn('a number of ms above 0', (it) => it > 0);
export const pauseMs = msIn('a number of ms, 0 or more', (it) => it >= 0 && it < Infinity);
/** @throws TypeError where one of them is none above 0: of a function with few options. */
export function requireMs(owner: string, given: Readonly<Record<string, unknown>>): void {
  const faults = Object.entries(given).flatMap(([name, value]) => durationMs(value, name));
  if (faults.length > 0) throw new TypeError(`${owner}: ${faults.join('; ')}`);
}
/** Limit of a single timer: a longer one fires at once. */
export const timerMs = msIn('a number of ms above 0 and at most 2147483647', (it) => it > 0 && it < 2 ** 31);
export const basePath = must(
  'a path such as "/approvals", which starts with "/" and does not end with one, or empty',
  (value) => value === '' || (typeof value === 'string' && /^\/([^?#]*[^/?#])$/.test(value)),
);

/** Refuses lists, Maps and unawaited promises: they would leave all defaults. */
function isOptions(value: unknown): value is Fields {
  return isObject(value) && !(Symbol.iterator in value) && !('then' in value);
}

/** Returns the kind of a value without its text, which may be a secret. */
function shown(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  if (Array.isArray(value)) return 'a list';
  // Names the class, because "an object, not object" would be no help.
  return Object.prototype.toString.call(value).slice(8, -1).toLowerCase();
}
