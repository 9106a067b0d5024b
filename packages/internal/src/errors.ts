/** Facts about a thrown value of unknown type. */
import { isObject } from './values.js';

/** The message of an error; the text of anything else. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

/** The `code` of an error of Node or of a driver; undefined where it has none. */
export const codeOf = (thrown: unknown): string | undefined =>
  isObject(thrown) && typeof thrown['code'] === 'string' ? thrown['code'] : undefined;

/** The thrown value as an error. */
export const errorOf = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown });
