/**
 * Connections that a pool lends, each answer awaited no longer than its deadline. What stays silent is ended, never
 * given back; and so is, before its next use, every other connection that was last heard of before the silence began:
 * if the way to the database broke, it broke for all of them, and to find out one by one would take a deadline each.
 */
import { type Deadlines, SilentDatabaseError, within } from '../sql/deadline.js';
import type { Fault } from '../sql/driver.js';

/** The operations of a pool that a driver adapts. */
export interface PoolAdapter<C> {
  take(): Promise<C>;
  giveBack(connection: C): void;
  /** Ends it at once; nobody gets it again. */
  destroy(connection: C, reason: Error): void;
  /** What stays the same however often a connection is lent. */
  identityOf(connection: C): object;
}

/** Awaits an answer of the connection that is lent. */
export type Timely = <T>(ask: () => Promise<T>) => Promise<T>;

export class TimedPool<C> {
  private readonly pool: PoolAdapter<C>;
  private readonly statementMs: number;
  private readonly faultOf: (error: unknown) => Fault;
  /** When each connection was last heard of, by a clock that nobody sets. */
  private readonly heardAt = new WeakMap<object, number>();
  private silentSince = -Infinity;

  constructor(
    pool: PoolAdapter<C>,
    { statementTimeoutMs }: Pick<Deadlines, 'statementTimeoutMs'>,
    faultOf: (error: unknown) => Fault,
  ) {
    this.pool = pool;
    this.statementMs = statementTimeoutMs;
    this.faultOf = faultOf;
  }

  /** Lends a connection for `work`, which takes at most `ms`. */
  async use<T>(ms: number, work: (connection: C, timely: Timely) => Promise<T>): Promise<T> {
    const connection = await this.take();
    const until = performance.now() + ms;
    try {
      const done = await work(connection, (ask) => this.answered(connection, until, ask));
      this.pool.giveBack(connection);
      return done;
    } catch (error) {
      // Whatever its state is, nobody else gets it.
      if (this.faultOf(error) === 'lost') this.pool.destroy(connection, asError(error));
      else this.pool.giveBack(connection);
      throw error;
    }
  }

  private async answered<T>(connection: C, until: number, ask: () => Promise<T>): Promise<T> {
    const askedAt = performance.now();
    try {
      const answer = await within(Math.min(this.statementMs, until - askedAt), ask());
      this.heardAt.set(this.pool.identityOf(connection), performance.now());
      return answer;
    } catch (error) {
      if (error instanceof SilentDatabaseError) this.silentSince = Math.max(this.silentSince, askedAt);
      throw error;
    }
  }

  private async take(): Promise<C> {
    for (;;) {
      const taking = this.pool.take();
      const connection = await within(this.statementMs, taking).catch((error: unknown) => {
        // One that comes too late goes back to where it came from.
        if (error instanceof SilentDatabaseError)
          void taking.then(
            (late) => this.pool.giveBack(late),
            () => undefined,
          );
        throw error;
      });
      const heardAt = this.heardAt.get(this.pool.identityOf(connection)) ?? Infinity;
      if (heardAt >= this.silentSince) return connection;
      this.pool.destroy(connection, new SilentDatabaseError(performance.now() - heardAt));
    }
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
