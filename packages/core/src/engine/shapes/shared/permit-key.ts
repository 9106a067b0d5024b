/** Prefix of idempotency keys of a gate's runs, reserved for gates (permits G7). */
export const PERMIT_KEY_PREFIX = 'permit:';

/** True if an execution with this key was started by a gate. */
export const isOfPermit = (idempotencyKey: unknown): boolean =>
  typeof idempotencyKey === 'string' && idempotencyKey.startsWith(PERMIT_KEY_PREFIX);
