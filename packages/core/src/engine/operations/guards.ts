/**
 * Rules of callers from outside that a permission alone does not decide: for whom a caller may act (contract sections 14 and 17).
 * A field that is not a string names nobody; the engine says what is wrong with it.
 */
import { ApprovalError } from '../errors.js';
import { PERMIT_KEY_PREFIX, isOfPermit } from '../shapes/shared/permit-key.js';
import type { Acting, Unchecked } from './define.js';
import type { Permission } from './permissions.js';

const denied = (message: string): ApprovalError => new ApprovalError('PERMISSION_DENIED', message);

/** Without `unless` the caller acts as the user of its token, and one without a user does not act. */
function mustBeItself({ subject, has }: Acting, names: readonly unknown[], unless: Permission): void {
  if (has(unless)) return;
  if (subject === null) throw denied('the token names no user, so it cannot act as one');
  if (names.some((it) => typeof it === 'string' && it !== subject))
    throw denied(`the token is of "${subject}", and acts for nobody else`);
}

/** As the reviewer, or as the actor. */
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

/** The initiator of a run is the caller, and no run takes a key of the gate: runs of the gate are known by their keys. */
export function dispatchesAsItself(caller: Acting, { initiatorId, idempotencyKey }: Unchecked): void {
  if (initiatorId !== undefined) mustBeItself(caller, [initiatorId], 'executions:dispatch-any');
  if (!isOfPermit(idempotencyKey)) return;
  const message = `idempotencyKey: what begins with "${PERMIT_KEY_PREFIX}" is the gate's own; use another key`;
  throw new ApprovalError('INVALID_ARGUMENT', message, { code: 'reserved-key' });
}

/** As the actor, who need not be a reviewer. */
export const revisesAsItself = (caller: Acting, { actorId }: Unchecked): void =>
  mustBeItself(caller, [actorId], 'executions:dispatch-any');

/** One's own absences; those of others with `people:admin`. */
export const ofItself = (caller: Acting, { userId }: Unchecked): void =>
  mustBeItself(caller, [userId], 'people:admin');

/** Internal events are for an audit. */
export function auditsAll({ has }: Acting, { includeInternal }: Unchecked): void {
  if (includeInternal === undefined || has('executions:audit')) return;
  throw denied('includeInternal needs the permission executions:audit');
}

/** A link answers for a person. */
export function decidesForAny({ has }: Acting): void {
  if (!has('steps:decide-any')) throw denied('this needs the permission steps:decide-any as well');
}
