/** The answers that an operation can give, as its record says them, and what the record does not say. */
import { PERMIT_OPERATIONS } from '@org/approval-agents';
import type { ErrorStatus } from '@org/approval-core';
import { OPERATIONS, type OperationData } from '@org/approval-core/views';
import { READ_BY_ALL, namesSomething } from '../../packages/http/src/test-support/access.js';

export type Status = 'OK' | ErrorStatus;

/** What holds of the record alone. */
function ruled(operation: OperationData): readonly Status[] {
  const statuses: Status[] = ['OK', 'INVALID_ARGUMENT', 'UNAUTHENTICATED'];
  // Every role may read.
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

/** The one place of what the rules do not find. */
const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  'definitions/create': { with: ['ALREADY_EXISTS'] },
  'definitions/update': { with: ['NOT_FOUND', 'FAILED_PRECONDITION'] },
  // Internal events are for those who audit.
  'executions/getEvents': { with: ['PERMISSION_DENIED'] },
  // Somebody else than the initiator is refused; it is never too late for what has ended already.
  'executions/withdraw': { with: ['PERMISSION_DENIED'], without: ['FAILED_PRECONDITION'] },
  'steps/release': { without: ['FAILED_PRECONDITION'] },
  // OK takes a question that was asked in the same run before; `packages/http/src/access.test.ts` has that.
  'steps/provideInformation': { with: ['PERMISSION_DENIED'], without: ['OK', 'FAILED_PRECONDITION'] },
  'steps/remind': { with: ['PERMISSION_DENIED'] },
  'people/setAbsence': { with: ['PERMISSION_DENIED'] },
  'people/listAbsences': { with: ['PERMISSION_DENIED'] },
  'links/revoke': { without: ['FAILED_PRECONDITION'] },
  // It names one of two things, so that neither is required.
  'webhooks/redeliver': { with: ['NOT_FOUND'] },
  // OK here takes no answer of people: a denial and a call that needs none are permits as well.
  'permits/request': { with: ['FAILED_PRECONDITION'] },
  // Of a permit that is not the caller's own the answer is OK, and its `why` is `unknown`.
  'permits/redeem': { without: ['NOT_FOUND', 'FAILED_PRECONDITION'] },
  'grants/revoke': { without: ['FAILED_PRECONDITION'] },
};

function reachable(operation: OperationData): readonly Status[] {
  const { with: more = [], without = [] } = EXCEPTIONS[operation.path] ?? {};
  return [...ruled(operation), ...more].filter((it) => !without.includes(it));
}

/**
 * What each operation answers to somebody who only sends requests. UNAVAILABLE and INTERNAL are faults here, and
 * RESOURCE_EXHAUSTED takes a thousand resolutions of one step, or limits that the attacked server has switched off; both
 * have tests of their own.
 */
export const REACHABLE: ReadonlyMap<string, readonly Status[]> = new Map<string, readonly Status[]>([
  ...[...Object.values(OPERATIONS), ...Object.values(PERMIT_OPERATIONS)].map(
    (it: OperationData) => [it.path, reachable(it)] as const,
  ),
  // Beyond the proof is the table of `packages/http/src/inbound.test.ts`.
  ['webhook-inbound/trigger', ['INVALID_ARGUMENT', 'UNAUTHENTICATED']],
  ['webhook-inbound/callback', ['UNAUTHENTICATED']],
]);
