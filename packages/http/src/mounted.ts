/** An operation over HTTP, from the engine or a gate. */
import type { OperationData } from '@org/approval-core/views';
import type { Acting, Unchecked } from '@org/approval-core/internal';
import type { Principal } from './permissions.js';

/** An operation at a path, and how its requests begin. */
export interface Mounted {
  readonly operation: OperationData;
  /** Checks the request of a caller that has the permission; returns the function that runs it. */
  readonly open: (principal: Principal, data: Unchecked) => Promise<(data: Unchecked) => Promise<unknown>>;
}

/** Operations by their paths. */
export type Mounts = ReadonlyMap<string, Mounted>;

/** The caller in the form that the rules of operations need. */
export const actingOf = (
  { subject, permissions }: Principal,
  normalizeUserId?: Acting['normalizeUserId'],
): Acting => ({
  subject,
  normalizeUserId,
  has: (permission) => permissions.has(permission),
});
