/** Start position and filter of a feed read. */
import { readState } from '../../reading/read-state.js';
import { failedPrecondition } from '../../errors.js';
import { positionOf, positionText } from '../../feed/position.js';
import { type FeedFilter, endOfFeed, refuseGone } from '../../feed/read.js';
import type { FollowEventsRequest } from '../../shapes/feed/requests.js';
import type { On, Reading } from '../../scope.js';

export const filterOf = ({ types, definitionId, executionId }: FeedFilter): FeedFilter => ({
  types,
  definitionId,
  executionId,
});

export const readingOf = ({ store, workspaceId, caller }: On<'store'>, filter: FeedFilter) => ({
  ...{ store, workspaceId, caller },
  filter: filterOf(filter),
});

/** The number to begin behind, once it is known that one can. */
export async function startOf(
  on: Reading,
  { after, from, executionId }: FollowEventsRequest,
): Promise<number> {
  if (executionId !== undefined) await readState(on, executionId);
  const { last, oldest } = await endOfFeed(on.store, on.workspaceId);
  if (after === undefined) return from === 'now' ? last : oldest;
  if (after > positionText(last)) {
    throw failedPrecondition('position-ahead', 'the feed has not come to this position yet');
  }
  const position = positionOf(after);
  refuseGone(position, { oldest });
  return position;
}
