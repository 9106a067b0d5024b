/** Ids of permits, grants and batches. */
import { canonicalJson, sha256Hex } from '@org/approval-core/internal';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * An id of the time and 80 random bits, in lower case: unguessable, and close together in an index.
 */
export function newId(prefix: 'permit' | 'grant' | 'batch', now: number): string {
  let time = '';
  for (let rest = now; time.length < 9; rest = Math.floor(rest / 32))
    time = ALPHABET.charAt(rest % 32) + time;
  const random = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => ALPHABET.charAt(byte & 31));
  return `${prefix}_${time}${random.join('')}`;
}

/** Returns the same id for the same key of the same user. */
export const keyedGrantId = (createdBy: string, idempotencyKey: string): string =>
  `grant_${sha256Hex(canonicalJson([createdBy, idempotencyKey])).slice(0, 40)}`;
