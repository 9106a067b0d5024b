/** The operations of the gate over HTTP (permits G7): what a caller must be allowed to, and what its budget is. */
import {
  type ApprovalGate,
  PERMIT_OPERATIONS,
  type PermitOperationPath,
  checkPermitRequest,
} from '@org/approval-agents';
import { ApprovalError, type Visible } from '@org/approval-core';
import type { Permission, Principal } from '../permissions.js';
import type { OperationClass } from '../rate-limit.js';

/** An operation of the gate over HTTP. */
export interface PermitRoute {
  /** What the caller has to be allowed to: one of these. */
  readonly permissions: readonly Permission[];
  /** The one that lets it see what others have asked for; null: it is only about its own. */
  readonly others: Permission | null;
  /** Which budget it uses. */
  readonly operationClass: OperationClass;
}

/** A path without an entry, and with that a permission, does not compile. */
export const PERMIT_ROUTES: { readonly [P in PermitOperationPath]: PermitRoute } = {
  'permits/request': { permissions: ['permits:request'], others: null, operationClass: 'dispatch' },
  'permits/requestBatch': { permissions: ['permits:request'], others: null, operationClass: 'dispatch' },
  'permits/get': {
    permissions: ['permits:request', 'permits:read'],
    others: 'permits:read',
    operationClass: 'read',
  },
  'permits/list': { permissions: ['permits:read'], others: 'permits:read', operationClass: 'read' },
  'permits/redeem': { permissions: ['permits:redeem'], others: null, operationClass: 'decide' },
  'permits/outcome': { permissions: ['permits:redeem'], others: null, operationClass: 'decide' },
  'permits/amend': { permissions: ['permits:amend'], others: 'permits:amend', operationClass: 'decide' },
  'permits/revoke': {
    permissions: ['permits:request', 'permits:revoke'],
    others: 'permits:revoke',
    operationClass: 'decide',
  },
  'grants/create': { permissions: ['grants:write'], others: 'grants:write', operationClass: 'write' },
  'grants/list': { permissions: ['grants:read'], others: 'grants:read', operationClass: 'read' },
  'grants/revoke': { permissions: ['grants:write'], others: 'grants:write', operationClass: 'write' },
};

/** What the handler asks of a gate. */
export type HttpGate = Pick<ApprovalGate, 'forWorkspace'>;

export const isPermitPath = (path: string): path is PermitOperationPath => Object.hasOwn(PERMIT_ROUTES, path);

/** Shape first, then what the permission alone does not decide. */
export function checkPermit(path: PermitOperationPath, data: unknown, { permissions }: Principal): void {
  checkPermitRequest(path, data);
  if (permissions.has('permits:on-behalf')) return;
  const { items = [data] } = data as { readonly items?: readonly unknown[] };
  const isForAnother = items.some((it) => (it as { onBehalfOf?: unknown }).onBehalfOf != null);
  if (isForAnother && path.startsWith('permits/'))
    throw new ApprovalError('PERMISSION_DENIED', 'onBehalfOf needs the permission permits:on-behalf');
}

/** Does the operation as the caller. The host is asked what it sees where others may have asked; a program's own calls it knows. */
export async function invokePermit(
  gate: HttpGate,
  host: { readonly visibleTo: (principal: Principal) => Promise<Visible | undefined> },
  { path, data, principal }: { path: PermitOperationPath; data: unknown; principal: Principal },
): Promise<unknown> {
  const { workspaceId, subject: userId, permissions } = principal;
  const { others } = PERMIT_ROUTES[path];
  const visible = others === null ? undefined : await host.visibleTo(principal);
  const administersSteps = permissions.has('steps:admin');
  // What is read of a permit is what is read of its run.
  const isReading = others === 'permits:read' || (others === 'permits:amend' && !administersSteps);
  const reads = isReading && !permissions.has('executions:read-any') ? { readsAs: userId } : {};
  const on = gate.forWorkspace(workspaceId, { administersSteps, visible, userId, ...reads });
  const seesAll = others !== null && permissions.has(others);
  return PERMIT_OPERATIONS[path].invoke(on, data, { subject: userId, seesAll });
}
