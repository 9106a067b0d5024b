/** Shown threads: a read that began before a write does not change them. */
import { expect, test } from 'vitest';
import { customFieldsOf } from '../content/custom-fields.js';
import { strip } from '../content/strip.js';
import { AttemptError, ResolverError } from '../errors.js';
import type { PartialCommentAnnotation } from '../record.js';
import { comment, thread } from '../test-support/records.js';
import { addComment, deleteThread } from './changes.js';
import { Threads } from './threads.js';

const custom = customFieldsOf();
const at = (revision: number, ...ids: number[]) => {
  const { structural, content } = strip(
    thread(
      't1',
      ids.map((it) => comment(it)),
    ),
    custom,
  );
  return {
    listed: { annotation: structural, revision },
    structural,
    content,
    service: { revision, previous: 0 },
  };
};
const before = at(1, 1);
const after = at(2, 1, 2);
const documents = ['contract'];
const error = new ResolverError('get', 1, new AttemptError('network'));
const loaded = (content: PartialCommentAnnotation | null, order: number, revision?: number) =>
  ({ ok: true, content, revision, order }) as const;
const idsOf = (threads: Threads) => threads.shown().map((it) => Object.keys(it.comments));

function known(): Threads {
  const threads = new Threads(custom);
  threads.listed(documents, [before.listed], threads.now());
  threads.setContent(before.listed, loaded(before.content, 1));
  return threads;
}

test('an older list does not undo what was written meanwhile', () => {
  const threads = known();
  const since = threads.now();
  threads.settle(
    addComment('t1', comment(2), 0),
    { structural: () => after.structural, content: () => after.content },
    { service: after.service, isServiceBehind: false, isCustomerBehind: false },
  );
  threads.listed(documents, [before.listed], since);
  expect(idsOf(threads)).toEqual([['1', '2']]);
  // It did not know of a thread that was made meanwhile either.
  threads.listed(documents, [], since);
  expect(idsOf(threads)).toEqual([['1', '2']]);
  threads.listed(documents, [], threads.now());
  expect(idsOf(threads)).toEqual([]);
});

test('an older list does not bring back what was deleted meanwhile; a newer one does', () => {
  const threads = known();
  const since = threads.now();
  threads.settleDelete(deleteThread('t1'));
  threads.listed(documents, [before.listed], since);
  expect(idsOf(threads)).toEqual([]);
  threads.listed(documents, [before.listed], threads.now());
  expect(idsOf(threads)).toEqual([['1']]);
});

test('content that was read for an older record is not taken for the newer one', () => {
  const threads = known();
  threads.listed(documents, [after.listed], threads.now());
  threads.setContent(before.listed, loaded(null, 2));
  expect(threads.unread('t1')).toEqual(after.listed);
  threads.setContent(after.listed, loaded(after.content, 3));
  expect(threads.unread('t1')).toBeNull();
  expect(threads.shown()).toEqual([thread('t1', [comment(1), comment(2)])]);
});

test('an answer to an earlier request does not replace that to a later one, in words or as a base', () => {
  const threads = known();
  const listed = before.listed;
  threads.setContent(listed, loaded(after.content, 3, 2));
  for (const late of [loaded(before.content, 2, 1), { ok: false, order: 2, error } as const]) {
    threads.setContent(listed, late);
    expect(threads.stored('t1')?.content).toEqual(after.content);
    expect(threads.seeing.revision('t1', 'customer')).toBe(2);
  }
});

test('a list says nothing of other documents', () => {
  const threads = known();
  threads.listed(['annex'], [], threads.now());
  expect(idsOf(threads)).toEqual([['1']]);
});
