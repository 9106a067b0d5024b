/** A subscription: a handler that gets every event in order, in one process at a time. */
import { describeError } from '../../definition/json.js';
import type { StoredSubscription } from '../../ports/store/subscriptions.js';
import type { EngineContext } from '../context.js';
import { type Ending, endingWith } from '../scheduling/abort.js';
import { Reminder } from '../scheduling/reminder.js';
import { ApprovalError, ERROR_LENGTH } from '../errors.js';
import type { SubscribeOptions } from '../shapes/feed/requests.js';
import { positionText } from '../feed/position.js';
import type { FeedEvent } from '../shapes/feed/event.js';
import { type FeedPart, endOfFeed, readFeedPart } from '../feed/read.js';

/** Handles events of a subscription; a throw is retried with the same first event. */
export type FeedHandler = (
  events: readonly FeedEvent[],
  context: {
    /** Aborted when the lease is lost: another process may have begun with the same events. */
    readonly signal: AbortSignal;
    /** Attempt number for these events, from 1. */
    readonly attempt: number;
  },
) => unknown;

/** Status of a subscription. */
export interface SubscriptionStatus {
  /**
   * `running` in this process; `elsewhere`: in another one; `backing-off` after a throw; `gone`:
   * retention deleted unread events, so it has stopped (`feed.forget`); `closed`.
   */
  readonly state: 'running' | 'elsewhere' | 'backing-off' | 'gone' | 'closed';
  /** Its handler has returned for everything up to here; null: it has not begun. */
  readonly position: string | null;
  /** Number of workspace events behind that, up to 10,000. */
  readonly lag: number;
  /** Consecutive throws of the handler. */
  readonly attempts: number;
  /** Last error; null after a success. */
  readonly lastError: string | null;
}

/** A subscription in this process. */
export interface Subscription {
  /**
   * Waits for the handler and releases the lease, so that another process goes on at once. Do not
   * await it within the handler, which would wait for itself.
   */
  close(): Promise<void>;
  /** Reads its status from the store. */
  status(): Promise<SubscriptionStatus>;
}

/** Parts of an engine that a subscription takes. */
export type Subscribing = Pick<
  EngineContext,
  'store' | 'clock' | 'signals' | 'logger' | 'telemetry' | 'stopping' | 'leaseMs'
>;

interface Parts {
  readonly context: Subscribing;
  readonly workspaceId: string;
  readonly name: string;
  readonly handler: FeedHandler;
  readonly options: SubscribeOptions;
}

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 300_000;
/** Longest delay until a commit of another process, or the end of a lease, is noticed. */
const POLL_MS = 500;
const MAX_LAG = 10_000;

const isGone = (error: unknown): boolean =>
  error instanceof ApprovalError && error.details['code'] === 'position-gone';

export class SubscriptionRunner implements Subscription {
  private readonly parts: Parts;
  private readonly ending: Ending;
  private readonly token = crypto.randomUUID();
  private run: Promise<void> = Promise.resolve();
  private state: SubscriptionStatus['state'] = 'elsewhere';
  /** Last row that this process wrote under its lease. */
  private held: StoredSubscription | null = null;
  /** End of the feed when the subscription was made; null: from the start, or not read. */
  private beginning: Promise<number | null> = Promise.resolve(null);
  private readonly faults: Reminder;

  constructor(parts: Parts) {
    this.parts = parts;
    this.ending = endingWith(parts.context.stopping);
    this.faults = new Reminder(parts.context.clock);
  }

  start(): void {
    const { context, workspaceId, options } = this.parts;
    if (options.from === 'now') {
      // Without an answer now, the position is read with the lease, as for a store that was down.
      this.beginning = endOfFeed(context.store, workspaceId).then(
        ({ last }) => last,
        () => null,
      );
      context.signals.begin(this.beginning);
    }
    this.run = this.loop();
  }

  async close(): Promise<void> {
    this.ending.end();
    await this.run;
  }

  async status(): Promise<SubscriptionStatus> {
    const { context, workspaceId, name } = this.parts;
    const stored = await context.store.loadSubscription({ workspaceId, name });
    if (stored === null) return { state: this.state, position: null, lag: 0, attempts: 0, lastError: null };
    const { position, attempts, lastError } = stored;
    const lag = await lagOf(context, workspaceId, position);
    const isMine = this.state === 'running' && attempts > 0;
    const state = isMine ? 'backing-off' : this.state;
    return { state, position: positionText(position), lag, attempts, lastError };
  }

  private async loop(): Promise<void> {
    const { context, workspaceId, name } = this.parts;
    const { signal } = this.ending;
    while (!signal.aborted && this.state !== 'gone') {
      const waiting = endingWith(signal);
      const next = context.signals.next({ workspaceId }, this.pauseMs(), waiting.signal);
      try {
        if (await this.turn()) waiting.end();
      } catch (error) {
        if (isGone(error)) {
          this.state = 'gone';
          context.logger.error(`retention has overtaken the subscription "${name}"; it has stopped`, error);
        } else {
          context.logger.warn(`the subscription "${name}" could not go on; trying again`, error);
        }
      }
      if (this.state !== 'gone') await next;
      waiting.end();
    }
    this.ending.end();
    const isOver = this.state === 'gone';
    // The last row written under the lease is used to release it.
    await this.release().catch((error: unknown) => {
      context.logger.warn(`the subscription "${name}" keeps its lease until it ends`, error);
    });
    this.state = isOver ? 'gone' : 'closed';
  }

  private pauseMs(): number {
    const retryAt = this.held?.retryAt ?? null;
    const waitMs = retryAt === null ? POLL_MS : retryAt - this.parts.context.clock.now();
    return Math.max(1, Math.min(POLL_MS, waitMs));
  }

  /** Calls the handler if there are events; resolves to true if there may be more. */
  private async turn(): Promise<boolean> {
    const { context, workspaceId, options } = this.parts;
    await context.clock.unknown();
    if (!(await this.lease())) return false;
    const held = this.held as StoredSubscription;
    if (held.retryAt !== null && held.retryAt > context.clock.now()) return false;
    const { batchSize = 100, types } = options;
    const reading = { store: context.store, workspaceId, caller: {}, filter: { types } };
    const part = await readFeedPart(reading, held.position, batchSize);
    if (part.position === held.position) return false;
    await this.handle(part, held);
    return part.hasMore && this.held?.attempts === 0;
  }

  private async handle(part: FeedPart, { attempts }: StoredSubscription): Promise<void> {
    const { clock } = this.parts.context;
    const moved = { position: part.position, attempts: 0, lastError: null, retryAt: null };
    if (part.events.length === 0) {
      await this.write(moved);
      return;
    }
    const lost = new AbortController();
    const stopRenewing = this.renewing(lost);
    try {
      await this.parts.handler(part.events, { signal: lost.signal, attempt: attempts + 1 });
      await stopRenewing();
    } catch (error) {
      await stopRenewing();
      const delayMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts, 20));
      const lastError = describeError(error).slice(0, ERROR_LENGTH);
      await this.write({ attempts: attempts + 1, lastError, retryAt: clock.now() + delayMs });
      this.tellFault(error, attempts + 1);
      return;
    }
    this.faults.over();
    await this.write(moved);
  }

  private tellFault(error: unknown, attempts: number): void {
    if (!this.faults.isDue()) return;
    const { context, name } = this.parts;
    const message = `the handler of the subscription "${name}" threw (attempt ${attempts}); trying again`;
    context.logger.warn(message, error);
  }

  /** Resolves to true if this process holds the subscription; takes a free one. */
  private async lease(): Promise<boolean> {
    const { context, workspaceId, name, options } = this.parts;
    const now = context.clock.now();
    if (this.held !== null && this.held.leaseUntil - now > context.leaseMs / 2) return true;
    const stored = await context.store.loadSubscription({ workspaceId, name });
    if (stored !== null && stored.token !== null && stored.token !== this.token && stored.leaseUntil > now) {
      this.lose();
      return false;
    }
    const { last, oldest } = await endOfFeed(context.store, workspaceId);
    const fresh: StoredSubscription = {
      workspaceId,
      name,
      rev: 0,
      position: options.from === 'now' ? ((await this.beginning) ?? last) : oldest,
      attempts: 0,
      lastError: null,
      retryAt: null,
      token: null,
      leaseUntil: 0,
    };
    return this.save(stored ?? fresh, {});
  }

  private write(changes: Partial<StoredSubscription>): Promise<boolean> {
    return this.held === null ? Promise.resolve(false) : this.save(this.held, changes);
  }

  /** Writes with a fresh lease, unless another process has written. */
  private async save(before: StoredSubscription, changes: Partial<StoredSubscription>): Promise<boolean> {
    const { store, clock, leaseMs } = this.parts.context;
    const lease = { token: this.token, leaseUntil: clock.now() + leaseMs };
    const next = { ...before, ...lease, ...changes, rev: before.rev + 1 };
    if (!(await store.saveSubscription(next))) {
      this.lose();
      return false;
    }
    this.held = next;
    this.state = 'running';
    return true;
  }

  private lose(): void {
    this.held = null;
    this.state = 'elsewhere';
  }

  /** Renews the lease at every third of its length while the handler works. */
  private renewing(lost: AbortController): () => Promise<unknown> {
    const { clock, leaseMs, logger } = this.parts.context;
    let stopped = false;
    let cancel: () => void = () => undefined;
    let writing: Promise<unknown> = Promise.resolve();
    const plan = (): void => {
      cancel = clock.wakeAt(clock.now() + Math.ceil(leaseMs / 3), () => {
        writing = renew();
      });
    };
    const renew = async (): Promise<void> => {
      try {
        if (!stopped && !(await this.write({}))) {
          this.parts.context.telemetry?.happened({ kind: 'lease-lost', what: 'subscription' });
          lost.abort(new Error('the lease was lost'));
        }
      } catch (error) {
        logger.warn('the lease of a subscription could not be renewed; trying again', error);
        if (clock.now() >= (this.held?.leaseUntil ?? 0)) lost.abort(new Error('the lease has ended'));
      }
      if (!stopped && !lost.signal.aborted) plan();
    };
    plan();
    return () => {
      stopped = true;
      cancel();
      return writing;
    };
  }

  private async release(): Promise<void> {
    if (this.held === null) return;
    await this.write({ token: null, leaseUntil: 0 });
    this.held = null;
  }
}

async function lagOf(
  { store }: Pick<EngineContext, 'store'>,
  workspaceId: string,
  position: number,
): Promise<number> {
  const { last } = await endOfFeed(store, workspaceId);
  return Math.min(MAX_LAG, Math.max(0, last - position));
}
