/** The idempotency keys by which a gate starts its runs: nobody else may use them, and who answers there is restricted (permits G7). */
export const PERMIT_KEY_PREFIX = 'permit:';

/** Whether a run that was started with this key is one of a gate's. */
export const isOfPermit = (idempotencyKey: unknown): boolean =>
  typeof idempotencyKey === 'string' && idempotencyKey.startsWith(PERMIT_KEY_PREFIX);
