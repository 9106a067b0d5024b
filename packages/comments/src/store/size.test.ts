/** A thread has a size, and an answer has one: a large thread is not in the way of the others. */
import { describe, expect, test } from 'vitest';
import { COMMENTS_LIMITS } from '../limits.js';
import { createCommentBackend } from '../server/backend.js';
import { erasePerson } from '../server/erase.js';
import { createServiceHandler } from '../service/service-handler.js';
import { systemCaller } from '../test-support/callers.js';
import { comment, thread } from '../test-support/records.js';
import { type AnnotationStore, writeChange, writeDelete } from './annotation-store.js';
import { type SavedChange, changeOf } from './change.js';
import { createMemoryAnnotationStore } from './memory-store.js';
import type { AnnotationRecord } from './rows.js';

const organizationId = 'acme';
const of = (id: string, comments: readonly ReturnType<typeof comment>[], more: object = {}) =>
  thread(id, comments, more) as unknown as AnnotationRecord;
const save = (store: AnnotationStore, change: SavedChange) =>
  writeChange(store, organizationId, changeOf(change), { makesThreads: true });
const add = (commentId: number, more: object = {}): SavedChange => ({
  annotation: of('t1', [comment(commentId, 'ada', more)]),
  event: 'comment.add',
  commentId,
});
const sizeOf = async (store: AnnotationStore) =>
  (await store.find({ organizationId, withDeleted: true })).threads[0]?.thread.size;

/** Counts the rows by looking at them. */
async function counted(store: AnnotationStore) {
  const [found] = (await store.find({ organizationId, withDeleted: true })).threads;
  const { size: _size, ...own } = found!.thread;
  const rows = Object.values(found!.comments);
  const characters = [own, ...rows].reduce((sum, row) => sum + JSON.stringify(row).length, 0);
  return { comments: rows.length, characters };
}

test('is what its rows are, whatever is written', async () => {
  const store = createMemoryAnnotationStore();
  const writes: (() => Promise<unknown>)[] = [
    () => save(store, { annotation: of('t1', [comment(1), comment(2, 'bob')]) }),
    () => save(store, add(3, { commentText: 'x'.repeat(1_000) })),
    () => save(store, { ...add(3, { commentText: 'less' }), event: 'comment.update' }),
    () => save(store, { ...add(1), event: 'comment.delete' }),
    () => save(store, { annotation: of('t1', [], { note: 'more' }), event: 'x', changedFields: ['note'] }),
    () => erasePerson(store, { organizationId, userId: 'bob' }),
    () => writeDelete(store, { organizationId, annotationId: 't1' }, {}),
  ];
  for (const write of writes) {
    await write();
    expect(await sizeOf(store)).toEqual(await counted(store));
  }
});

describe('a thread that is full', () => {
  const { threadComments, threadCharacters } = COMMENTS_LIMITS;
  /** A thread with one comment that counts as that much. */
  async function full(size: { readonly comments: number; readonly characters: number }) {
    const store = createMemoryAnnotationStore();
    await save(store, { annotation: of('t1', [comment(1)]) });
    const [found] = (await store.find({ organizationId })).threads;
    const row = { ...found!.thread, size };
    await store.put({ organizationId, annotationId: 't1', revision: 1, thread: row, comments: {} });
    return store;
  }

  test.each([
    ['comments', { comments: threadComments, characters: 1_000 }],
    ['characters', { comments: 1, characters: threadCharacters }],
  ])('of %s takes no more, and what makes it smaller goes through', async (_what, size) => {
    const store = await full(size);
    await expect(save(store, add(2))).rejects.toThrow('begin another thread');
    const shorter = {
      ...add(1, { commentText: '' }),
      event: 'comment.update',
      changedFields: ['commentText'],
    };
    expect(await save(store, shorter)).toMatchObject({ outcome: 'done' });
    expect(await save(store, { ...add(1), event: 'comment.delete' })).toMatchObject({ outcome: 'done' });
  });

  test('is 413 at both sides, which say what to do', async () => {
    const store = await full({ comments: threadComments, characters: 0 });
    const options = { store, callerOf: systemCaller, authorize: () => true };
    const annotation = { ...of('t1', []), comments: { 2: { commentId: 2, from: { userId: 'ada' } } } };
    const about = { event: 'comment.add', commentId: 2 };
    for (const [handler, path, value] of [
      [createCommentBackend(options), '/save', { commentAnnotation: { t1: annotation }, ...about }],
      [
        createServiceHandler(options),
        '/v2/comments/save',
        { data: { organizationId, annotation, ...about } },
      ],
    ] as const) {
      const headers = { 'content-type': 'application/json' };
      const request = { method: 'POST', path, query: '', remoteAddress: null, headers };
      const answer = await handler({ ...request, body: { kind: 'parsed', value } });
      expect([answer.status, answer.body]).toEqual([413, expect.stringContaining('begin another thread')]);
    }
  });
});

test('an answer ends where it is large enough, and says that there is more', async () => {
  const store = createMemoryAnnotationStore();
  const text = 'x'.repeat(900_000);
  for (let commentId = 1; commentId <= 20; commentId += 1)
    await save(store, add(commentId, { commentText: text }));
  for (const id of ['t2', 't3']) await save(store, { annotation: of(id, [comment(1)]) });
  const handler = createCommentBackend({ store, callerOf: systemCaller, authorize: () => true });
  const get = async (more: object) => {
    const headers = { 'content-type': 'application/json' };
    const value = { organizationId, allDocuments: true, ...more };
    const request = { method: 'POST', path: '/get', query: '', remoteAddress: null, headers };
    const { body } = await handler({ ...request, body: { kind: 'parsed', value } });
    return JSON.parse(body) as { readonly data: object; readonly next?: string };
  };
  const first = await get({});
  expect(Object.keys(first.data)).toEqual(['t1']);
  const second = await get({ after: first.next });
  expect([Object.keys(second.data), second.next]).toEqual([['t2', 't3'], undefined]);
});
