/** Possible statuses of operations, from their records, with exceptions. */
import { PERMIT_OPERATIONS } from '@org/approval-agents';
import type { ErrorStatus } from '@org/approval-core';
import { OPERATIONS, type OperationData } from '@org/approval-core/views';
import { READ_BY_ALL, namesSomething } from '../../packages/http/src/test-support/access.js';

export type Status = 'OK' | ErrorStatus;

/** Statuses that follow from the record. */
function ruled(operation: OperationData): readonly Status[] {
  const statuses: Status[] = ['OK', 'INVALID_ARGUMENT', 'UNAUTHENTICATED'];
  // Every role has these permissions.
  if (!operation.permissions.some((it) => READ_BY_ALL.has(it))) statuses.push('PERMISSION_DENIED');
  if (operation.checksItself || !namesSomething(operation)) return statuses;
  return [
    ...statuses,
    'NOT_FOUND',
    ...(operation.effect === 'read' ? [] : (['FAILED_PRECONDITION'] as const)),
  ];
}

interface Exception {
  readonly with?: readonly Status[];
  readonly without?: readonly Status[];
}

/** The only place for exceptions to the rules. */
const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  'definitions/create': { with: ['ALREADY_EXISTS'] },
  'definitions/update': { with: ['NOT_FOUND', 'FAILED_PRECONDITION'] },
  // Internal events need the permission to audit.
  'executions/getEvents': { with: ['PERMISSION_DENIED'] },
  // Only the initiator may withdraw, and an ended run accepts it.
  'executions/withdraw': { with: ['PERMISSION_DENIED'], without: ['FAILED_PRECONDITION'] },
  'steps/release': { without: ['FAILED_PRECONDITION'] },
  // OK needs an open question in the same run; `packages/http/src/access.test.ts` has that.
  'steps/provideInformation': { with: ['PERMISSION_DENIED'], without: ['OK', 'FAILED_PRECONDITION'] },
  'steps/remind': { with: ['PERMISSION_DENIED'] },
  'people/setAbsence': { with: ['PERMISSION_DENIED'] },
  'people/listAbsences': { with: ['PERMISSION_DENIED'] },
  'links/revoke': { without: ['FAILED_PRECONDITION'] },
  // It names one of two ids, so that neither is required.
  'webhooks/redeliver': { with: ['NOT_FOUND'] },
  // OK needs no reviewer here: denials and calls without question are permits as well.
  'permits/request': { with: ['FAILED_PRECONDITION'] },
  // For permits of other callers the result is OK, with `why` `unknown`.
  'permits/redeem': { without: ['NOT_FOUND', 'FAILED_PRECONDITION'] },
  'grants/revoke': { without: ['FAILED_PRECONDITION'] },
};

function reachable(operation: OperationData): readonly Status[] {
  const { with: more = [], without = [] } = EXCEPTIONS[operation.path] ?? {};
  return [...ruled(operation), ...more].filter((it) => !without.includes(it));
}

/**
 * Reachable statuses of each operation. UNAVAILABLE and INTERNAL are faults here.
 * RESOURCE_EXHAUSTED needs 1,000 resolutions of a step, or limits that the attacked server
 * disables; both have separate tests.
 */
export const REACHABLE: ReadonlyMap<string, readonly Status[]> = new Map<string, readonly Status[]>([
  ...[...Object.values(OPERATIONS), ...Object.values(PERMIT_OPERATIONS)].map(
    (it: OperationData) => [it.path, reachable(it)] as const,
  ),
  // `packages/http/src/inbound.test.ts` has the statuses beyond authentication.
  ['webhook-inbound/trigger', ['INVALID_ARGUMENT', 'UNAUTHENTICATED']],
  ['webhook-inbound/callback', ['UNAUTHENTICATED']],
]);
