/** What every part of the store is given. */
import type { Clock } from '@org/approval-internal/clock';
import { type Driver, type Session, theRow } from '../sql/driver.js';
import type { Target } from '../schema/statements.js';
import { sql } from '../sql/dialect.js';

export interface StoreContext extends Target {
  readonly driver: Driver;
  /**
   * Whether row locks hold on one server only, as on Galera: whoever must exclude another then writes a row that the
   * other writes too, so that one of them fails at its commit.
   */
  readonly locksAreLocal?: boolean | undefined;
  /** Whether the database has the procedure that commits a batch (see `schema/commit-procedure.ts`). */
  readonly hasProcedure?: boolean | undefined;
  /** Stands in for the clock of the database, in tests. */
  readonly clock?: (() => number) | undefined;
  /** Stands in for the clock of the machine, in tests. */
  readonly timers?: Clock | undefined;
}

/** ms since the epoch by the clock that all processes share. */
export async function databaseNow({ dialect, clock }: StoreContext, session: Session): Promise<number> {
  if (clock !== undefined) return clock();
  return theRow(await session.run(sql<{ now: number }>(`select ${dialect.now} as now`))).now;
}

/** Limits are made few, so that few statements are prepared; what is too much is cut off here. */
export const roundedUp = (limit: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, limit)));
