/** Splits a batch into portions decided and committed together; states may be large. */
import { LIMITS } from '../../definition/limits.js';
import type { ApprovalStore } from '../../ports/store/store.js';
import { paired } from '../scheduling/paired.js';
import type { Commands } from './mailbox.js';

/** Small batches skip the size query, which saves a round trip. */
const FEW = 4;

/**
 * Returns portions whose states total `LIMITS.executionBytes`, or a single larger state. Stores
 * that do not report sizes are asked for few at a time.
 */
export async function portions(
  store: Pick<ApprovalStore, 'executionBytes'>,
  unread: readonly Commands[],
): Promise<Commands[][]> {
  if (unread.length <= FEW) return unread.length === 0 ? [] : [[...unread]];
  const sizes = await store.executionBytes?.(unread.map((it) => it.key));
  const each = Math.ceil(LIMITS.executionBytes / FEW);
  const sized = paired(unread, sizes ?? unread.map(() => each));
  const together = portionsOf(sized, LIMITS.executionBytes, ([, bytes]) => bytes);
  return together.map((portion) => portion.map(([mailbox]) => mailbox));
}

/** The items in their order, in portions of up to `maxBytes` and at least one. */
export function portionsOf<T>(items: readonly T[], maxBytes: number, sizeOf: (item: T) => number): T[][] {
  if (maxBytes === Infinity || items.length <= 1) return items.length === 0 ? [] : [[...items]];
  const portions: T[][] = [];
  let room = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const last = portions.at(-1);
    if (last === undefined || size > room) {
      portions.push([item]);
      room = maxBytes;
    } else last.push(item);
    room -= size;
  }
  return portions;
}
