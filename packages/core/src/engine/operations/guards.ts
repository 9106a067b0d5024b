/**
 * Rules beyond permissions for callers from outside: the users a caller may act for (contract
 * sections 14 and 17). A field that is not a string names no user; the engine reports it.
 */
import { ApprovalError } from '../errors.js';
import { PERMIT_KEY_PREFIX, isOfPermit } from '../shapes/shared/permit-key.js';
import type { Acting, Unchecked } from './define.js';
import type { Permission } from './permissions.js';

const denied = (message: string): ApprovalError => new ApprovalError('PERMISSION_DENIED', message);

/** Without `unless` the caller acts as its token's user; a token without a user cannot act. */
function mustBeItself(
  { subject, has, normalizeUserId: one = (userId) => userId }: Acting,
  names: readonly unknown[],
  unless: Permission,
): void {
  if (has(unless)) return;
  if (subject === null) throw denied('the token names no user, so it cannot act as one');
  if (names.some((it) => typeof it === 'string' && one(it) !== one(subject)))
    throw denied(`this token can only act as "${subject}"`);
}

/** Requires that the reviewer or actor is the caller. */
export const actsAsItself = (caller: Acting, { reviewerId, actorId }: Unchecked): void =>
  mustBeItself(caller, [reviewerId, actorId], 'steps:decide-any');

/** An actor other than the reviewer is an administrator. */
export function actsForAnotherAsAdmin(caller: Acting, { reviewerId, actorId }: Unchecked): void {
  if (actorId === undefined || actorId === reviewerId) {
    actsAsItself(caller, { reviewerId });
    return;
  }
  if (!caller.has('steps:admin')) throw denied('to act on the place of another needs steps:admin');
  actsAsItself(caller, { actorId });
}

/**
 * Requires that initiator and contributors are the caller: a contributor loses places on nodes that
 * exclude contributors, so naming another user could remove a reviewer who would reject. Keys of
 * the gate are reserved, because its executions are recognized by their keys.
 */
export function dispatchesAsItself(caller: Acting, request: Unchecked): void {
  const { initiatorId, contributorIds, idempotencyKey } = request;
  const contributors: readonly unknown[] = Array.isArray(contributorIds) ? contributorIds : [];
  const named = [initiatorId, ...contributors].filter((it) => it !== undefined);
  if (named.length > 0) mustBeItself(caller, named, 'executions:dispatch-any');
  if (!isOfPermit(idempotencyKey)) return;
  const message = `idempotencyKey: what begins with "${PERMIT_KEY_PREFIX}" is the gate's own; use another key`;
  throw new ApprovalError('INVALID_ARGUMENT', message, { code: 'reserved-key' });
}

/** Requires that actor and contributor are the caller, who need not be a reviewer. */
export const revisesAsItself = (caller: Acting, { actorId, contributorId }: Unchecked): void =>
  mustBeItself(caller, [actorId, contributorId], 'executions:dispatch-any');

/** Allows the caller's own absences; others with `people:admin`. */
export const ofItself = (caller: Acting, { userId }: Unchecked): void =>
  mustBeItself(caller, [userId], 'people:admin');

/** Internal events are for an audit. */
export function auditsAll({ has }: Acting, { includeInternal }: Unchecked): void {
  if (includeInternal === undefined || has('executions:audit')) return;
  throw denied('includeInternal needs the permission executions:audit');
}

/** A link decides for a user. */
export function decidesForAny({ has }: Acting): void {
  if (!has('steps:decide-any')) throw denied('this needs the permission steps:decide-any as well');
}
