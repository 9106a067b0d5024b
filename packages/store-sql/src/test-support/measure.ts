/**
 * Counts the statements of a store: growth with the data shows, independent of the machine's speed.
 */
import type { Driver, Session } from '../sql/driver.js';

export interface Measured {
  statements: number;
  /** Rows that came back. */
  rows: number;
  /** Characters of texts and parameters, sent and received. */
  size: number;
}

/** The same driver, and the counts since `start` was called last. */
export function measuring(driver: Driver): { driver: Driver; start: () => Measured } {
  let counts: Measured = { statements: 0, rows: 0, size: 0 };
  const counted = (session: Session): Session => ({
    run: async (sql) => {
      const result = await session.run(sql);
      counts.statements += 1;
      counts.rows += result.rows.length;
      counts.size += sql.text.length + JSON.stringify([sql.params, result.rows]).length;
      return result;
    },
  });
  return {
    driver: {
      ...driver,
      read: (work) => driver.read((session) => work(counted(session))),
      transaction: (work) => driver.transaction((session) => work(counted(session))),
    },
    start: () => (counts = { statements: 0, rows: 0, size: 0 }),
  };
}
