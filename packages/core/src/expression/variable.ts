/** Reading a dot-path: own properties of plain objects and canonical array indexes, nothing else (section 3). */
import { isPlainObject } from '../definition/json.js';

const NEVER_READ = new Set(['__proto__', 'prototype', 'constructor']);
const CANONICAL_INDEX = /^(0|[1-9]\d*)$/;

/** The value at `path`, or null when there is none. */
export function readPath(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const segment of path) {
    if (isNeverRead(segment)) return null;
    if (Array.isArray(value)) value = CANONICAL_INDEX.test(segment) ? value[Number(segment)] : undefined;
    else if (isPlainObject(value) && Object.hasOwn(value, segment)) value = value[segment];
    else return null;
  }
  return value === undefined ? null : value;
}

/** A path through such a segment is null, whatever the data. */
export const isNeverRead = (segment: string): boolean => NEVER_READ.has(segment);
