/**
 * Comment of a step: posted when it waits, marked when it ends. People who know the run can have
 * made a comment with that id, so that its author counts. A comment of another author is neither
 * taken for the question nor marked, and the step is asked all the same.
 */
import { ConflictError } from '../errors.js';
import { type Fields, type User, isObject } from '../record.js';
import { commentIdsOf } from './comment-id.js';
import { StepNotPostedError } from './step-not-posted-error.js';
import type { About, Write, WriteBoth } from './write-both.js';

/** A step, and the thread that its comment is in. */
export interface StepPlace {
  readonly executionId: string;
  readonly stepId: string;
  readonly annotationId: string;
  readonly organizationId: string;
  readonly documentId: string;
  /** Author of the comment. */
  readonly author: User;
}

const ANOTHER = 'let threadOf name another thread';

/**
 * Posts the comment as the add of its thread. If the thread is there already, the comment is added
 * to it.
 *
 * @returns false if the comment is there already, and has changed since.
 * @throws StepNotPostedError
 */
export async function postStep(write: WriteBoth, step: StepPlace, fields: Fields): Promise<boolean> {
  for (const commentId of commentIdsOf(step)) {
    const comment = { ...fields, commentId, from: step.author };
    const add = writeOf(write, step, comment, { event: 'comment_annotation.add' });
    if ((await tryAdd(add.atCustomer, step)) === 'taken') continue;
    // Also if the customer's side has its own: the service may not know it.
    const outcome = await tryAdd(add.atService, step);
    if (outcome !== 'taken') return outcome === 'added';
  }
  throw new StepNotPostedError(step, `all ids of its comment are taken; ${ANOTHER}`);
}

async function tryAdd(add: Write['atService'], step: StepPlace): Promise<'added' | 'ours' | 'taken'> {
  const refusal = await refusalOf(add);
  if (refusal === null) return 'added';
  const { reason, commentId, current } = refusal;
  const fail = (why: string) => new StepNotPostedError(step, why, { cause: refusal });
  if (commentId === null && reason === 'deleted') throw fail(`the thread is deleted; ${ANOTHER}`);
  if (commentId === null) throw fail(`the thread is not one of ${step.documentId}; ${ANOTHER}`);
  // The author of a deleted comment is not known any more. To be asked once more is better than
  // never.
  if (reason === 'deleted') return 'taken';
  if (current === null)
    throw fail(`a comment with its id is there, and it is not said whose; let the bridge read the thread`);
  return isObject(current.from) && current.from.userId === step.author.userId ? 'ours' : 'taken';
}

/**
 * Marks the comment at the service alone: the customer's side has nothing to keep.
 *
 * @returns false if the step has no comment, or no longer has one.
 */
export async function markStep(write: WriteBoth, step: StepPlace, fields: Fields): Promise<boolean> {
  for (const commentId of commentIdsOf(step)) {
    const refusal = await refusalOf(writeOf(write, step, ...sameAuthor(commentId, step.author)).atService);
    if (refusal?.commentId === null) return false;
    if (refusal !== null) continue;
    const about = {
      event: 'comment.update',
      commentId,
      changedFields: [...Object.keys(fields), 'lastUpdated'],
    };
    return (await refusalOf(writeOf(write, step, { ...fields, commentId }, about).atService)) === null;
  }
  return false;
}

/**
 * Names the people who are asked now, on both sides: a step that was handed on is another person's.
 *
 * @returns false if the step has no comment, or no longer has one.
 */
export async function assignStep(write: WriteBoth, step: StepPlace, to: readonly User[]): Promise<boolean> {
  for (const commentId of commentIdsOf(step)) {
    const refusal = await refusalOf(writeOf(write, step, ...sameAuthor(commentId, step.author)).atService);
    if (refusal?.commentId === null) return false;
    if (refusal !== null) continue;
    const about = { event: 'comment.update', commentId, changedFields: ['to', 'lastUpdated'] };
    const update = writeOf(write, step, { to, commentId }, about);
    if ((await refusalOf(update.atCustomer)) !== null) return false;
    return (await refusalOf(update.atService)) === null;
  }
  return false;
}

/**
 * Returns a write that changes nothing: it states the author, and revision 0. It is refused for a
 * comment of another author, and for a comment that does not exist.
 */
const sameAuthor = (commentId: number, { userId }: User): [StepComment, About] => [
  { commentId, from: { userId } },
  { event: 'comment.update', commentId, changedFields: ['from'], revision: 0 },
];

interface StepComment extends Fields {
  readonly commentId: number;
}

function writeOf(write: WriteBoth, step: StepPlace, comment: StepComment, about: About): Write {
  const { annotationId, organizationId, documentId } = step;
  const comments = { [String(comment.commentId)]: comment };
  return write({ annotationId, metadata: { organizationId, documentId }, comments }, about);
}

async function refusalOf(run: () => Promise<unknown>): Promise<ConflictError | null> {
  try {
    await run();
    return null;
  } catch (error) {
    if (error instanceof ConflictError) return error;
    throw error;
  }
}
