/** State under a person's own change was not seen, however often it was read. */
import { describe, expect, test } from 'vitest';
import { type Covering, Seeing } from './seeing.js';

const set = (...fields: string[]): Covering => ({ annotationId: 't1', event: 'status.changed', fields });
const edit = (commentId: number): Covering => ({
  ...{ annotationId: 't1', event: 'comment.update', commentId },
  fields: ['commentText', 'lastUpdated'],
});
const remove: Covering = { annotationId: 't1', event: 'comment_annotation.delete', fields: [] };

/** A thread that was read from both sides at revision 1. */
function readOnce(): Seeing {
  const seeing = new Seeing();
  both(seeing, 1);
  return seeing;
}

function both(seeing: Seeing, revision: number): void {
  seeing.read('t1', 'service', revision);
  seeing.read('t1', 'customer', revision);
}

test('a side that goes back shows older words: the next write has seen no more than those', () => {
  const seeing = readOnce();
  both(seeing, 3);
  const own = edit(1);
  seeing.base(own);
  seeing.wrote(own, 'customer', { revision: 4, previous: 3 });
  seeing.uncover(own);
  // The page shows content that was read before that write, and the write over it.
  seeing.read('t1', 'customer', 3);
  expect(seeing.base(edit(2))).toEqual({ service: 3, customer: 4 });
  both(seeing, 2);
  for (const next of [edit(1), edit(3)]) expect(seeing.base(next)).toEqual({ service: 2, customer: 2 });
});

describe('a write over a change under way', () => {
  test('has seen no more than that change, regardless of reads meanwhile', () => {
    const seeing = readOnce();
    seeing.base(set('status'));
    both(seeing, 2);
    expect(seeing.base(set('status', 'lastUpdated'))).toEqual({ service: 1, customer: 1 });
    expect(seeing.base(remove)).toEqual({ service: 1, customer: 1 });
  });

  test('has seen what was read beside it: other fields, other comments', () => {
    const seeing = readOnce();
    seeing.base(set('status', 'lastUpdated'));
    seeing.base(edit(1));
    both(seeing, 2);
    for (const other of [set('note', 'lastUpdated'), edit(2)])
      expect(seeing.base(other)).toEqual({ service: 2, customer: 2 });
  });

  test('learns that it was taken, on either side by itself', () => {
    const seeing = readOnce();
    const first = set('status');
    seeing.base(first);
    both(seeing, 2);
    const base = seeing.base(set('status'));
    seeing.wrote(first, 'customer', { revision: 3, previous: 1 });
    expect(base).toEqual({ service: 1, customer: 3 });
    seeing.uncover(first);
    expect(base).toEqual({ service: 1, customer: 3 });
  });

  test('has still not seen what lay under it when it was refused', () => {
    const seeing = readOnce();
    const first = set('status');
    seeing.base(first);
    both(seeing, 2);
    const second = set('status');
    const base = seeing.base(second);
    seeing.uncover(first);
    expect(base).toEqual({ service: 1, customer: 1 });
    seeing.uncover(second);
    // The writer of a new write is shown the current state.
    expect(seeing.base(set('status'))).toEqual({ service: 2, customer: 2 });
  });

  test('one of several: each hides what it hides', () => {
    const seeing = readOnce();
    const [status, note] = [set('status'), set('note')];
    seeing.base(status);
    seeing.base(note);
    both(seeing, 2);
    const base = seeing.base(set('note', 'status'));
    // Another person's note of revision 2 lies under the second.
    seeing.wrote(status, 'service', { revision: 3, previous: 2 });
    seeing.uncover(status);
    expect(base.service).toBe(1);
    seeing.uncover(note);
    expect(base.service).toBe(1);
  });

  test('learns nothing from the answer to a repeat that came too late: others wrote in between', () => {
    const seeing = readOnce();
    const first = set('status');
    seeing.base(first);
    both(seeing, 5);
    const base = seeing.base(set('status'));
    seeing.wrote(first, 'service', { revision: 5, previous: 5 });
    seeing.uncover(first);
    expect(base.service).toBe(1);
  });

  test('learns of a late answer its own value, and not what was read under it meanwhile', () => {
    const seeing = readOnce();
    const first = set('status');
    seeing.base(first);
    both(seeing, 4);
    const base = seeing.base(set('status'));
    seeing.wrote(first, 'service', { revision: 2, previous: 1 });
    seeing.uncover(first);
    expect(base.service).toBe(2);
  });
});

test('a write over one that was made without content has not seen the content that was read before', () => {
  const seeing = readOnce();
  const blind = set('note');
  expect(seeing.base(blind, undefined, false)).toEqual({ service: 1 });
  both(seeing, 2);
  const base = seeing.base(set('note'));
  seeing.uncover(blind);
  expect(base).toEqual({ service: 1, customer: 0 });
});

describe('a change that failed and is shown all the same', () => {
  test('hides its whole target, as it is sent before what is written next', () => {
    const seeing = readOnce();
    const failed = set('status');
    seeing.base(failed);
    const under = seeing.base(set('note'));
    both(seeing, 2);
    expect(seeing.base(set('mood')).service).toBe(2);
    seeing.kept(failed);
    const next = set('note');
    const base = seeing.base(next);
    expect([under.service, base.service]).toEqual([1, 1]);
    seeing.wrote(failed, 'service', { revision: 3, previous: 1 });
    expect(base.service).toBe(3);
  });
});

test('a thread that vanishes and comes back is hidden by the same changes as before', () => {
  const seeing = readOnce();
  seeing.base(edit(1));
  seeing.forget('t1');
  both(seeing, 2);
  expect(seeing.base(edit(1))).toEqual({ service: 1, customer: 1 });
});
