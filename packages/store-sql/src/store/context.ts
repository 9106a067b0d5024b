/** The shared context of all parts of the store. */
import type { Clock } from '@org/approval-internal/clock';
import { type Driver, type Session, theRow } from '../sql/driver.js';
import type { Target } from '../schema/statements.js';
import { sql } from '../sql/dialect.js';

export interface StoreContext extends Target {
  readonly driver: Driver;
  /**
   * True when row locks hold on one server only, as on Galera: conflicting transactions then write
   * a common row, so that one of them fails at its commit.
   */
  readonly locksAreLocal?: boolean | undefined;
  /**
   * True when the database has the procedure that commits a batch (see
   * `schema/commit-procedure.ts`).
   */
  readonly hasProcedure?: boolean | undefined;
  /** Replaces the clock of the database in tests. */
  readonly clock?: (() => number) | undefined;
  /** Replaces the clock of the machine in tests. */
  readonly timers?: Clock | undefined;
}

/** Current time by the clock that all processes share, in ms since the epoch. */
export async function databaseNow({ dialect, clock }: StoreContext, session: Session): Promise<number> {
  if (clock !== undefined) return clock();
  return theRow(await session.run(sql<{ now: number }>(`select ${dialect.now} as now`))).now;
}

/**
 * Rounds limits up to powers of two, so that few statements are prepared; the caller cuts the
 * excess.
 */
export const roundedUp = (limit: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, limit)));
