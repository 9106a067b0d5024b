/** The key of a user. */
import { createHash } from 'node:crypto';

/** Most bytes of an id column. */
const ID_BYTES = 255;

/** The key of a user: the id itself, or the hash of a longer one. */
export function userKey(userId: string): string {
  const plain = `=${userId}`;
  return Buffer.byteLength(plain) <= ID_BYTES
    ? plain
    : `#${createHash('sha256').update(userId).digest('hex')}`;
}
