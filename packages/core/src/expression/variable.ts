/** Reads dot-paths: own properties of plain objects and canonical indexes only (section 3). */
import { isPlainObject } from '../definition/json.js';

const NEVER_READ = new Set(['__proto__', 'prototype', 'constructor']);
const CANONICAL_INDEX = /^(0|[1-9]\d*)$/;

/** Value at `path`, or null if it is missing. */
export const readPath = (root: unknown, path: readonly string[]): unknown => findPath(root, path) ?? null;

/** Value at `path`, or undefined if it is missing. */
export function findPath(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const segment of path) {
    if (isNeverRead(segment)) return undefined;
    if (Array.isArray(value)) value = CANONICAL_INDEX.test(segment) ? value[Number(segment)] : undefined;
    else if (isPlainObject(value) && Object.hasOwn(value, segment)) value = value[segment];
    else return undefined;
  }
  return value;
}

/** True for segments that always read as null. */
export const isNeverRead = (segment: string): boolean => NEVER_READ.has(segment);
