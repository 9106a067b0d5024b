/**
 * Rules beyond permissions for callers from outside: the users a caller may act for (contract
 * sections 14 and 17). A field that is not a string names no user; the engine reports it.
 */
import { isPlainObject } from '../../definition/json.js';
import { OWN_KEY_PREFIXES } from '../../interpreter/own-runs.js';
import { ApprovalError } from '../errors.js';
import { PERMIT_KEY_PREFIX, isOfPermit } from '../shapes/shared/permit-key.js';
import { hasSubflows } from './pins.js';
import type { Acting, Unchecked } from './define.js';
import type { Permission } from './permissions.js';

const denied = (message: string, details: { readonly code?: string } = {}): ApprovalError =>
  new ApprovalError('PERMISSION_DENIED', message, details);

/** Without `unless` the caller acts as its token's user; a token without a user cannot act. */
function mustBeItself(
  { subject, has, normalizeUserId: one = (userId) => userId }: Acting,
  names: readonly unknown[],
  unless: Permission,
  details: { readonly code?: string } = {},
): void {
  if (has(unless)) return;
  if (subject === null) throw denied('the token names no user, so it cannot act as one', details);
  if (names.some((it) => typeof it === 'string' && one(it) !== one(subject)))
    throw denied(`this token can only act as "${subject}"`, details);
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
  if (initiatorId !== undefined) mustBeItself(caller, [initiatorId], 'executions:dispatch-any');
  contributesItself(caller, contributors);
  if (!isOfPermit(idempotencyKey)) return;
  const message = `idempotencyKey: what begins with "${PERMIT_KEY_PREFIX}" is the gate's own; use another key`;
  throw new ApprovalError('INVALID_ARGUMENT', message, { code: 'reserved-key' });
}

/** Refuses an idempotencyKey that only the engine gives. */
export function refuseReservedKey(key = ''): void {
  const prefix = OWN_KEY_PREFIXES.find((it) => key.startsWith(it));
  if (prefix === undefined) return;
  const message = `idempotencyKey: what begins with "${prefix}" is the engine's own; use another key`;
  throw new ApprovalError('INVALID_ARGUMENT', message, { code: 'reserved-key' });
}

/** Requires that the initiator is the caller. */
export const emitsAsItself = (caller: Acting, { initiatorId }: Unchecked): void => {
  if (initiatorId !== undefined) mustBeItself(caller, [initiatorId], 'executions:dispatch-any');
};

/** Requires the permissions to start the executions that the definition starts by itself. */
export function writesDefinition(caller: Acting, definition: Unchecked): void {
  writesTriggers(caller, definition);
  startsRunsAsDispatcher(caller, definition);
}

/** A schedule and an event trigger start executions in the name of their author. */
function writesTriggers({ has }: Acting, { triggers }: Unchecked): void {
  const list: readonly unknown[] = Array.isArray(triggers) ? triggers : [];
  const fieldOf = (it: unknown, name: string): unknown => (isPlainObject(it) ? it[name] : undefined);
  const schedules = list.map((it) => fieldOf(it, 'schedule'));
  const starts = [...schedules, ...list.map((it) => fieldOf(it, 'event'))].some((it) => it !== undefined);
  if (starts && !has('executions:dispatch'))
    throw denied('a schedule or an event trigger needs the permission executions:dispatch as well');
  const names = schedules.some((it) => fieldOf(it, 'initiatorId') !== undefined);
  if (names && !has('executions:dispatch-any'))
    throw denied('the initiatorId of a schedule needs the permission executions:dispatch-any');
}

/** A definition that starts runs by itself needs the permission to start them. */
function startsRunsAsDispatcher({ has }: Acting, definition: Unchecked): void {
  if (!hasSubflows(definition) || has('executions:dispatch')) return;
  throw denied('a definition with subflow nodes needs the permission executions:dispatch as well');
}

/** Requires that actor and contributor are the caller, who need not be a reviewer. */
export function revisesAsItself(caller: Acting, { actorId, contributorId }: Unchecked): void {
  mustBeItself(caller, [actorId], 'executions:dispatch-any');
  contributesItself(caller, [contributorId]);
}

/** A contributor may lose places, so that callers name only themselves. */
function contributesItself(caller: Acting, names: readonly unknown[]): void {
  const given = names.filter((it) => it !== undefined);
  if (given.length === 0) return;
  mustBeItself(caller, given, 'executions:dispatch-any', { code: 'contributor-not-caller' });
}

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
