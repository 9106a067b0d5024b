/** Permission and budget of a caller, for every way that operations are called over HTTP. */
import { ApprovalError } from '@org/approval-core';
import type { Limits } from './limits.js';
import type { Permission, Principal } from './permissions.js';
import type { OperationClass } from './rate-limit.js';

/** Checks that the caller has one of the permissions, and spends the budget of its workspace. */
export async function permit(
  limits: Limits,
  principal: Principal,
  permissions: readonly Permission[],
  operationClass: OperationClass,
): Promise<void> {
  if (!permissions.some((it) => principal.permissions.has(it)))
    throw new ApprovalError('PERMISSION_DENIED', `this needs the permission ${permissions.join(' or ')}`);
  await limits.spend(principal.workspaceId, operationClass);
}
