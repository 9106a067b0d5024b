/**
 * A backend that merges and counts no revisions, as the first one of the README: the service finds
 * stale writes for it, before they reach it.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { marksOf } from '../content/marks.js';
import { ConflictError } from '../errors.js';
import type { CommentDataProvider } from '../provider/provider.js';
import type { PartialCommentAnnotation } from '../record.js';
import { createLocalService } from '../service/local-service.js';
import type { CommentService } from '../service/port.js';
import { createMemoryAnnotationStore } from '../store/memory-store.js';
import { type CommentsClient, createCommentsClient } from './client.js';

let database: Map<string, PartialCommentAnnotation>;
let structure: ReturnType<typeof createMemoryAnnotationStore>;
let service: CommentService;
/** Requests in their order: `check`, `customer save`, `save`. */
let log: string[];
/** Makes reads fail. */
let isGetDown: boolean;
/** The next saves wait for these. */
let holds: Promise<void>[];

const done = { success: true, statusCode: 200 };
const provider: CommentDataProvider = {
  get: async ({ commentAnnotationIds = [] }) => {
    if (isGetDown) return { success: false, statusCode: 500 };
    const found = commentAnnotationIds.flatMap((id) => database.get(id) ?? []);
    return { ...done, data: structuredClone(Object.fromEntries(found.map((it) => [it.annotationId, it]))) };
  },
  save: async ({ commentAnnotation, event, commentId }) => {
    log.push('customer save');
    await holds.shift();
    for (const [id, { comments, ...fields }] of Object.entries(commentAnnotation)) {
      const before = database.get(id);
      const merged = { ...before?.comments, ...comments };
      if (event === 'comment.delete') Reflect.deleteProperty(merged, String(commentId));
      database.set(id, { ...before, ...fields, comments: merged });
    }
    return done;
  },
  delete: async ({ commentAnnotationId }) => {
    log.push('customer delete');
    database.delete(commentAnnotationId);
    return done;
  },
};

async function signIn(userId: string): Promise<CommentsClient> {
  const client = createCommentsClient({ service, additionalEvents: ['changed'] });
  client.setDataProviders({ comment: provider });
  client.identify({ userId, organizationId: 'acme' });
  await client.setDocuments(['contract']);
  return client;
}

const change = (client: CommentsClient, fields: object) =>
  client.updateCommentAnnotation('t1', { ...fields }, 'changed');
const caught = (write: Promise<unknown>) => write.then(() => null).catch((error: unknown) => error);
const textOf = (commentId: number) => database.get('t1')?.comments[commentId]?.commentText;

beforeEach(async () => {
  database = new Map();
  structure = createMemoryAnnotationStore();
  log = [];
  isGetDown = false;
  holds = [];
  const local = createLocalService(structure);
  service = {
    list: local.list,
    check: async (request) => {
      log.push('check');
      await local.check?.(request);
    },
    save: async (request) => {
      log.push('save');
      return local.save(request);
    },
    delete: local.delete,
  };
  const ada = await signIn('ada');
  await ada.addCommentAnnotation({
    ...{ annotationId: 't1', metadata: { documentId: 'contract' }, note: 'n0', title: 'Clause 4' },
    comments: { 1: { commentId: 1, commentText: 'first' } },
  });
});

describe('a stale write is refused before it reaches the backend', () => {
  test('a note that another tab has changed since', async () => {
    const [tab, other] = [await signIn('ada'), await signIn('ada')];
    await change(other, { note: 'newer' });
    const error = await caught(change(tab, { note: 'stale' }));
    expect(error).toBeInstanceOf(ConflictError);
    expect((error as ConflictError).current?.note).toBe('newer');
    expect(database.get('t1')?.note).toBe('newer');
    expect(tab.snapshot()[0]?.note).toBe('newer');
    await tab.retry(error);
    expect(database.get('t1')?.note).toBe('stale');
  });

  test('the text of a comment', async () => {
    const [tab, other] = [await signIn('ada'), await signIn('ada')];
    await other.updateComment('t1', 1, { commentText: 'newer' });
    const error = await caught(tab.updateComment('t1', 1, { commentText: 'stale' }));
    expect((error as ConflictError).current?.commentText).toBe('newer');
    expect(textOf(1)).toBe('newer');
  });

  test('the deletion of a comment with text that was not shown', async () => {
    const [tab, other] = [await signIn('ada'), await signIn('ada')];
    await other.updateComment('t1', 1, { commentText: 'newer' });
    expect(await caught(tab.deleteComment('t1', 1))).toBeInstanceOf(ConflictError);
    expect(textOf(1)).toBe('newer');
  });

  test('the deletion of a thread with a comment that was not shown', async () => {
    const [tab, other] = [await signIn('ada'), await signIn('bob')];
    await other.addComment('t1', { commentId: 2, commentText: 'of Bob' });
    expect(await caught(tab.deleteCommentAnnotation('t1'))).toBeInstanceOf(ConflictError);
    expect(textOf(2)).toBe('of Bob');
  });

  test('an edit of a deleted comment, which does not come back', async () => {
    const [tab, other] = [await signIn('ada'), await signIn('ada')];
    await other.deleteComment('t1', 1);
    const error = await caught(tab.updateComment('t1', 1, { commentText: 'back' }));
    expect((error as ConflictError).reason).toBe('deleted');
    expect(textOf(1)).toBeUndefined();
  });

  test('a field of a deleted thread, which does not come back', async () => {
    const [tab, other] = [await signIn('ada'), await signIn('ada')];
    await other.deleteCommentAnnotation('t1');
    expect(await caught(change(tab, { note: 'back' }))).toBeInstanceOf(ConflictError);
    expect(database.has('t1')).toBe(false);
  });

  test('a thread that another person has made, with its title', async () => {
    const bob = createCommentsClient({
      service: { ...service, list: async () => ({ threads: [], next: null }) },
    });
    bob.setDataProviders({ comment: provider });
    bob.identify({ userId: 'bob', organizationId: 'acme' });
    await bob.setDocuments(['contract']);
    const made = bob.addCommentAnnotation({
      ...{ annotationId: 't1', metadata: { documentId: 'contract' }, title: 'Of Bob' },
      comments: { 2: { commentId: 2, commentText: 'second' } },
    });
    expect(await caught(made)).toBeInstanceOf(ConflictError);
    expect(database.get('t1')?.title).toBe('Clause 4');
  });
});

test('a field is not overwritten unseen after an own write to a thread whose content was not read', async () => {
  const [tab, other] = [await signIn('ada'), await signIn('ada')];
  let release = (): void => undefined;
  holds.push(new Promise((resolve) => (release = resolve)));
  const status = change(tab, { status: 'open' });
  await change(other, { note: 'newer' });
  isGetDown = true;
  await tab.getCommentAnnotations();
  isGetDown = false;
  release();
  await status;
  expect(tab.snapshot()[0]?.note).toBeUndefined();
  const error = await caught(change(tab, { note: 'blind' }));
  expect((error as ConflictError).current?.note).toBe('newer');
  expect(database.get('t1')?.note).toBe('newer');
});

test('another field or comment is no conflict, and neither are the own writes of one tab', async () => {
  const [tab, other] = [await signIn('ada'), await signIn('ada')];
  await change(other, { note: 'n1' });
  await other.addComment('t1', { commentId: 2, commentText: 'second' });
  await change(tab, { title: 'Clause 5' });
  await tab.updateComment('t1', 1, { commentText: 'edited' });
  await tab.updateComment('t1', 1, { commentText: 'edited again' });
  expect(database.get('t1')).toMatchObject({ note: 'n1', title: 'Clause 5' });
  expect([textOf(1), textOf(2)]).toEqual(['edited again', 'second']);
});

test('the service keeps marks, and neither names nor values of content fields', async () => {
  await change(await signIn('ada'), { diagnosis: 'influenza' });
  const stored = JSON.stringify((await structure.find({ organizationId: 'acme' })).threads);
  expect(stored).toContain(`"#${String(marksOf(['diagnosis'])[0])}"`);
  expect(stored).not.toMatch(/diagnosis|influenza|note|Clause|first/);
});

test('an add of a comment is not checked, and a service that does not answer the check is not waited for', async () => {
  const ada = await signIn('ada');
  log.length = 0;
  await ada.addComment('t1', { commentId: 2, commentText: 'second' });
  expect(log).toEqual(['customer save', 'save']);
  const bob = createCommentsClient({
    service: { ...service, check: () => Promise.reject(new Error('away')) },
    additionalEvents: ['changed'],
  });
  bob.setDataProviders({ comment: provider });
  bob.identify({ userId: 'bob', organizationId: 'acme' });
  await bob.setDocuments(['contract']);
  await change(bob, { note: 'n2' });
  expect(database.get('t1')?.note).toBe('n2');
});

test('a thread that was given up goes from the backend with its fields, unless there are comments of other people', async () => {
  const made = { annotationId: 't2', metadata: { documentId: 'contract' }, note: 'better not' };
  for (const hasOthers of [false, true]) {
    let isDown = true;
    const working = service.save;
    service = { ...service, save: (it) => (isDown ? Promise.reject(new Error('away')) : working(it)) };
    const tab = await signIn('ada');
    const comments = { 1: { commentId: 1, commentText: 'better not' } };
    const error = await caught(tab.addCommentAnnotation({ ...made, comments }));
    if (hasOthers) database.set('t2', { ...made, comments: { ...comments, 2: { commentId: 2 } } });
    isDown = false;
    await tab.discard(error);
    expect(Object.keys(database.get('t2')?.comments ?? {})).toEqual(hasOthers ? ['2'] : []);
    expect(database.has('t2')).toBe(hasOthers);
  }
});

test('an older write that is tried again leaves one’s own newer one, though the service checks nothing', async () => {
  service = { ...service, check: () => Promise.reject(new Error('away')) };
  const ada = await signIn('ada');
  holds = [Promise.reject(new Error('away'))];
  const failed = await caught(ada.updateComment('t1', 1, { commentText: 'older' }));
  await ada.updateComment('t1', 1, { commentText: 'newer' });
  const again = await caught(ada.retry(failed));
  expect((again as ConflictError).current?.commentText).toBe('newer');
  expect(textOf(1)).toBe('newer');
});
