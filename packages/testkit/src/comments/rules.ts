/** Rules that keep a comment backend from losing acknowledged text, as a table. */
import type { Answer, Call, CommentBackendFinding, CommentBackendOptions } from './shapes.js';

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Context extends CommentBackendOptions {
  readonly call: Call;
  /** New for each rule. */
  readonly annotationId: string;
}

interface BackendRule extends Omit<CommentBackendFinding, 'seen'> {
  /** Returns the observed fault; null when the rule holds. */
  readonly run: (context: Context) => Promise<string | null>;
}

type Fields = Readonly<Record<string, unknown>>;

const metadataOf = ({ organizationId, documentId }: Context) => ({ organizationId, documentId });

/** A save as the client sends it: only the changed fields of the thread. */
const save = (it: Context, comments: Fields, about: object, fields: Fields = {}): Promise<Answer> => {
  const metadata = metadataOf(it);
  const thread = { annotationId: it.annotationId, metadata, comments, ...fields };
  return it.call('save', { commentAnnotation: { [it.annotationId]: thread }, metadata, ...about });
};

const words = ({ userId }: Context, commentId: number, commentText: string) => ({
  [commentId]: { commentId, commentText, from: { userId } },
});
const make = (it: Context) =>
  save(it, words(it, 1, 'first'), { event: 'comment_annotation.add', writeId: 'w1' }, { note: 'n0' });
const add = (it: Context, commentId: number, writeId: string) =>
  save(it, words(it, commentId, `text ${commentId}`), { event: 'comment.add', commentId, writeId });
const edit = (it: Context, commentText: string, about: object) =>
  save(it, words(it, 1, commentText), {
    ...{ event: 'comment.update', commentId: 1, changedFields: ['commentText'] },
    ...about,
  });
const removeComment = (it: Context) =>
  save(it, {}, { event: 'comment.delete', commentId: 1, writeId: 'w-delete' });

async function read(it: Context): Promise<{ readonly thread: Fields | null; readonly revision: unknown }> {
  const { organizationId, documentId, annotationId } = it;
  const ids = { commentAnnotationIds: [annotationId], documentIds: [documentId] };
  const { body } = await it.call('get', { organizationId, ...ids });
  const thread = isRecord(body.data) ? body.data[annotationId] : undefined;
  const revision = isRecord(body.revisions) ? body.revisions[annotationId] : undefined;
  return { thread: isRecord(thread) ? thread : null, revision };
}

const textOf = (thread: Fields | null, commentId: number): unknown => {
  const comments = isRecord(thread?.comments) ? thread.comments : {};
  const comment = comments[String(commentId)];
  return isRecord(comment) ? comment.commentText : undefined;
};

const unless = (holds: boolean, seen: string): string | null => (holds ? null : seen);
const revisionOf = (revision: unknown) => (typeof revision === 'number' ? { revision } : { revision: 0 });

export const BACKEND_RULES: readonly BackendRule[] = [
  {
    rule: 'a saved thread can be read',
    severity: 'wrong-answer',
    fix: 'Answer save with 200 and success: true, and get with data: the threads by annotationId.',
    run: async (it) => {
      const { status, body } = await make(it);
      if (status !== 200 || body.success !== true)
        return `save answered ${status}, success: ${String(body.success)}`;
      const { thread } = await read(it);
      return unless(textOf(thread, 1) === 'first', 'get does not return the saved comment');
    },
  },
  {
    rule: 'a save merges its changes, and removes nothing else',
    severity: 'loses-words',
    fix: 'Merge the comment into the stored thread, and changedFields into the comment: never replace the thread ($set of the whole).',
    run: async (it) => {
      await make(it);
      await add(it, 2, 'w2');
      await edit(it, 'edited', { writeId: 'w3', ...revisionOf((await read(it)).revision) });
      const { thread } = await read(it);
      const seen = [textOf(thread, 1), textOf(thread, 2), thread?.note];
      return unless(
        seen.join() === 'edited,text 2,n0',
        `after three saves the thread has ${seen.map(String).join(', ')}`,
      );
    },
  },
  {
    rule: 'get returns the revision of each thread',
    severity: 'loses-words',
    fix: 'Count the writes to each thread, and return revisions from get: the count by annotationId.',
    run: async (it) => {
      await make(it);
      const { revision } = await read(it);
      return unless(typeof revision === 'number', `revisions has ${String(revision)} for the thread`);
    },
  },
  {
    rule: 'save returns the new revision, and the previous one of the written fields',
    severity: 'loses-words',
    fix: 'Return data from save: {revision, previous} by annotationId.',
    run: async (it) => {
      const { body } = await make(it);
      const written = isRecord(body.data) ? body.data[it.annotationId] : undefined;
      const isTold =
        isRecord(written) && typeof written.revision === 'number' && typeof written.previous === 'number';
      return unless(isTold, `data says ${JSON.stringify(written)}`);
    },
  },
  {
    rule: 'a stale write is refused',
    severity: 'loses-words',
    fix: 'Keep with each field the revision of its last write; respond 409 with the current value where it is newer than the request’s revision.',
    run: async (it) => {
      await make(it);
      const { revision } = await read(it);
      await edit(it, 'newer', { writeId: 'w2', ...revisionOf(revision) });
      const { status } = await edit(it, 'stale', { writeId: 'w3', ...revisionOf(revision) });
      const { thread } = await read(it);
      return unless(
        status === 409 && textOf(thread, 1) === 'newer',
        `it was answered with ${status}, and the text is ${String(textOf(thread, 1))}`,
      );
    },
  },
  {
    rule: 'a repeated write changes nothing',
    severity: 'loses-words',
    fix: 'Remember the writeIds of the last writes to each comment and thread, and answer a known one with success.',
    run: async (it) => {
      await make(it);
      const { revision } = await read(it);
      await edit(it, 'older', { writeId: 'w2', ...revisionOf(revision) });
      await edit(it, 'newer', { writeId: 'w3', ...revisionOf((await read(it)).revision) });
      await edit(it, 'older', { writeId: 'w2', ...revisionOf(revision) });
      const { thread } = await read(it);
      return unless(textOf(thread, 1) === 'newer', 'the repeat of an older write replaced a newer one');
    },
  },
  {
    rule: 'a deleted comment does not come back',
    severity: 'loses-words',
    fix: 'Keep a tombstone of each deleted comment, and refuse adds and changes of it with 409.',
    run: async (it) => {
      await make(it);
      await removeComment(it);
      await edit(it, 'back', { writeId: 'w3' });
      await save(it, words(it, 1, 'back'), { event: 'comment.add', commentId: 1, writeId: 'w4' });
      return unless(textOf((await read(it)).thread, 1) === undefined, 'a stale write brought it back');
    },
  },
  {
    rule: 'a deleted thread does not come back',
    severity: 'loses-words',
    fix: 'Keep a tombstone of each deleted thread, and refuse writes to it with 409.',
    run: async (it) => {
      await make(it);
      const { annotationId } = it;
      await it.call('delete', {
        commentAnnotationId: annotationId,
        metadata: metadataOf(it),
        event: 'comment_annotation.delete',
      });
      await add(it, 2, 'w2');
      return unless((await read(it)).thread === null, 'a comment added to it brought it back');
    },
  },
  {
    rule: 'a withdrawn add has no effect, also when it arrives late',
    severity: 'loses-words',
    fix: 'Take a save with withdraws: delete what the write of that writeId made, remember the id, and keep later writes.',
    run: async (it) => {
      await make(it);
      const withdrawal = { event: 'comment.delete', commentId: 2, withdraws: 'w2', writeId: 'w3' };
      await save(it, {}, withdrawal);
      await add(it, 2, 'w2');
      if (textOf((await read(it)).thread, 2) !== undefined)
        return 'the withdrawn add took effect when it arrived late';
      await add(it, 2, 'w4');
      await save(it, {}, { ...withdrawal, writeId: 'w5' });
      return unless(
        textOf((await read(it)).thread, 2) !== undefined,
        'a late withdrawal deleted what was sent again',
      );
    },
  },
];
