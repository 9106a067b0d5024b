/** Error for a transaction that cannot be joined. */
import { ApprovalError } from '@org/approval-core';

/** `expected` says what to pass, `actual` what was passed or what is wrong with it. */
export const notOpen = (expected: string, actual: string, cause?: unknown): ApprovalError =>
  new ApprovalError('FAILED_PRECONDITION', `withTransaction takes ${expected}; ${actual}`, {}, cause);

/** True for an object with these methods, as the objects of a driver have. */
export const hasMethods = (value: unknown, names: readonly string[]): boolean =>
  typeof value === 'object' &&
  value !== null &&
  names.every((name) => typeof Reflect.get(value, name) === 'function');

/** Description of a value that no driver made. */
export function described(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `this is ${value === null ? 'null' : typeof value}`;
  const name = (Object.getPrototypeOf(value) as object | null)?.constructor.name ?? 'Object';
  return `this ${name} is not one: with Drizzle or Kysely, begin on a connection of the driver, and give the same one to both`;
}
