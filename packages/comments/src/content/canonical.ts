/** Comparing JSON values. */
import { isObject } from '../record.js';

/** Returns the same text for the same value, in any order of its keys. */
export const canonical = (value: unknown): string | undefined =>
  JSON.stringify(value, (_key, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
