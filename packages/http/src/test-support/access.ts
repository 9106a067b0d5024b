/** Who may do what, and what there is to see of another workspace: closed tables, so a new operation without a row does not compile. */
import type { PermitOperationPath } from '@org/approval-agents';
import type { OperationPath } from '@org/approval-core';
import type { Role } from '../index.js';

export const EVERYBODY: readonly Role[] = ['admin', 'author', 'reviewer', 'service'];

/** Programs that ask before they act: they do nothing else. */
export const AGENT: Role = 'agent';

/** Contract sections 10 and 14, written down again by hand. */
export const ALLOWED: Readonly<Record<OperationPath, readonly Role[]>> = {
  'definitions/create': ['admin', 'author'],
  'definitions/update': ['admin', 'author'],
  'definitions/get': EVERYBODY,
  'definitions/list': EVERYBODY,
  'definitions/delete': ['admin', 'author'],
  'definitions/ensure': ['admin', 'author'],
  'definitions/validate': EVERYBODY,
  'executions/dispatch': ['admin', 'author', 'service'],
  'executions/get': EVERYBODY,
  'executions/list': EVERYBODY,
  'executions/getEvents': EVERYBODY,
  'executions/wait': EVERYBODY,
  'executions/cancel': ['admin'],
  'steps/recordReviewerDecision': ['admin', 'reviewer', 'service'],
  'steps/recordAgentResolution': ['admin', 'service'],
  'steps/cancel': ['admin'],
  'steps/resolve': ['admin'],
  'steps/listWaiting': EVERYBODY,
  'executions/withdraw': EVERYBODY,
  'executions/reviseSubject': ['admin', 'author', 'service'],
  'executions/explain': EVERYBODY,
  'steps/delegate': ['admin', 'reviewer', 'service'],
  'steps/claim': ['admin', 'reviewer', 'service'],
  'steps/release': ['admin', 'reviewer', 'service'],
  'steps/addReviewers': ['admin', 'reviewer', 'service'],
  'steps/retractDecision': ['admin', 'reviewer', 'service'],
  'steps/requestInformation': ['admin', 'reviewer', 'service'],
  'steps/provideInformation': EVERYBODY,
  'steps/remind': EVERYBODY,
  'steps/decideMany': ['admin', 'reviewer', 'service'],
  'people/setAbsence': EVERYBODY,
  'people/clearAbsence': EVERYBODY,
  'people/listAbsences': EVERYBODY,
  'events/list': ['admin', 'author', 'service'],
  'links/create': ['admin', 'service'],
  'links/revoke': ['admin', 'service'],
  'webhooks/listDeliveries': ['admin'],
  'webhooks/redeliver': ['admin'],
};

/** What somebody else's ids lead to. */
export const FOREIGN: Readonly<
  Record<OperationPath, 'NOT_FOUND' | 'an empty list' | 'something of its own'>
> = {
  'definitions/create': 'something of its own',
  'definitions/update': 'NOT_FOUND',
  'definitions/get': 'NOT_FOUND',
  'definitions/list': 'an empty list',
  'definitions/delete': 'NOT_FOUND',
  'definitions/ensure': 'something of its own',
  'definitions/validate': 'something of its own',
  'executions/dispatch': 'NOT_FOUND',
  'executions/get': 'NOT_FOUND',
  'executions/list': 'an empty list',
  'executions/getEvents': 'NOT_FOUND',
  'executions/wait': 'NOT_FOUND',
  'executions/cancel': 'NOT_FOUND',
  'steps/recordReviewerDecision': 'NOT_FOUND',
  'steps/recordAgentResolution': 'NOT_FOUND',
  'steps/cancel': 'NOT_FOUND',
  'steps/resolve': 'NOT_FOUND',
  'steps/listWaiting': 'an empty list',
  'executions/withdraw': 'NOT_FOUND',
  'executions/reviseSubject': 'NOT_FOUND',
  'executions/explain': 'NOT_FOUND',
  'steps/delegate': 'NOT_FOUND',
  'steps/claim': 'NOT_FOUND',
  'steps/release': 'NOT_FOUND',
  'steps/addReviewers': 'NOT_FOUND',
  'steps/retractDecision': 'NOT_FOUND',
  'steps/requestInformation': 'NOT_FOUND',
  'steps/provideInformation': 'NOT_FOUND',
  'steps/remind': 'NOT_FOUND',
  'steps/decideMany': 'something of its own',
  'people/setAbsence': 'something of its own',
  'people/clearAbsence': 'something of its own',
  'people/listAbsences': 'an empty list',
  'events/list': 'something of its own',
  'links/create': 'NOT_FOUND',
  'links/revoke': 'NOT_FOUND',
  'webhooks/listDeliveries': 'an empty list',
  'webhooks/redeliver': 'NOT_FOUND',
};

/** Permits G7, written down again by hand: the roles that may, of all roles. */
export const PERMIT_ALLOWED: Readonly<Record<PermitOperationPath, readonly Role[]>> = {
  'permits/request': ['admin', 'agent'],
  'permits/requestBatch': ['admin', 'agent'],
  'permits/get': ['admin', 'agent', 'reviewer'],
  'permits/list': ['admin', 'reviewer'],
  'permits/redeem': ['admin', 'agent'],
  'permits/outcome': ['admin', 'agent'],
  'permits/amend': ['admin', 'reviewer'],
  'permits/revoke': ['admin', 'agent'],
  'grants/create': ['admin'],
  'grants/list': ['admin'],
  'grants/revoke': ['admin'],
};

/** What somebody else's permits and standing grants lead to. */
export const PERMIT_FOREIGN: Readonly<
  Record<PermitOperationPath, (typeof FOREIGN)[OperationPath] | 'unknown'>
> = {
  'permits/request': 'something of its own',
  'permits/requestBatch': 'something of its own',
  'permits/get': 'NOT_FOUND',
  'permits/list': 'an empty list',
  'permits/redeem': 'unknown',
  'permits/outcome': 'NOT_FOUND',
  'permits/amend': 'NOT_FOUND',
  'permits/revoke': 'NOT_FOUND',
  'grants/create': 'something of its own',
  'grants/list': 'an empty list',
  'grants/revoke': 'NOT_FOUND',
};
