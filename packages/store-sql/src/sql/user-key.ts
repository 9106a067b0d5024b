/** What stands for a user in a key. */
import { createHash } from 'node:crypto';

/** Most bytes of a text that a column of ids holds. */
const ID_BYTES = 255;

/** What stands for a user in a key: the id itself, or the hash of one that is too long for it. */
export function userKey(userId: string): string {
  const plain = `=${userId}`;
  return Buffer.byteLength(plain) <= ID_BYTES
    ? plain
    : `#${createHash('sha256').update(userId).digest('hex')}`;
}
