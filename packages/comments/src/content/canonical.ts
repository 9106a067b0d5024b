/** Comparing JSON values. */
import { isObject } from '../record.js';

/** The same text for the same value, in whatever order its keys stand. */
export const canonical = (value: unknown): string | undefined =>
  JSON.stringify(value, (_key, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
