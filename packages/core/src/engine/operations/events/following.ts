/** `engine.feed` in process alone: following the feed, and subscriptions. */
import { invalidField } from '../../../definition/issue.js';
import { keyId } from '../../../definition/identifiers.js';
import { EXECUTION_ENDINGS } from '../../../interpreter/event.js';
import { isTerminal } from '../../../interpreter/state.js';
import { invalidArgument } from '../../errors.js';
import { positionOf, positionText } from '../../feed/position.js';
import { type FeedEvent, type FeedFilter, readFeedPart } from '../../feed/read.js';
import { type FeedStep, type Following, followFeed } from '../../reading/follow.js';
import { readState } from '../../reading/read-state.js';
import {
  type FeedHandler,
  type Subscribing,
  type Subscription,
  SubscriptionRunner,
} from '../../reading/subscription.js';
import { endingWith } from '../../scheduling/abort.js';
import {
  type FollowEventsRequest,
  type SubscribeOptions,
  followEvents,
  subscribeOptions,
} from '../../shapes/feed/requests.js';
import { type Operating, operate } from '../operation.js';
import type { On, Reading } from '../../scope.js';
import { filterOf, readingOf, startOf } from './start.js';

/** What has come in a feed that is followed. */
export interface FollowedEvents {
  /** Perhaps none: then the others that came were not asked for. */
  readonly events: readonly FeedEvent[];
  /** Everything up to here was looked at: give it as `after` to go on. */
  readonly position: string;
}

/** What can be done with the feed in process alone. */
export interface FeedFollowing {
  /**
   * Follows the feed: first what is there behind `after` (or from the start, or nothing: the default), then what comes,
   * committed by whatever process, within a second. Ends when `signal` is aborted or the engine stops; with `executionId`
   * after the last event of that run.
   * @throws as `list`, from the iteration.
   */
  follow(
    request?: FollowEventsRequest,
    options?: { readonly signal?: AbortSignal },
  ): AsyncGenerator<FollowedEvents>;
  /**
   * Whether events of this run can still follow behind `after`; false: it has ended, and they are all before.
   * @throws NOT_FOUND
   */
  isOver(executionId: string, after: string): Promise<boolean>;
  /**
   * Calls `handler` with the events of the workspace, in order and at least once, in one process at a time of all that
   * subscribe under this name: whoever is ended is taken over from where its handler last returned. What it throws is
   * tried again after 1 s, doubling to 5 min, for ever; nothing else waits for it.
   * @throws INVALID_ARGUMENT for a handler or options that make no sense.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * const subscription = engine.feed.subscribe(
   *   'search-index',
   *   async (events, { signal }) => {
   *     if (!signal.aborted) console.log(events.length);
   *   },
   *   { from: 'start' },
   * );
   * await subscription.close();
   * console.log((await subscription.status()).state); // → closed
   * await engine.stop();
   * ```
   */
  subscribe(name: string, handler: FeedHandler, options: SubscribeOptions): Subscription;
  /**
   * Forgets where a subscription was: one that is made under its name begins anew. false: there was none.
   * @throws INVALID_ARGUMENT
   */
  forget(name: string): Promise<boolean>;
}

/** Parts that the feed is followed with. */
export type FollowingOn = Reading & Operating & Following['on'] & Subscribing & On<'stopping'>;

export async function* followOn(
  on: FollowingOn,
  request: FollowEventsRequest = {},
  { signal }: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<FollowedEvents> {
  const { from = 'now', ...rest } = on.parser.parse(followEvents, request);
  let position = await operate(on, () => startOf(on, { ...rest, from }));
  yield { events: [], position: positionText(position) };
  if (rest.executionId !== undefined && (await isOverOn(on, rest.executionId, positionText(position))))
    return;
  const filter = filterOf(rest);
  // Of one run: its end is looked for among all of its events, whichever were asked for.
  const watched = filter.executionId === undefined ? filter : { executionId: filter.executionId };
  const isOther = await isOfAnotherDefinition(on, filter);
  const ending = endingWith(on.stopping, signal);
  try {
    for await (const step of followFeed({ on, filter: watched, signal: ending.signal }, position)) {
      position = step.position;
      const events = isOther ? [] : step.events.filter((it) => wanted(filter, it));
      yield { events, position: positionText(position) };
      if (filter.executionId !== undefined && endsRun(step)) return;
    }
  } finally {
    ending.end();
  }
}

/** Whether the run that is asked for is none of the definition that is. */
async function isOfAnotherDefinition(
  on: Reading & Operating,
  { executionId, definitionId }: FeedFilter,
): Promise<boolean> {
  if (executionId === undefined || definitionId === undefined) return false;
  const state = await operate(on, () => readState(on, executionId));
  return state.definitionId !== definitionId;
}

export const isOverOn = (on: Reading & Operating, executionId: string, after: string): Promise<boolean> =>
  operate(on, async () => {
    const state = await readState(on, executionId);
    if (!isTerminal(state.status)) return false;
    const part = await readFeedPart(readingOf(on, { executionId }), positionOf(after), 1);
    return part.events.length === 0;
  });

export function subscribeOn(
  on: Subscribing & On,
  name: string,
  handler: FeedHandler,
  options: SubscribeOptions,
): Subscription {
  const { parser, workspaceId } = on;
  const key = parser.parse(keyId, name);
  // A caller without TypeScript may have left it out: it would be called in vain, for ever.
  if (typeof (handler as unknown) !== 'function') {
    throw invalidArgument([invalidField('handler', 'must be a function')]);
  }
  const parsed = parser.parse(subscribeOptions, options);
  const runner = new SubscriptionRunner({ context: on, workspaceId, name: key, handler, options: parsed });
  runner.start();
  return runner;
}

export const forgetOn = (on: Operating & On<'store'>, name: string): Promise<boolean> =>
  operate(on, () => {
    const key = on.parser.parse(keyId, name);
    return on.store.deleteSubscription({ workspaceId: on.workspaceId, name: key });
  });

const wanted = ({ types }: FeedFilter, event: FeedEvent): boolean => types?.includes(event.type) ?? true;

const endsRun = ({ events }: FeedStep): boolean => events.some((it) => EXECUTION_ENDINGS.includes(it.type));
