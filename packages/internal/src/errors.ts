/** Facts about a thrown value of unknown type. */
import { isObject } from './values.js';

/** Returns the message of an error, or any other value as a string. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

/** Returns the `code` of a Node or driver error; undefined without one. */
export const codeOf = (thrown: unknown): string | undefined =>
  isObject(thrown) && typeof thrown['code'] === 'string' ? thrown['code'] : undefined;

/** The thrown value as an error. */
export const errorOf = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown });
