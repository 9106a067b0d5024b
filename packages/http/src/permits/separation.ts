/**
 * Separation of duties for permits (permits G7). On a run of the gate, the program that asked
 * cannot be acted for, programs that ask for permits cannot act, and only relays of the host act
 * for another user.
 */
import { ApprovalError, type ApprovalEngine, type JsonObject } from '@org/approval-core';
import type { OperationData } from '@org/approval-core/views';
import {
  type Unchecked,
  checkShape,
  isOfPermit,
  isSamePerson,
  remembered,
} from '@org/approval-core/internal';
import { actingOf } from '../mounted.js';
import type { Permission, Principal } from '../permissions.js';

/** Number of cached runs; the caller that dispatched a run never changes. */
const KNOWN_RUNS = 10_000;

export type Separation = (principal: Principal, operation: OperationData, data: Unchecked) => Promise<void>;

/** Operation that would change the subject without the gate. */
const REVISION = 'executions/reviseSubject';

/**
 * Checks a request on the run of a permit; `relays` are the subjects that relay people's decisions.
 */
export function separationOf(engine: ApprovalEngine, relays: ReadonlySet<string>): Separation {
  const known = remembered<{ readonly asker: string | null }>(KNOWN_RUNS);

  /**
   * Returns the program whose call the run is about; null if it is not a run of a permit, or does
   * not exist.
   */
  async function askerOf(workspaceId: string, executionId: string): Promise<string | null> {
    const key = JSON.stringify([workspaceId, executionId]);
    const found = known.get(key) ?? (await lookUp(engine, workspaceId, executionId));
    if (found === null) return null;
    known.set(key, found);
    return found.asker;
  }

  return async (principal, operation, acting) => {
    const { path, effect, byItem } = operation;
    const isLink = path === 'links/create';
    const isDecision = path.startsWith('steps/') && effect !== 'read';
    if (!isDecision && !isLink && path !== REVISION) return;
    if (typeof acting['executionId'] !== 'string') return;
    const asker = await askerOf(principal.workspaceId, acting['executionId']);
    if (asker === null) return;
    // A malformed request is refused as malformed.
    if (byItem === null) checkShape(operation, acting);
    const isRelay = principal.subject !== null && relays.has(principal.subject);
    const isAsker = (userId: unknown): boolean =>
      typeof userId === 'string' && isSamePerson(engine.normalizeUserId(userId), asker);
    const why = refusalOf({ principal, operation, acting, isAsker, isRelay });
    if (why !== null) throw new ApprovalError('PERMISSION_DENIED', why, { code: 'separation-of-duties' });
  };
}

async function lookUp(
  engine: ApprovalEngine,
  workspaceId: string,
  executionId: string,
): Promise<{ asker: string | null } | null> {
  try {
    const run = await engine.forWorkspace(workspaceId).executions.get({ executionId });
    if (!isOfPermit(run.idempotencyKey)) return { asker: null };
    const permit = run.triggerContext['permit'] as { requester?: JsonObject } | undefined;
    const principal = permit?.requester?.['principal'];
    // The asker is unknown if the host itself used such a key; relays are still needed.
    return { asker: typeof principal === 'string' ? principal : '' };
  } catch (error) {
    // The operation reports NOT_FOUND. Any other error hides the asker, so the request fails.
    if (error instanceof ApprovalError && error.status === 'NOT_FOUND') return null;
    throw error;
  }
}

interface Attempt {
  readonly principal: Principal;
  readonly operation: OperationData;
  /** Request of valid shape. */
  readonly acting: Unchecked;
  /** True for an id of the program whose call the run is about. */
  readonly isAsker: (userId: unknown) => boolean;
  readonly isRelay: boolean;
}

/** Reason why the caller may not do this, or null. */
function refusalOf({ principal, operation, acting, isAsker, isRelay }: Attempt): string | null {
  const { subject, permissions } = principal;
  const { reviewerId, onBehalfOf, actorId, toUserId, userIds } = acting;
  // Revising away from the call and back would make contributors, who lose their places.
  // An administrator may, and the gate then denies the permit as `stale-approval`.
  if (operation.path === REVISION)
    return permissions.has('steps:admin') ? null : 'the call of a permit is changed by permits/amend';
  if (isAsker(subject)) return 'who asked does not answer';
  const names = [
    reviewerId,
    onBehalfOf,
    actorId,
    toUserId,
    ...(Array.isArray(userIds) ? (userIds as unknown[]) : []),
  ];
  if (names.some(isAsker)) return 'no caller may decide for the program that asked';
  if (permissions.has('permits:redeem') && !permissions.has('steps:admin'))
    return 'programs that ask for permits answer for none';
  if (isRelay) return null;
  const { action } = acting;
  if (operation.path === 'links/create' || (typeof action === 'string' && action.startsWith('reviewer-')))
    return 'only a relay of the host answers for people here';
  return actsAlone({ principal, operation, acting })
    ? null
    : 'only a relay of the host answers for people here';
}

/** True when the request acts for the caller itself, without using `steps:decide-any`. */
function actsAlone({
  principal,
  operation,
  acting,
}: Pick<Attempt, 'principal' | 'operation' | 'acting'>): boolean {
  const permissions = new Set<Permission>(
    [...principal.permissions].filter((it) => it !== 'steps:decide-any'),
  );
  try {
    operation.guard(actingOf({ ...principal, permissions }), acting);
    return true;
  } catch (error) {
    if (error instanceof ApprovalError) return false;
    throw error;
  }
}
