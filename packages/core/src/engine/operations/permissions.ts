/**
 * Names of what a caller may be allowed to do, and of the budgets that calls share. They are data of the records of operations:
 * the engine carries them and never reads them; hosts that serve the operations to others do.
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
  'steps:decide',
  'steps:decide-any',
  'steps:resolve-agent',
  'steps:cancel',
  'steps:admin',
  'people:self',
  'people:admin',
  'webhooks:admin',
  'links:write',
  'permits:request',
  'permits:on-behalf',
  'permits:read',
  'permits:redeem',
  'permits:amend',
  'permits:revoke',
  'grants:read',
  'grants:write',
] as const;
/** What a caller may do: an area and a deed. */
export type Permission = (typeof PERMISSIONS)[number];

/** Budgets that operations share. */
export const BUDGETS = ['read', 'write', 'dispatch', 'decide', 'admin'] as const;
/** A budget that operations share. */
export type Budget = (typeof BUDGETS)[number];
