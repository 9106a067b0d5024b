/**
 * Missing content is not empty, late answers are not newer, and half-done writes are found and
 * finished.
 */
import { expect, test } from 'vitest';
import { ConflictError, ContentMissingError, ServiceError } from '../errors.js';
import { createCommentBackend, erasePerson } from '../server/index.js';
import { createLocalService } from '../service/local-service.js';
import { createMemoryAnnotationStore } from '../store/memory-store.js';
import { type Page, page } from '../test-support/page.js';
import { systemCaller } from '../test-support/callers.js';
import { CANARY, comment, thread } from '../test-support/records.js';
import { createCommentsClient } from './client.js';
import { newCommentId } from './ids.js';

const savedTo = ({ customer }: Page) =>
  customer.seen.filter((it) => it.operation === 'save').map((it) => it.body);

test('a customer’s side that leaves a thread out is not taken for one without words', async () => {
  const made = await page();
  await made.client.addCommentAnnotation(thread('t1', [comment(1), comment(2)]));
  const before = structuredClone(made.customer.kept.get('t1'));
  made.customer.kept.clear();
  await made.client.getCommentAnnotations({ refresh: true });
  made.customer.seen.length = 0;
  // The status is the service's; none of the words are sent.
  await made.client.updateCommentAnnotation('t1', { status: 'RESOLVED' }, 'status.changed');
  await made.client.addComment('t1', comment(3));
  expect(
    savedTo(made).map((it) =>
      Object.keys((it.commentAnnotation as never as Record<string, { comments: object }>).t1!.comments),
    ),
  ).toEqual([[], ['3']]);
  const blind = made.client.updateComment('t1', 1, { commentText: 'over what?' });
  await expect(blind).rejects.toBeInstanceOf(ContentMissingError);
  expect(savedTo(made).length).toBe(2);
  made.customer.kept.set('t1', before);
  await made.client.getCommentAnnotations({ refresh: true });
  await made.client.updateComment('t1', 1, { commentText: 'seen' });
  expect(made.customer.kept.get('t1')).toMatchObject({
    comments: { 1: { commentText: 'seen' }, 2: comment(2) },
  });
});

test('words that were never shown are not overwritten: the writer is shown them, and tries again', async () => {
  const made = await page();
  await made.client.addCommentAnnotation(thread('t1', [comment(1)]));
  const bob = await made.other('ada');
  made.customer.faults.get.push('500');
  await bob.getCommentAnnotations({ refresh: true });
  const failed: unknown = await bob
    .updateComment('t1', 1, { commentText: 'blind' })
    .catch((it: unknown) => it);
  expect(failed).toBeInstanceOf(ConflictError);
  expect(failed).toMatchObject({ reason: 'changed', current: { commentText: comment(1).commentText } });
  await bob.retry(failed);
  expect(made.customer.kept.get('t1')).toMatchObject({ comments: { 1: { commentText: 'blind' } } });
});

test('a save that failed halfway is done again under its own name: one comment', async () => {
  const made = await page();
  await made.client.addCommentAnnotation(thread('t1', [comment(1)]));
  made.failService(true);
  const failed: unknown = await made.client
    .addComment('t1', { commentText: 'once' })
    .catch((it: unknown) => it);
  expect(failed).toBeInstanceOf(ServiceError);
  made.failService(false);
  await made.client.retry(failed);
  const [first, again] = savedTo(made).slice(-2);
  expect([again?.commentId, again?.writeId]).toEqual([first?.commentId, first?.writeId]);
  expect(Object.keys(made.client.snapshot()[0]?.comments ?? {}).length).toBe(2);
  await expect(made.client.retry(new Error('another'))).rejects.toThrow('takes an error of a write');
});

test('a retry that cannot even read is no end: it is tried again', async () => {
  const made = await page();
  await made.client.addCommentAnnotation(thread('t1', [comment(1)]));
  made.failService(true);
  const text = { commentText: 'once' };
  const failed: unknown = await made.client.addComment('t1', text).catch((it: unknown) => it);
  const again: unknown = await made.client.retry(failed).catch((it: unknown) => it);
  expect(again).toMatchObject({ name: 'ServiceError', operation: 'list' });
  made.failService(false);
  await made.client.retry(again);
  expect(Object.keys(made.client.snapshot()[0]?.comments ?? {}).length).toBe(2);
});

/**
 * Two people, each with content that the service does not know, and a customer's side that knows
 * revisions.
 */
async function twoPeople() {
  const content = createMemoryAnnotationStore();
  const handler = createCommentBackend({ store: content, callerOf: systemCaller, authorize: () => true });
  const service = createLocalService();
  const post = (path: string) => async (value: unknown) => {
    const about = { method: 'POST', path, query: '', remoteAddress: null };
    const headers = { 'content-type': 'application/json' };
    return JSON.parse((await handler({ ...about, headers, body: { kind: 'parsed', value } })).body) as never;
  };
  let isAway = false;
  const get = post('/get');
  const signIn = async (userId: string) => {
    const client = createCommentsClient({ service, additionalEvents: ['noted'] });
    const unlessAway = (it: unknown) => (isAway ? Promise.reject(new Error('away')) : get(it));
    client.setDataProviders({ comment: { get: unlessAway, save: post('/save'), delete: post('/delete') } });
    client.identify({ userId, organizationId: 'acme' });
    await client.setDocuments(['contract']);
    return client;
  };
  const note = async () => (await content.find({ organizationId: 'acme' })).threads[0]?.thread.record.note;
  return {
    signIn,
    note,
    away: (it: boolean) => {
      isAway = it;
    },
  };
}

test('a write that was made blind stays blind, also if the content is read before it goes out', async () => {
  const { signIn, note, away } = await twoPeople();
  const ada = await signIn('ada');
  await ada.addCommentAnnotation(thread('t1', [comment(1)]));
  await ada.updateCommentAnnotation('t1', { note: 'of ada' }, 'noted');
  away(true);
  const bob = await signIn('bob');
  away(false);
  expect(bob.snapshot()[0]?.note).toBeUndefined();
  // The first holds the second up until the content is there; both were made without it.
  const first = bob.addComment('t1', { commentText: 'hello' });
  const blind = bob.updateCommentAnnotation('t1', { note: 'of bob' }, 'noted');
  await first;
  await expect(blind).rejects.toMatchObject({ name: 'ConflictError', current: { note: 'of ada' } });
  expect(await note()).toBe('of ada');
});

test('ids that are made here are whole numbers that JSON keeps, and do not collide', () => {
  const ids = Array.from({ length: 20_000 }, newCommentId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((it) => Number.isSafeInteger(it) && it >= 0)).toBe(true);
});

/** Both sides over stores that the test may look into. */
async function bothSides() {
  const [content, structure] = [createMemoryAnnotationStore(), createMemoryAnnotationStore()];
  const handler = createCommentBackend({ store: content, callerOf: systemCaller, authorize: () => true });
  let isDown = false;
  const post = async (path: string, value: unknown) => {
    const about = { method: 'POST', path, query: '', remoteAddress: null };
    const headers = { 'content-type': 'application/json' };
    return JSON.parse((await handler({ ...about, headers, body: { kind: 'parsed', value } })).body) as never;
  };
  const local = createLocalService(structure);
  const failing =
    <Of>(call: (request: Of) => Promise<never>) =>
    (request: Of) =>
      isDown ? Promise.reject(new Error('crash')) : call(request);
  const service = {
    list: local.list,
    save: failing(local.save as never),
    delete: failing(local.delete as never),
  } as typeof local;
  const client = createCommentsClient({ service, additionalEvents: ['status.changed'] });
  const [get, save, remove] = ['/get', '/save', '/delete'].map((path) => (it: unknown) => post(path, it));
  client.setDataProviders({ comment: { get: get!, save: save!, delete: remove! } });
  client.identify({ userId: 'ada', organizationId: 'acme' });
  await client.setDocuments(['contract']);
  const crash = async (write: () => Promise<unknown>) => {
    isDown = true;
    await write().catch(() => undefined);
    isDown = false;
  };
  return { content, structure, client, crash };
}

test('writes that one side has and the other has not are listed, and finished', async () => {
  const { client, crash, content, structure } = await bothSides();
  const text = (commentText: string) => ({ commentText });
  await client.addCommentAnnotation(thread('t1', [comment(1), comment(2)]));
  await client.addCommentAnnotation(thread('t2', [comment(3)]));
  await crash(() => client.addComment('t1', { ...text('orphan'), commentId: 9 }));
  await crash(() => client.deleteComment('t1', 2));
  await crash(() => client.addCommentAnnotation(thread('t3', [comment(4)])));
  await client.getCommentAnnotations();
  await crash(() => client.deleteCommentAnnotation('t2'));

  const halves = [
    { kind: 'add', annotationId: 't1', commentId: 9 },
    { kind: 'delete', annotationId: 't1', commentId: 2 },
    { kind: 'add', annotationId: 't3', commentId: null },
    { kind: 'delete', annotationId: 't2', commentId: null },
  ];
  // A reaction is not a thread, and the provider of comments has no words of it.
  const made = createLocalService(structure);
  const reaction = {
    annotationId: 'r1',
    metadata: { documentId: 'contract' },
    comments: {},
    type: 'reaction',
  };
  const annotation = { ...reaction, isCommentResolverUsed: true };
  await made.save({ organizationId: 'acme', annotation, event: 'comment_annotation.add' });
  expect(await client.reconcile({ fix: false })).toEqual(halves.map((it) => ({ ...it, fixed: false })));
  expect(await client.reconcile()).toEqual(halves.map((it) => ({ ...it, fixed: true })));
  expect(await client.reconcile()).toEqual([]);
  const shown = await client.getCommentAnnotations({ refresh: true });
  expect(shown.map((it) => [it.annotationId, Object.keys(it.comments)])).toEqual([
    ['t1', ['1', '9']],
    ['t3', ['4']],
  ]);
  expect(shown[0]?.comments[9]?.commentText).toBe('orphan');
  // Items that no side can restore are only reported.
  const [row] = (await content.find({ organizationId: 'acme', annotationIds: ['t3'] })).threads;
  expect(row).toBeDefined();
});

test('a field of a host’s own that is called as a tombstone is none', async () => {
  const { client, content, structure } = await bothSides();
  await client.addCommentAnnotation(thread('t1', [comment(1)]));
  await client.updateCommentAnnotation('t1', { isDeleted: true, deletedCommentIds: [1] }, 'status.changed');
  expect(await client.reconcile()).toEqual([]);
  for (const store of [content, structure])
    expect(Object.keys((await store.find({ organizationId: 'acme' })).threads[0]?.comments ?? {})).toEqual([
      '1',
    ]);
  const [shown] = await client.getCommentAnnotations({ refresh: true });
  expect(shown).toMatchObject({ isDeleted: true, comments: { 1: { commentText: comment(1).commentText } } });
});

test('a person who is to be forgotten: their words go, their name goes, and a stale tab brings nothing back', async () => {
  const { client, content, structure } = await bothSides();
  await client.addCommentAnnotation(
    thread('t1', [comment(1, 'ada'), comment(2, 'bob', { to: [{ userId: 'ada', name: `${CANARY} Ada` }] })]),
  );
  expect(await erasePerson(content, { organizationId: 'acme', userId: 'ada' })).toEqual({
    comments: 1,
    mentions: 1,
    records: 0,
    attachmentIds: [],
  });
  const stale = client.updateComment('t1', 1, { commentText: 'back again' });
  await expect(stale).rejects.toMatchObject({ name: 'ConflictError', reason: 'deleted', side: 'customer' });
  expect(await erasePerson(content, { organizationId: 'acme', userId: 'ada' })).toEqual({
    comments: 0,
    mentions: 0,
    records: 0,
    attachmentIds: [],
  });
  const kept = JSON.stringify((await content.find({ organizationId: 'acme' })).threads);
  expect(kept).not.toContain('name of ada');
  expect(kept).not.toContain(`${CANARY} Ada`);
  expect(kept).not.toContain('back again');
  expect(await client.reconcile()).toMatchObject([{ kind: 'delete', commentId: 1, fixed: true }]);
  expect((await structure.find({ organizationId: 'acme' })).threads[0]?.comments[1]?.isDeleted).toBe(true);
});

test('what a save sends does not grow with the thread', async () => {
  const made = await page();
  await made.client.addCommentAnnotation(thread('t1', [comment(1)]));
  const sizeOf = async (commentId: number) => {
    await made.client.addComment('t1', comment(commentId, 'ada'));
    return [JSON.stringify(savedTo(made).at(-1)).length, made.wire.at(-1)?.length];
  };
  const first = await sizeOf(1_000);
  for (let id = 1_001; id < 1_060; id += 1) await made.client.addComment('t1', comment(id));
  const [saved, structure] = await sizeOf(1_999);
  expect(Math.abs((saved ?? 0) - (first[0] ?? 0))).toBeLessThan(20);
  expect(Math.abs((structure ?? 0) - (first[1] ?? 0))).toBeLessThan(20);
});

test('threads are read in pieces, and a piece that fails takes no other with it', async () => {
  const made = await page();
  for (let id = 0; id < 250; id += 1) await made.client.addCommentAnnotation(thread(`t${id}`, [comment(id)]));
  made.customer.seen.length = 0;
  made.customer.faults.get.push('500');
  const bob = await made.other('bob');
  const asked = made.customer.seen.map((it) => (it.body.commentAnnotationIds as string[]).length);
  expect(asked).toEqual([200, 50, 100, 100]);
  expect(bob.snapshot().length).toBe(250);
  expect(bob.snapshot().filter((it) => it.isCommentTextAvailable === false)).toEqual([]);
});
