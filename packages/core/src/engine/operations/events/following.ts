/** `engine.feed` in process alone: following the feed, and subscriptions. */
import { invalidField } from '../../../definition/issue.js';
import { keyId } from '../../../definition/identifiers.js';
import { EXECUTION_ENDINGS } from '../../../interpreter/event.js';
import { isTerminal } from '../../../interpreter/state.js';
import { invalidArgument } from '../../errors.js';
import { positionOf, positionText } from '../../feed/position.js';
import { type FeedFilter, readFeedPart } from '../../feed/read.js';
import type { FeedEvent } from '../../shapes/feed/event.js';
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

/** New events of a followed feed. */
export interface FollowedEvents {
  /** Possibly empty: then the new events did not match the filter. */
  readonly events: readonly FeedEvent[];
  /** Position up to which events were read: pass it as `after` to go on. */
  readonly position: string;
}

/** Feed operations that work in process only. */
export interface FeedFollowing {
  /**
   * Follows the feed: first existing events behind `after` (or from the start, or none: the
   * default), then new ones of every process, within a second. Ends when `signal` is aborted or the
   * engine stops; with `executionId`, after the last event of that execution.
   * @throws as `list`, from the iteration.
   */
  follow(
    request?: FollowEventsRequest,
    options?: { readonly signal?: AbortSignal },
  ): AsyncGenerator<FollowedEvents>;
  /**
   * Resolves to false when the execution has ended and has no events behind `after`.
   * @throws NOT_FOUND
   */
  isOver(executionId: string, after: string): Promise<boolean>;
  /**
   * Calls `handler` with the events of the workspace, in order and at least once. Of all processes
   * that subscribe under this name, one calls its handler. If it dies, another goes on after the
   * last returned call. A throw is retried after 1 s, doubling to 5 min, without limit; nothing
   * else waits for it.
   * @throws INVALID_ARGUMENT for a handler or options that are invalid.
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
   * Deletes the position of a subscription: one that is made under its name starts anew. Resolves
   * to false if it did not exist.
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
  // With an execution, all its events are read to find its end, also those filtered out.
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

/** Resolves to true if the execution belongs to another definition than the requested one. */
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
  // Without TypeScript a caller may omit it; the calls would then fail for ever.
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
