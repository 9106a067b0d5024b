/** Every operation over HTTP: what a caller must be allowed to, and what its budget is. */
import {
  ApprovalError,
  OPERATIONS,
  type OperationPath,
  type OperationRequest,
  PERMIT_KEY_PREFIX,
  isOfPermit,
} from '@org/approval-core';
import {
  actsAsItself,
  actsForAnotherAsAdmin,
  dispatchesAsItself,
  ofItself,
  revisesAsItself,
} from './guards.js';
import { clearAbsence, decideMany, listAbsences, provideInformation, remind } from './people-routes.js';
import type { Permission, Principal } from './permissions.js';
import type { OperationClass } from './rate-limit.js';
import type { Route } from './route.js';

interface RouteOptions<P extends OperationPath> {
  readonly permission: Permission;
  readonly operationClass: OperationClass;
  /** Throws what the permission alone does not decide; `data` is not checked yet. */
  readonly guard?: (principal: Principal, data: Partial<OperationRequest<P>>) => void;
  /** Whether the host is asked about each item by itself; `invoke` does that. */
  readonly isAuthorizedByItem?: true;
  /** Does the operation where it needs to know the caller. */
  readonly invoke?: Route['invoke'];
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
  'executions/dispatch': {
    permission: 'executions:dispatch',
    operationClass: 'dispatch',
    guard: dispatchesWithOwnKey,
  },
  'executions/get': { permission: 'executions:read', operationClass: 'read' },
  'executions/list': { permission: 'executions:read', operationClass: 'read' },
  'executions/getEvents': { permission: 'executions:read', operationClass: 'read', guard: auditsAll },
  'executions/wait': { permission: 'executions:read', operationClass: 'read' },
  'executions/cancel': { permission: 'executions:cancel', operationClass: 'admin' },
  'executions/withdraw': { permission: 'people:self', operationClass: 'decide', guard: actsAsItself },
  'executions/reviseSubject': {
    permission: 'executions:dispatch',
    operationClass: 'dispatch',
    guard: revisesAsItself,
  },
  'executions/explain': { permission: 'executions:read', operationClass: 'read' },
  'steps/recordReviewerDecision': {
    permission: 'steps:decide',
    operationClass: 'decide',
    guard: actsAsItself,
  },
  'steps/recordAgentResolution': { permission: 'steps:resolve-agent', operationClass: 'decide' },
  'steps/cancel': { permission: 'steps:cancel', operationClass: 'admin' },
  'steps/resolve': { permission: 'steps:admin', operationClass: 'admin' },
  'steps/listWaiting': { permission: 'executions:read', operationClass: 'read' },
  'steps/delegate': { permission: 'steps:decide', operationClass: 'decide', guard: actsForAnotherAsAdmin },
  'steps/claim': { permission: 'steps:decide', operationClass: 'decide', guard: actsAsItself },
  'steps/release': { permission: 'steps:decide', operationClass: 'decide', guard: actsForAnotherAsAdmin },
  'steps/addReviewers': { permission: 'steps:decide', operationClass: 'decide', guard: actsAsItself },
  'steps/retractDecision': { permission: 'steps:decide', operationClass: 'decide', guard: actsAsItself },
  'steps/requestInformation': { permission: 'steps:decide', operationClass: 'decide', guard: actsAsItself },
  'steps/provideInformation': {
    permission: 'people:self',
    operationClass: 'decide',
    guard: actsAsItself,
    invoke: provideInformation,
  },
  'steps/remind': {
    permission: 'people:self',
    operationClass: 'decide',
    guard: actsAsItself,
    invoke: remind,
  },
  'steps/decideMany': {
    permission: 'steps:decide',
    operationClass: 'decide',
    isAuthorizedByItem: true,
    invoke: decideMany,
  },
  'people/setAbsence': { permission: 'people:self', operationClass: 'decide', guard: ofItself },
  'people/clearAbsence': { permission: 'people:self', operationClass: 'decide', invoke: clearAbsence },
  'people/listAbsences': { permission: 'people:self', operationClass: 'read', invoke: listAbsences },
  'events/list': { permission: 'executions:read-any', operationClass: 'read' },
  'links/create': { permission: 'links:write', operationClass: 'write', guard: decidesForAny },
  'links/revoke': { permission: 'links:write', operationClass: 'write' },
  'webhooks/listDeliveries': { permission: 'webhooks:admin', operationClass: 'read' },
  'webhooks/redeliver': { permission: 'webhooks:admin', operationClass: 'admin' },
};

/** What the gate dispatches is known by its key: nobody else may take one of these. */
function dispatchesWithOwnKey(principal: Principal, data: Partial<OperationRequest<'executions/dispatch'>>) {
  dispatchesAsItself(principal, data);
  const { idempotencyKey } = data as { idempotencyKey?: unknown };
  if (!isOfPermit(idempotencyKey)) return;
  const message = `idempotencyKey: what begins with "${PERMIT_KEY_PREFIX}" is the gate's own; use another key`;
  throw new ApprovalError('INVALID_ARGUMENT', message, { code: 'reserved-key' });
}

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

/** Every operation by its path. */
export const ROUTES: ReadonlyMap<string, Route> = new Map(
  Object.entries(OPTIONS).map(([path, options]) => [
    path,
    routeOf(path as OperationPath, options as RouteOptions<OperationPath>),
  ]),
);

function routeOf<P extends OperationPath>(path: P, options: RouteOptions<P>): Route {
  const { permission, operationClass, isAuthorizedByItem = false, guard, invoke } = options;
  return {
    permission,
    operationClass,
    isAuthorizedByItem,
    guard: (principal, data) => guard?.(principal, data as Partial<OperationRequest<P>>),
    invoke: async (on, ...asked) =>
      invoke === undefined ? OPERATIONS[path].invoke(on, asked[0] as never) : invoke(on, ...asked),
  };
}
