/** Deadlines for results of the database. A connection may be open and silent forever. */

/** Deadlines, in ms. When one passes, its connection is closed and the request counts as lost. */
export interface Deadlines {
  /**
   * For one statement, and for a connection of the pool.
   * @defaultValue 15_000
   */
  readonly statementTimeoutMs: number;
  /**
   * For one transaction.
   * @defaultValue 30_000
   */
  readonly transactionTimeoutMs: number;
}

export const DEFAULT_DEADLINES: Deadlines = { statementTimeoutMs: 15_000, transactionTimeoutMs: 30_000 };

/** Table definitions have no deadline. */
export const NO_DEADLINES: Deadlines = { statementTimeoutMs: Infinity, transactionTimeoutMs: Infinity };

/** The database did not respond in time. The code is that of a network timeout. */
export class SilentDatabaseError extends Error {
  override readonly name = 'SilentDatabaseError';
  readonly code = 'ETIMEDOUT';

  constructor(ms: number) {
    super(`the database has not responded for ${Math.ceil(ms)} ms`);
  }
}

/** @throws SilentDatabaseError when `work` takes longer; its later result is ignored. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  if (ms === Infinity) return work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SilentDatabaseError(ms)), Math.max(0, ms));
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}
