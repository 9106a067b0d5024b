/** Every operation over HTTP: what a caller must be allowed to, and what its budget is. */
import {
  ApprovalError,
  OPERATIONS,
  type OperationPath,
  type OperationRequest,
  type WorkspaceOperations,
} from '@org/approval-core';
import type { Permission, Principal } from './permissions.js';
import type { OperationClass } from './rate-limit.js';

/** An operation over HTTP. */
export interface Route {
  /** What the caller has to be allowed to. */
  readonly permission: Permission;
  /** Which budget it uses. */
  readonly operationClass: OperationClass;
  /** Throws what the permission alone does not decide; `data` is not checked yet. */
  readonly guard: (principal: Principal, data: unknown) => void;
  /** Does the operation; the engine checks `data`. */
  readonly invoke: (on: WorkspaceOperations, data: unknown) => Promise<unknown>;
}

interface RouteOptions<P extends OperationPath> {
  readonly permission: Permission;
  readonly operationClass: OperationClass;
  /** Throws what the permission alone does not decide; `data` is not checked yet. */
  readonly guard?: (principal: Principal, data: Partial<OperationRequest<P>>) => void;
}

/** A path without an entry, and with that a permission, does not compile. */
const OPTIONS: { readonly [P in OperationPath]: RouteOptions<P> } = {
  'definitions/create': { permission: 'definitions:write', operationClass: 'write' },
  'definitions/update': { permission: 'definitions:write', operationClass: 'write' },
  'definitions/get': { permission: 'definitions:read', operationClass: 'read' },
  'definitions/list': { permission: 'definitions:read', operationClass: 'read' },
  'definitions/delete': { permission: 'definitions:write', operationClass: 'write' },
  'definitions/ensure': { permission: 'definitions:write', operationClass: 'write' },
  'definitions/validate': { permission: 'definitions:read', operationClass: 'write' },
  'executions/dispatch': { permission: 'executions:dispatch', operationClass: 'dispatch' },
  'executions/get': { permission: 'executions:read', operationClass: 'read' },
  'executions/list': { permission: 'executions:read', operationClass: 'read' },
  'executions/getEvents': { permission: 'executions:read', operationClass: 'read', guard: auditsAll },
  'executions/wait': { permission: 'executions:read', operationClass: 'read' },
  'executions/cancel': { permission: 'executions:cancel', operationClass: 'admin' },
  'steps/recordReviewerDecision': {
    permission: 'steps:decide',
    operationClass: 'decide',
    guard: decidesAsItself,
  },
  'steps/recordAgentResolution': { permission: 'steps:resolve-agent', operationClass: 'decide' },
  'steps/cancel': { permission: 'steps:cancel', operationClass: 'admin' },
  'steps/resolve': { permission: 'steps:admin', operationClass: 'admin' },
  'steps/listWaiting': { permission: 'executions:read', operationClass: 'read' },
  'events/list': { permission: 'executions:read-any', operationClass: 'read' },
  'links/create': { permission: 'links:write', operationClass: 'write', guard: decidesForAny },
  'links/revoke': { permission: 'links:write', operationClass: 'write' },
  'webhooks/listDeliveries': { permission: 'webhooks:admin', operationClass: 'read' },
  'webhooks/redeliver': { permission: 'webhooks:admin', operationClass: 'admin' },
};

/** What only the engine reads is for an audit. */
function auditsAll({ permissions }: Principal, { includeInternal }: { includeInternal?: unknown }): void {
  if (includeInternal === undefined || permissions.has('executions:audit')) return;
  throw new ApprovalError('PERMISSION_DENIED', 'includeInternal needs the permission executions:audit');
}

/** A link answers for a person. */
function decidesForAny({ permissions }: Principal): void {
  if (permissions.has('steps:decide-any')) return;
  throw new ApprovalError('PERMISSION_DENIED', 'this needs the permission steps:decide-any as well');
}

/** Without `steps:decide-any` a caller decides as the user of its token, and one without a user does not decide. */
function decidesAsItself({ permissions, subject }: Principal, data: { reviewerId?: string }): void {
  if (permissions.has('steps:decide-any')) return;
  if (subject === null) {
    throw new ApprovalError(
      'PERMISSION_DENIED',
      'the token names no user, so it cannot decide as a reviewer',
    );
  }
  // What is not a text is not a stranger's name; the engine says what is wrong with it.
  if (typeof data.reviewerId === 'string' && data.reviewerId !== subject) {
    throw new ApprovalError('PERMISSION_DENIED', `the token is of "${subject}", and decides for nobody else`);
  }
}

/** Every operation by its path. */
export const ROUTES: ReadonlyMap<string, Route> = new Map(
  Object.entries(OPTIONS).map(([path, options]) => [
    path,
    routeOf(path as OperationPath, options as RouteOptions<OperationPath>),
  ]),
);

function routeOf<P extends OperationPath>(path: P, options: RouteOptions<P>): Route {
  const { permission, operationClass, guard } = options;
  return {
    permission,
    operationClass,
    guard: (principal, data) => guard?.(principal, data as Partial<OperationRequest<P>>),
    invoke: async (on, data) => OPERATIONS[path].invoke(on, data as never),
  };
}
