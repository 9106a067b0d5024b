import type { Value } from '../sql/dialect.js';

/** One text for a list of ids. They hold no control characters. */
export const textKey = (...parts: readonly (Value | undefined)[]): string => parts.join('\0');
