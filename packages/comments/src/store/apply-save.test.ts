/** Comment-level merge: a save writes what it is about, and leaves what it did not know of. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comment, thread } from '../test-support/records.js';
import { type AnnotationRecord, applySave } from './apply-save.js';

const record = (comments: readonly ReturnType<typeof comment>[], more: object = {}) =>
  thread('t1', comments, more) as unknown as AnnotationRecord;
const idsOf = (it: AnnotationRecord) => Object.keys(it.comments).map(Number);
const edited = comment(1, 'ada', { commentText: 'edited' });

describe('a save that names a comment', () => {
  test('writes that comment, and not the older copies of others that come along', () => {
    const stored = record([edited, comment(2)]);
    const saved = applySave(stored, {
      annotation: record([comment(1), comment(3)]),
      event: 'comment.add',
      commentId: 3,
    });
    expect(saved.comments).toEqual({ 1: edited, 2: comment(2), 3: comment(3) });
  });

  test('does not bring back what somebody else deleted', () => {
    const saved = applySave(record([]), {
      annotation: record([comment(1), comment(2)]),
      event: 'comment.add',
      commentId: 2,
    });
    expect(idsOf(saved)).toEqual([2]);
  });

  test('deletes that comment, and no other', () => {
    const change = { annotation: record([]), event: 'comment.delete', commentId: 1 };
    expect(idsOf(applySave(record([comment(1), comment(2)]), change))).toEqual([2]);
  });

  test('replaces the comment as a whole, so that what was taken away is gone', () => {
    const bare = { commentId: 1, commentText: 'bare' };
    const change = { annotation: record([bare]), event: 'comment.update', commentId: 1 };
    expect(applySave(record([comment(1)]), change).comments).toEqual({ 1: bare });
  });

  test('makes the thread, with all that comes, when there is none', () => {
    const change = { annotation: record([comment(1), comment(2)]), event: 'comment.add', commentId: 2 };
    expect(idsOf(applySave(null, change))).toEqual([1, 2]);
  });
});

describe('a save of the thread itself', () => {
  test('writes its comments and fields, deletes no comment, and leaves fields that are not sent', () => {
    const stored = record([comment(1), comment(2)], { priority: 'high', status: 'open' });
    const saved = applySave(stored, { annotation: record([edited], { status: 'closed' }) });
    expect(saved).toMatchObject({ priority: 'high', status: 'closed' });
    expect(saved.comments).toEqual({ 1: edited, 2: comment(2) });
  });

  test('the flag of the thread is about all its comments', () => {
    const flagged = (commentId: number, isCommentTextAvailable: boolean) =>
      ({ commentId, isCommentTextAvailable }) as never;
    const saved = applySave(record([flagged(1, true)]), {
      annotation: record([flagged(2, false)], { isCommentTextAvailable: false }),
      event: 'comment.add',
      commentId: 2,
    });
    expect(saved.isCommentTextAvailable).toBe(true);
  });
});

test('adds in any order give the same comments, and twice is once', () => {
  const ids = fc.uniqueArray(fc.nat(8), { maxLength: 5 });
  fc.assert(
    fc.property(ids, fc.array(fc.nat(8), { maxLength: 5 }), (commentIds, repeated) => {
      const add = (it: AnnotationRecord, commentId: number) =>
        applySave(it, { annotation: record([comment(commentId)]), event: 'comment.add', commentId });
      const start = record([comment(99)]);
      const twice = [...commentIds, ...repeated.filter((it) => commentIds.includes(it))];
      const forwards = twice.reduce(add, start);
      const backwards = commentIds.toReversed().reduce(add, start);
      expect(forwards.comments).toEqual(backwards.comments);
    }),
  );
});
