/**
 * What the permission alone does not decide: for whom a caller may act (contract sections 14 and 17). What is not a text
 * is nobody's name; the engine says what is wrong with it.
 */
import { ApprovalError } from '@org/approval-core';
import type { Permission, Principal } from './permissions.js';

/** Fields of requests that name who acts. */
interface Actors {
  readonly reviewerId?: unknown;
  readonly actorId?: unknown;
  readonly userId?: unknown;
  readonly initiatorId?: unknown;
  readonly contributorId?: unknown;
  readonly contributorIds?: unknown;
}

/** Without `unless` the caller acts as the user of its token, and one without a user does not act. */
function mustBeItself(principal: Principal, names: readonly unknown[], unless: Permission): void {
  const { permissions, subject } = principal;
  if (permissions.has(unless)) return;
  if (subject === null) {
    throw new ApprovalError('PERMISSION_DENIED', 'the token names no user, so it cannot act as one');
  }
  if (names.some((it) => typeof it === 'string' && it !== subject)) {
    throw new ApprovalError('PERMISSION_DENIED', `the token is of "${subject}", and acts for nobody else`);
  }
}

/** As the reviewer, or whoever else acts. */
export const actsAsItself = (principal: Principal, { reviewerId, actorId }: Actors): void =>
  mustBeItself(principal, [reviewerId, actorId], 'steps:decide-any');

/** What somebody else than the reviewer does is an administrator's. */
export function actsForAnotherAsAdmin(principal: Principal, { reviewerId, actorId }: Actors): void {
  if (actorId === undefined || actorId === reviewerId) {
    actsAsItself(principal, { reviewerId });
    return;
  }
  if (!principal.permissions.has('steps:admin')) {
    throw new ApprovalError('PERMISSION_DENIED', 'to act on the place of another needs steps:admin');
  }
  actsAsItself(principal, { actorId });
}

/**
 * The initiator of a run is its caller, and so are its contributors: a contributor loses the places that nodes take from
 * contributors, and a caller who names somebody else could take away who would reject.
 */
export function dispatchesAsItself(principal: Principal, { initiatorId, contributorIds }: Actors): void {
  const names = [initiatorId, ...(Array.isArray(contributorIds) ? (contributorIds as unknown[]) : [])];
  const named = names.filter((it) => it !== undefined);
  if (named.length > 0) mustBeItself(principal, named, 'executions:dispatch-any');
}

/** The caller revises as itself, and makes nobody else a contributor. */
export const revisesAsItself = (principal: Principal, { actorId, contributorId }: Actors): void =>
  mustBeItself(principal, [actorId, contributorId], 'executions:dispatch-any');

/** One's own absences; those of others with `people:admin`. */
export const ofItself = (principal: Principal, { userId }: Actors): void =>
  mustBeItself(principal, [userId], 'people:admin');
