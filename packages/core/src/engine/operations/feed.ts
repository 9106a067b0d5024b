/** `engine.feed`, and `events/*` over HTTP: all events of a workspace in one order. */
import { DEFAULTS } from '../../definition/limits.js';
import { invalidField } from '../../definition/issue.js';
import { isTerminal } from '../../interpreter/state.js';
import type { Caller } from '../caller.js';
import { readState } from '../reading/read-state.js';
import type { EngineContext } from '../context.js';
import { endingWith } from '../scheduling/abort.js';
import { failedPrecondition, invalidArgument } from '../errors.js';
import { type FeedStep, followFeed } from '../reading/follow.js';
import { positionOf, positionText } from '../feed/position.js';
import { EXECUTION_ENDINGS } from '../../interpreter/event.js';
import { type FeedEvent, type FeedFilter, endOfFeed, readFeedPart, refuseGone } from '../feed/read.js';
import { type FeedHandler, type Subscription, SubscriptionRunner } from '../reading/subscription.js';
import { keyId } from '../../definition/identifiers.js';
import {
  type FollowEventsRequest,
  type ListEventsRequest,
  type SubscribeOptions,
  followEvents,
  listEvents,
  subscribeOptions,
} from '../shapes/feed/requests.js';
import type { FeedPage } from '../shapes/feed/views.js';
import { operate, operateReading } from './operation.js';

/** What has come in a feed that is followed. */
export interface FollowedEvents {
  /** Perhaps none: then the others that came were not asked for. */
  readonly events: readonly FeedEvent[];
  /** Everything up to here was looked at: give it as `after` to go on. */
  readonly position: string;
}

/** The feed of one workspace. */
export class FeedOperations {
  private readonly context: EngineContext;
  private readonly workspaceId: string;
  private readonly caller: Caller;

  constructor(context: EngineContext, workspaceId: string, caller: Caller = {}) {
    this.context = context;
    this.workspaceId = workspaceId;
    this.caller = caller;
  }

  /**
   * A page of the external events of all runs, in one order that never changes: what was committed before the call is on
   * this page or on one that follows, and nothing ever comes to stand before `nextPosition`.
   * @throws FAILED_PRECONDITION `position-gone` (`details.oldest`: go on there), `position-ahead`; NOT_FOUND for an unknown
   * `executionId`; INVALID_ARGUMENT.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * const { nextPosition } = await engine.feed.list({ from: 'now' });
   * await engine.definitions.create({
   *   definitionId: 'check',
   *   name: 'Check',
   *   nodes: [{ nodeId: 'spelling', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
   *   edges: [],
   * });
   * await engine.executions.dispatch({ definitionId: 'check', triggerContext: { url: 'https://example.com' } });
   * const { items, hasMore } = await engine.feed.list({ after: nextPosition, pageSize: 1 });
   * console.log(items[0]?.type, hasMore); // → execution.dispatched false
   * await engine.stop();
   * ```
   */
  list(request: ListEventsRequest = {}): Promise<FeedPage> {
    return operateReading(this.context, async () => {
      const parsed = this.context.parser.parse(listEvents, request);
      const { pageSize = DEFAULTS.eventsPageSize, from = 'start', ...rest } = parsed;
      const start = await this.start({ ...rest, from });
      if (rest.after === undefined && from === 'now') {
        return { items: [], nextPosition: positionText(start), hasMore: false };
      }
      const { events, position, hasMore } = await readFeedPart(this.reading(rest), start, pageSize);
      return { items: events, nextPosition: positionText(position), hasMore };
    });
  }

  /**
   * Follows the feed: first what is there behind `after` (or from the start, or nothing: the default), then what comes,
   * committed by whatever process, within a second. Ends when `signal` is aborted or the engine stops; with `executionId`
   * after the last event of that run.
   * @throws as `list`, from the iteration.
   */
  async *follow(
    request: FollowEventsRequest = {},
    { signal }: { readonly signal?: AbortSignal } = {},
  ): AsyncGenerator<FollowedEvents> {
    const { from = 'now', ...rest } = this.context.parser.parse(followEvents, request);
    const { context, workspaceId, caller } = this;
    let position = await operate(context, () => this.start({ ...rest, from }));
    yield { events: [], position: positionText(position) };
    if (rest.executionId !== undefined && (await this.isOver(rest.executionId, positionText(position))))
      return;
    const filter = filterOf(rest);
    // Of one run: its end is looked for among all of its events, whichever were asked for.
    const watched = filter.executionId === undefined ? filter : { executionId: filter.executionId };
    const isOther = await this.isOfAnotherDefinition(filter);
    const ending = endingWith(context.stopping, signal);
    const following = { context, workspaceId, caller, filter: watched, signal: ending.signal };
    try {
      for await (const step of followFeed(following, position)) {
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
  private async isOfAnotherDefinition({ executionId, definitionId }: FeedFilter): Promise<boolean> {
    if (executionId === undefined || definitionId === undefined) return false;
    const { context, workspaceId, caller } = this;
    const state = await operate(context, () => readState(context, workspaceId, caller, executionId));
    return state.definitionId !== definitionId;
  }

  /**
   * Whether events of this run can still follow behind `after`; false: it has ended, and they are all before.
   * @throws NOT_FOUND
   */
  async isOver(executionId: string, after: string): Promise<boolean> {
    return operate(this.context, async () => {
      const state = await readState(this.context, this.workspaceId, this.caller, executionId);
      if (!isTerminal(state.status)) return false;
      const part = await readFeedPart(this.reading({ executionId }), positionOf(after), 1);
      return part.events.length === 0;
    });
  }

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
  subscribe(name: string, handler: FeedHandler, options: SubscribeOptions): Subscription {
    const { context, workspaceId } = this;
    const key = context.parser.parse(keyId, name);
    // A caller without TypeScript may have left it out: it would be called in vain, for ever.
    if (typeof (handler as unknown) !== 'function') {
      throw invalidArgument([invalidField('handler', 'must be a function')]);
    }
    const parsed = context.parser.parse(subscribeOptions, options);
    const runner = new SubscriptionRunner({ context, workspaceId, name: key, handler, options: parsed });
    runner.start();
    return runner;
  }

  /**
   * Forgets where a subscription was: one that is made under its name begins anew. false: there was none.
   * @throws INVALID_ARGUMENT
   */
  forget(name: string): Promise<boolean> {
    return operate(this.context, () => {
      const key = this.context.parser.parse(keyId, name);
      return this.context.store.deleteSubscription({ workspaceId: this.workspaceId, name: key });
    });
  }

  private reading(filter: FeedFilter) {
    const { context, workspaceId, caller } = this;
    return { store: context.store, workspaceId, caller, filter: filterOf(filter) };
  }

  /** Where to begin, once it is known that one can. */
  private async start({ after, from, executionId }: FollowEventsRequest): Promise<number> {
    const { context, workspaceId, caller } = this;
    if (executionId !== undefined) await readState(context, workspaceId, caller, executionId);
    const { last, oldest } = await endOfFeed(context.store, workspaceId);
    if (after === undefined) return from === 'now' ? last : oldest;
    if (after > positionText(last)) {
      throw failedPrecondition('position-ahead', 'the feed has not come to this position yet');
    }
    const position = positionOf(after);
    refuseGone(position, { oldest });
    return position;
  }
}

const filterOf = ({ types, definitionId, executionId }: FeedFilter): FeedFilter => ({
  types,
  definitionId,
  executionId,
});

const wanted = ({ types }: FeedFilter, event: FeedEvent): boolean => types?.includes(event.type) ?? true;

const endsRun = ({ events }: FeedStep): boolean => events.some((it) => EXECUTION_ENDINGS.includes(it.type));
