/** Body of a request: JSON without silent losses. */
import { asMs } from '@org/approval-internal/duration';
import { ApprovalClientError } from './error.js';

/** A payload may be 64 levels deep, a few levels down in its request (contract section 1). */
const MAX_DEPTH = 72;

/**
 * Builds the envelope around `data`; `keyed` data gets an idempotencyKey unless it has one. Call it
 * once per call, so that every attempt has the same key.
 * @throws ApprovalClientError INVALID_ARGUMENT, as the engine in process would, for what JSON would
 *   change silently.
 */
export function bodyOf(data: object, keyed: boolean): string {
  const complete = inMs(keyed ? withKey(data) : data);
  refuseLosses(complete, []);
  return JSON.stringify({ data: complete });
}

/**
 * Converts a waiting time to ms (contract section 18); the engine refuses a string that is not a
 * duration.
 */
const inMs = (data: object): object =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, name.endsWith('Ms') ? asMs(value) : value]),
  );

/**
 * A UUID of version 4. Pages that are neither on https nor on localhost lack `crypto.randomUUID`.
 */
const newKey = (): string =>
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
  });

const withKey = (data: { readonly idempotencyKey?: string | undefined }) => ({
  ...data,
  idempotencyKey: data.idempotencyKey ?? newKey(),
});

/**
 * Refuses values that JSON.stringify would drop, turn into null, rewrite, or reject without a path.
 */
function refuseLosses(value: unknown, path: readonly (string | number)[]): void {
  if (path.length > MAX_DEPTH) throw refusal(path.slice(0, 3), 'is nested too deep, or refers to itself');
  if (Array.isArray(value)) {
    // Iterates by index, so that holes are read as undefined.
    for (let index = 0; index < value.length; index++) {
      if (value[index] === undefined) throw refusal([...path, index], 'is undefined; give null');
      refuseLosses(value[index], [...path, index]);
    }
  } else if (typeof value === 'object' && value !== null) {
    if (!isPlain(value))
      throw refusal(path, 'is not a plain object; convert it first, a Date to a number say');
    for (const [key, item] of Object.entries(value)) refuseLosses(item, [...path, key]);
  } else if (typeof value === 'number' && !Number.isFinite(value)) {
    throw refusal(path, `is ${value}, which JSON does not have`);
  } else if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') {
    throw refusal(path, `is a ${typeof value}, which JSON does not have`);
  }
}

/** Recognizes objects of other realms too, such as a frame. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function refusal(segments: readonly (string | number)[], message: string): ApprovalClientError {
  const path = segments
    .map((it, index) => (typeof it === 'number' ? `[${it}]` : `${index > 0 ? '.' : ''}${it}`))
    .join('');
  const issues = [{ code: 'invalid-field', message, path }] as const;
  return new ApprovalClientError('INVALID_ARGUMENT', `invalid-field at ${path}: ${message}`, {
    details: { issues },
  });
}
