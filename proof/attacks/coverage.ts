/** Which answers the fuzzer reached: by operation and status, against those that each operation can give. */
import type { PermitOperationPath } from '@org/approval-agents';
import type { ErrorStatus, INBOUND_OPERATIONS, OperationPath } from '@org/approval-core';

export type Status = 'OK' | ErrorStatus;
type Path = OperationPath | PermitOperationPath | keyof typeof INBOUND_OPERATIONS;

/** A wrong request, and no caller. Every role may read. */
const LISTED = ['OK', 'INVALID_ARGUMENT', 'UNAUTHENTICATED'] as const;
const READ = [...LISTED, 'NOT_FOUND'] as const;
/** Not everybody may write. */
const MADE = [...LISTED, 'PERMISSION_DENIED'] as const;
const FOUND = [...MADE, 'NOT_FOUND'] as const;
const CHANGED = [...FOUND, 'FAILED_PRECONDITION'] as const;

/**
 * What each operation answers to somebody who only sends requests. UNAVAILABLE and INTERNAL are faults here, and
 * RESOURCE_EXHAUSTED takes a thousand resolutions of one step, or limits that the attacked server has switched off; both
 * have tests of their own. A path without an entry does not compile.
 */
export const REACHABLE: Readonly<Record<Path, readonly Status[]>> = {
  'definitions/create': [...MADE, 'ALREADY_EXISTS'],
  'definitions/ensure': MADE,
  'definitions/update': CHANGED,
  'definitions/get': READ,
  'definitions/list': LISTED,
  'definitions/delete': CHANGED,
  'definitions/validate': LISTED,
  'executions/dispatch': CHANGED,
  'executions/get': READ,
  'executions/list': LISTED,
  // What is internal is for those who audit.
  'executions/getEvents': FOUND,
  'executions/wait': READ,
  'events/list': MADE,
  'executions/cancel': CHANGED,
  'steps/recordReviewerDecision': CHANGED,
  'steps/recordAgentResolution': CHANGED,
  'steps/cancel': CHANGED,
  'steps/resolve': CHANGED,
  'steps/listWaiting': LISTED,
  'executions/withdraw': FOUND,
  'executions/reviseSubject': CHANGED,
  'executions/explain': READ,
  'steps/delegate': CHANGED,
  'steps/claim': CHANGED,
  'steps/release': FOUND,
  'steps/addReviewers': CHANGED,
  'steps/retractDecision': CHANGED,
  'steps/requestInformation': CHANGED,
  // OK takes a question that was asked in the same run before; `packages/http/src/access.test.ts` has that.
  'steps/provideInformation': ['INVALID_ARGUMENT', 'UNAUTHENTICATED', 'PERMISSION_DENIED', 'NOT_FOUND'],
  'steps/remind': CHANGED,
  'steps/decideMany': MADE,
  'people/setAbsence': MADE,
  'people/clearAbsence': LISTED,
  'people/listAbsences': MADE,
  'links/create': CHANGED,
  'links/revoke': FOUND,
  'webhooks/listDeliveries': MADE,
  'webhooks/redeliver': FOUND,
  // OK here takes no answer of people: a denial and a call that needs none are permits as well.
  'permits/request': [...MADE, 'FAILED_PRECONDITION'],
  'permits/requestBatch': MADE,
  'permits/get': FOUND,
  'permits/list': MADE,
  // Of what is not the caller's own the answer is OK, and its `why` is `unknown`.
  'permits/redeem': MADE,
  'permits/outcome': CHANGED,
  'permits/amend': CHANGED,
  'permits/revoke': CHANGED,
  'grants/create': MADE,
  'grants/list': MADE,
  'grants/revoke': FOUND,
  // Beyond the proof is the table of `packages/http/src/inbound.test.ts`.
  'webhook-inbound/trigger': ['INVALID_ARGUMENT', 'UNAUTHENTICATED'],
  'webhook-inbound/callback': ['UNAUTHENTICATED'],
};
const PATHS = Object.keys(REACHABLE) as Path[];

export class Coverage {
  private readonly counts = new Map<string, number>();

  /** `path` as it was requested; of other paths nothing is expected. */
  add(path: string, status: string): void {
    const [operation = ''] = path.replace(/^\/v[12]\/workflow\//, '').split('?');
    const key = `${operation} ${status}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /** What could have been answered, and never was. */
  missing(): string[] {
    return PATHS.flatMap((path) =>
      REACHABLE[path].filter((it) => !this.counts.has(`${path} ${it}`)).map((it) => `${path} ${it}`),
    );
  }

  /** A line for each operation. */
  lines(): string[] {
    return PATHS.map((path) => {
      const counts = REACHABLE[path].map((it) => `${it} ${this.counts.get(`${path} ${it}`) ?? 0}`);
      return `${path.padEnd(30)} ${counts.join(', ')}`;
    });
  }
}
