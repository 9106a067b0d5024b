/**
 * Names of permissions, and of budgets that calls share. They are data in the operation records:
 * the engine never reads them; servers of the operations do.
 */

/** Permissions, each an area and a deed. */
export const PERMISSIONS = [
  'definitions:read',
  'definitions:write',
  'executions:read',
  'executions:read-any',
  'executions:audit',
  'executions:dispatch',
  'executions:dispatch-any',
  'executions:cancel',
  'executions:signal',
  'steps:decide',
  'steps:decide-any',
  'steps:resolve-agent',
  'steps:cancel',
  'steps:admin',
  'people:self',
  'people:admin',
  'webhooks:admin',
  'links:write',
  'triggers:emit',
  'permits:request',
  'permits:on-behalf',
  'permits:read',
  'permits:redeem',
  'permits:amend',
  'permits:revoke',
  'grants:read',
  'grants:write',
] as const;
/** A permission: an area and an action. */
export type Permission = (typeof PERMISSIONS)[number];

/** Budgets that operations share. */
export const BUDGETS = ['read', 'write', 'dispatch', 'decide', 'admin'] as const;
/** A budget that operations share. */
export type Budget = (typeof BUDGETS)[number];
