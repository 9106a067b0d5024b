/** Ids that are made where they are used. */

/** Ids for events; unique within a page, which is sufficient. */
export function createUniqueId(): () => string {
  const page = Math.random().toString(36).slice(2);
  let count = 0;
  return () => `${page}-${(count += 1)}`;
}

/**
 * Makes a commentId of 52 random bits: two among a million comments in one thread do not collide.
 * Make it once for each comment, before the first try: a repeat is then the same comment.
 */
export function newCommentId(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x0f_ffff) * 2 ** 32 + low;
}

/** Names one write, however often it is sent. */
export function newWriteId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (it) => it.toString(36)).join('-');
}
