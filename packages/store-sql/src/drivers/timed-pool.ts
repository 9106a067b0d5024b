/**
 * Pooled connections with a deadline for each result. A silent connection is closed and never
 * returned to the pool. Every other connection whose last result is older than the silence is
 * closed before its next use: a broken network breaks all of them, and finding out one by one would
 * take a deadline each.
 */
import { type Deadlines, SilentDatabaseError, within } from '../sql/deadline.js';
import type { Fault } from '../sql/driver.js';

/** The operations of a pool that a driver adapts. */
export interface PoolAdapter<C> {
  take(): Promise<C>;
  giveBack(connection: C): void;
  /** Closes it at once; it is never lent again. */
  destroy(connection: C, reason: Error): void;
  /** Object that is the same each time a connection is lent. */
  identityOf(connection: C): object;
}

/** Awaits a result of the lent connection. */
export type Timely = <T>(ask: () => Promise<T>) => Promise<T>;

export class TimedPool<C> {
  private readonly pool: PoolAdapter<C>;
  private readonly statementMs: number;
  private readonly faultOf: (error: unknown) => Fault;
  /** Time of each connection's last result, by a monotonic clock. */
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

  /** Lends a connection to `work`, which takes at most `ms`. */
  async use<T>(ms: number, work: (connection: C, timely: Timely) => Promise<T>): Promise<T> {
    const connection = await this.take();
    const until = performance.now() + ms;
    try {
      const done = await work(connection, (ask) => this.answered(connection, until, ask));
      this.pool.giveBack(connection);
      return done;
    } catch (error) {
      // Its state is unknown, so it is never lent again.
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
        // A connection that arrives too late is returned to its pool.
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
