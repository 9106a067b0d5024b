import type { Value } from '../sql/dialect.js';

/** One string for a list of ids. Ids contain no control characters. */
export const textKey = (...parts: readonly (Value | undefined)[]): string => parts.join('\0');
