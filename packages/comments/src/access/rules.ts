/**
 * Rules that hold regardless of a host's `authorize`: a person does not write in another's name,
 * change what another wrote, say what only the approval bridge knows. The same rules on both sides;
 * the service knows authors by their userIds. Pure.
 */
import { canonical } from '../content/canonical.js';
import { BadRequest } from '../http/json-body.js';
import { FIRST_STEP_COMMENT_ID } from '../identifiers.js';
import { type Fields, RECORD_TYPES, type RecordKind, isObject } from '../record.js';
import { isOpen } from '../store/applied.js';
import type { RowChange, ThreadChange } from '../store/change.js';
import type { StoredRow, StoredThread } from '../store/rows.js';
import { type Caller, authorOf, changesOf } from './access.js';

/** @throws BadRequest 403 that says which rule it is. */
export function checkChange(caller: Caller, change: ThreadChange, stored: StoredThread | null): void {
  if (caller.isSystem === true) return;
  if (change.withdraws !== undefined) {
    checkWithdrawal(caller, change, stored);
    return;
  }
  if (change.thread !== null) checkThread(caller, change.thread, stored);
  for (const [key, row] of change.comments) {
    checkStepComment(Number(key), row, stored?.comments[key]);
    checkComment(caller, row, stored?.comments[key]);
  }
  const isThere = stored !== null && stored.thread.isDeleted !== true;
  for (const { commentId, name, before, after } of changesOf(change, stored)) {
    if (name === 'type' && commentId === null) checkType(isThere, before, after);
    if (name === 'approval') refuse('approval: only the approval bridge says how a step stands');
    const isResolver = name === 'resolvedByUser' || name === 'resolvedByUserId';
    const userId = isObject(after) ? after.userId : after;
    // Taking it away names no person; an object without a userId names one all the same.
    if (isResolver && after !== null && after !== undefined && userId !== caller.userId)
      refuse(`${name}: must be yourself`);
  }
}

/** A person takes back their own words only. */
function checkWithdrawal({ userId }: Caller, { comments }: ThreadChange, stored: StoredThread | null): void {
  const authors = [...comments.keys()].map((key) => authorOf(stored?.comments[key]));
  if (authors.some((it) => it !== null && it !== userId)) refuse('the comment belongs to another person');
}

/**
 * The delete of a record names its kind in its event; what is of another kind stays. @throws
 * BadRequest
 */
export function checkKind(event: string, stored: StoredThread | null): void {
  const kind = RECORD_TYPES.find((it) => event === `${it}.delete`);
  if (kind === undefined || stored === null || stored.thread.isDeleted === true) return;
  if (stored.thread.record.type !== kind) throw new BadRequest(400, `annotationId: is no ${kind}`);
}

/** Kinds of rows of the customer's side that are not threads: records, and files. */
export type StoredKind = RecordKind | 'attachment';

const STORED_KINDS: readonly StoredKind[] = [...RECORD_TYPES, 'attachment'];

/** Returns the kind of a row; null for a thread. */
export const kindOf = (type: unknown): StoredKind | null => STORED_KINDS.find((it) => it === type) ?? null;

/**
 * Threads and records may share a store at the customer's side: the backend of one kind neither
 * finds nor writes another. @throws BadRequest
 */
export function checkStoredKind(own: StoredKind | null, stored: StoredThread | null): void {
  if (stored === null || stored.thread.isDeleted === true) return;
  if (kindOf(stored.thread.record.type) !== own)
    throw new BadRequest(400, `the id is not that of a ${own ?? 'thread'}: use another id`);
}

/** @throws BadRequest for a record that is sent as a thread */
export function checkSentKind(own: StoredKind | null, type: unknown): void {
  if (kindOf(type) !== own)
    throw new BadRequest(400, `type: send the ${String(type)} to the backend of its kind`);
}

/** True for a record that names the person as one whom it is for. */
export const isFor = ({ to }: Fields, { userId }: Caller): boolean =>
  Array.isArray(to) && to.some((it) => isObject(it) && it.userId === userId);

/** A thread goes with everything in it, so it takes the right to delete each of its comments. */
export function checkDelete(caller: Caller, stored: StoredThread | null): void {
  if (caller.isSystem === true || caller.moderates === true) return;
  if (stored === null || stored.thread.isDeleted === true) return;
  const { type } = stored.thread.record;
  // A notification is of whom it is for.
  if (type === 'notification') {
    if (!isFor(stored.thread.record, caller)) refuse('the notification is for another person');
    return;
  }
  if (type === 'activity') refuse('an activity stays');
  const authors = Object.values(stored.comments)
    .filter((it) => it.isDeleted !== true)
    .map(authorOf);
  const maker = authorOf(stored.thread);
  if (authors.length === 0 && maker !== null) authors.push(maker);
  if (authors.some((it) => it !== caller.userId)) refuse('the thread has comments of others');
}

/** A thread stays a thread, so that no write hides it; and only the host's processes notify. */
function checkType(isThere: boolean, before: unknown, after: unknown): void {
  const isRecord = [before, after].some((it) => RECORD_TYPES.some((type) => type === it));
  if (isThere && isRecord) refuse('type: stays what it is');
  if (after === 'notification') refuse('type: only the host’s own processes make notifications');
}

/** In a thread everybody changes its fields; a record is of who made it. */
function checkRecord({ userId }: Caller, { thread }: StoredThread): void {
  const { type } = thread.record;
  if (RECORD_TYPES.some((it) => it === type) && authorOf(thread) !== userId)
    refuse(`the ${String(type)} belongs to another person`);
}

function checkThread(caller: Caller, change: RowChange, stored: StoredThread | null): void {
  if (change.kind === 'delete') return;
  const fields = change.kind === 'update' ? change.set : change.record;
  const isRecord = RECORD_TYPES.some((type) => type === fields.type);
  if (stored === null) {
    if (isRecord || fields.from !== undefined) checkAuthor(caller, fields.from);
  } else if (change.kind === 'update') {
    checkRecord(caller, stored);
    checkKeepsAuthor(change, stored.thread);
    // An add of an existing thread adds only comments.
  } else if (isRecord) {
    // The author of a deleted one is not known any more; no add brings it back.
    if (stored.thread.isDeleted === true) checkAuthor(caller, fields.from);
    else checkRecord(caller, stored);
  }
}

/**
 * The question of a step belongs to the approval bridge: no person, not even a moderator, makes,
 * rewrites or deletes it.
 */
function checkStepComment(commentId: number, change: RowChange, row: StoredRow | undefined): void {
  const isThere = row !== undefined && row.isDeleted !== true;
  if (isThere && row.record.approval !== undefined && change.kind !== 'seen')
    refuse('the comment asks for an approval: only the approval bridge writes it');
  if (!isThere && commentId >= FIRST_STEP_COMMENT_ID && change.kind !== 'delete')
    refuse(
      `commentId: ids from ${FIRST_STEP_COMMENT_ID} on are for approval steps; newCommentId() makes another`,
    );
}

function checkComment(caller: Caller, change: RowChange, row: StoredRow | undefined): void {
  const isThere = row !== undefined && row.isDeleted !== true;
  if (change.kind === 'add') {
    checkAuthor(caller, change.record.from);
    return;
  }
  if (change.kind === 'seen') {
    if (isOpen(row, caller.userId)) checkAuthor(caller, change.record.from);
    return;
  }
  if (!isThere) {
    // The whole of a comment makes it, as an add does.
    if (change.kind === 'update' && change.unset === 'others') checkAuthor(caller, change.set.from);
    return;
  }
  if (authorOf(row) !== caller.userId && caller.moderates !== true)
    refuse('the comment belongs to another person');
  if (change.kind === 'update') checkKeepsAuthor(change, row);
}

function checkAuthor({ userId }: Caller, from: unknown): void {
  if (!isObject(from) || from.userId !== userId) refuse('from.userId: must be yourself');
}

function checkKeepsAuthor(
  { set, unset }: Extract<RowChange, { kind: 'update' }>,
  row: StoredRow | undefined,
): void {
  const isTaken = unset !== 'others' && unset.includes('from');
  const sent = isObject(set.from) ? (set.from.userId ?? '') : set.from;
  const isChanged = Object.hasOwn(set, 'from') && canonical(sent) !== canonical(authorOf(row));
  if (isTaken || isChanged) refuse('from: an author stays');
}

function refuse(message: string): never {
  throw new BadRequest(403, message);
}
