/** What every part of the store is given. */
import type { Value } from '../sql/dialect.js';
import type { Driver, Session } from '../sql/driver.js';
import { type Target, sql } from '../sql/statements.js';

export interface StoreContext extends Target {
  readonly driver: Driver;
  /** Stands in for the clock of the database, in tests. */
  readonly clock?: (() => number) | undefined;
}

/** ms since the epoch by the clock that all processes share. */
export async function databaseNow({ dialect, clock }: StoreContext, session: Session): Promise<number> {
  if (clock !== undefined) return clock();
  const { rows } = await session.run(sql(`select ${dialect.now} as now`));
  return rows[0]?.['now'] as number;
}

/** One text for a list of ids. They hold no control characters. */
export const textKey = (...parts: readonly (Value | undefined)[]): string => parts.join('\0');

/** Limits are made few, so that few statements are prepared; what is too much is cut off here. */
export const roundedUp = (limit: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, limit)));
