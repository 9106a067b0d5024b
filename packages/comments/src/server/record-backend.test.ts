/** Backends of reactions, notifications and activities, in one store with the comments. */
import { describe, expect, test } from 'vitest';
import { createCommentsClient } from '../client/client.js';
import type { DataProviders } from '../provider/provider.js';
import { RECORD_TYPES, type RecordKind } from '../record.js';
import { createLocalService } from '../service/local-service.js';
import type { AnnotationStore } from '../store/annotation-store.js';
import { createMemoryAnnotationStore } from '../store/memory-store.js';
import { callerNamed } from '../test-support/callers.js';
import { comment, thread } from '../test-support/records.js';
import { createCommentBackend } from './backend.js';
import { erasePerson } from './erase.js';
import { createRecordBackend } from './record-backend.js';

const organizationId = 'acme';
const metadata = { organizationId, documentId: 'contract' };

/** All backends over one store, and what a user is answered. */
function backends(store: AnnotationStore = createMemoryAnnotationStore()) {
  const access = { store, callerOf: callerNamed, authorize: () => true };
  const handlers = {
    comment: createCommentBackend({ ...access, basePath: '/comment' }),
    ...Object.fromEntries(
      RECORD_TYPES.map((kind) => [kind, createRecordBackend({ ...access, kind, basePath: `/${kind}` })]),
    ),
  } as Record<RecordKind | 'comment', ReturnType<typeof createCommentBackend>>;
  const send = async (userId: string, kind: RecordKind | 'comment', name: string, value: object) => {
    const headers = { 'content-type': 'application/json', 'x-user': userId };
    const about = { method: 'POST', path: `/${kind}/${name}`, query: '', remoteAddress: null, headers };
    const { status, body } = await handlers[kind]({ ...about, body: { kind: 'parsed', value } });
    return { status, ...(JSON.parse(body) as { readonly data?: unknown; readonly message?: string }) };
  };
  return { store, send };
}

const NAMES = {
  reaction: { ids: 'reactionAnnotationIds', id: 'reactionAnnotationId', one: 'reactionAnnotation' },
  notification: { ids: 'notificationIds', id: 'notificationId', one: 'notification' },
  activity: { ids: 'activityIds', id: 'activityId', one: 'activity' },
} as const;

const saved = (kind: RecordKind, id: string, userId: string, more: object = {}) => ({
  [NAMES[kind].one]: { [id]: { id, metadata, from: { userId }, ...more } },
  ...{ event: `${kind}.add`, metadata, writeId: `w-${id}` },
});
const got = (kind: RecordKind, ...ids: string[]) => ({
  ...{ organizationId, documentIds: ['contract'] },
  [NAMES[kind].ids]: ids,
});
const deleted = (kind: RecordKind, id: string) => ({
  ...{ event: `${kind}.delete`, metadata, writeId: `d-${id}` },
  [NAMES[kind].id]: id,
});

test('the client works with them as with a provider of your own', async () => {
  const { send } = backends();
  const service = createLocalService();
  const client = async (userId: string) => {
    const call = (kind: RecordKind | 'comment', name: string) => async (request: object) => {
      const { status, ...answer } = await send(userId, kind, name, request);
      return { ...answer, success: status === 200, statusCode: status } as never;
    };
    const all = (kind: RecordKind | 'comment') => ({
      ...{ get: call(kind, 'get'), save: call(kind, 'save'), delete: call(kind, 'delete') },
    });
    const { save: _save, ...notification } = all('notification');
    const { delete: _delete, ...activity } = all('activity');
    const providers: DataProviders = {
      ...{ comment: all('comment'), reaction: all('reaction'), notification, activity },
    };
    const made = createCommentsClient({ service });
    made.setDataProviders(providers);
    made.identify({ userId, organizationId });
    await made.setDocuments(['contract']);
    return made;
  };
  const ada = await client('ada');
  await ada.addCommentAnnotation(thread('t1', [comment(1)]));
  const at = { documentId: 'contract', annotationId: 't1', commentId: 1 };
  const id = await ada.records('reaction').add({ ...at, icon: '👍' });
  await ada.records('activity').add({ ...at, text: 'Ada signed' });
  const bob = await client('bob');
  expect(await bob.records('reaction').list()).toMatchObject([
    { id, icon: '👍', from: { userId: 'ada' }, isContentAvailable: true },
  ]);
  expect(await bob.records('activity').list()).toMatchObject([{ text: 'Ada signed' }]);
  expect(bob.snapshot().map((it) => it.annotationId)).toEqual(['t1']);
  expect(await ada.reconcile({ fix: false })).toEqual([]);
  await ada.records('reaction').remove({ id, documentId: 'contract' });
  expect(await bob.records('reaction').list()).toEqual([]);
});

describe.each(RECORD_TYPES)('a %s', (kind) => {
  const maker = kind === 'notification' ? 'system host' : 'ada';
  const to = { to: [{ userId: 'ada' }] };

  test('is saved, found with its fields, and the same write again changes nothing', async () => {
    const { send } = backends();
    expect((await send(maker, kind, 'save', saved(kind, 'r1', maker, { ...to, text: 'x' }))).status).toBe(
      200,
    );
    expect((await send(maker, kind, 'save', saved(kind, 'r1', maker, { ...to, text: 'x' }))).status).toBe(
      200,
    );
    const { data } = await send('ada', kind, 'get', got(kind, 'r1', 'r2'));
    expect(data).toEqual({ r1: { id: 'r1', metadata, from: { userId: maker }, ...to, text: 'x' } });
  });

  test('is not replaced by another one with its id', async () => {
    const { send } = backends();
    await send(maker, kind, 'save', saved(kind, 'r1', maker, { ...to, text: 'x' }));
    const other = { ...saved(kind, 'r1', maker, { ...to, text: 'y' }), writeId: 'other' };
    expect((await send(maker, kind, 'save', other)).status).toBe(409);
    const foreign = { ...saved(kind, 'r1', 'bob', to), writeId: 'foreign' };
    expect((await send('bob', kind, 'save', foreign)).status).toBe(403);
  });

  test('is neither found nor written as a thread or as a record of another kind', async () => {
    const { send } = backends();
    await send(maker, kind, 'save', saved(kind, 'r1', maker, to));
    const threads = await send('ada', 'comment', 'get', { organizationId, documentIds: ['contract'] });
    expect(threads.data).toEqual({});
    const edit = { commentAnnotation: { r1: { annotationId: 'r1', metadata, comments: {} } }, event: 'x' };
    expect((await send('system', 'comment', 'save', edit)).status).toBe(400);
    const removal = { commentAnnotationId: 'r1', metadata };
    expect((await send('system', 'comment', 'delete', removal)).status).toBe(400);
    for (const other of RECORD_TYPES.filter((it) => it !== kind)) {
      expect((await send('ada', other, 'get', got(other, 'r1'))).data).toEqual({});
      expect((await send('system', other, 'save', saved(other, 'r1', 'system'))).status).toBe(400);
      expect((await send('system', other, 'delete', deleted(other, 'r1'))).status).toBe(400);
    }
    expect((await send('ada', kind, 'get', got(kind, 'r1'))).data).toHaveProperty('r1');
  });

  test('is sent to its own backend, and has no fields of a thread', async () => {
    const { send } = backends();
    const annotation = { annotationId: 'r1', metadata, comments: {}, type: kind, from: { userId: maker } };
    const asThread = { commentAnnotation: { r1: annotation }, event: 'comment_annotation.add' };
    expect(await send(maker, 'comment', 'save', asThread)).toMatchObject({ status: 400 });
    for (const field of ['annotationId', 'comments', 'type'])
      expect((await send(maker, kind, 'save', saved(kind, 'r1', maker, { [field]: 'x' }))).status).toBe(400);
    const named = { [NAMES[kind].one]: { r1: { id: 'r2', metadata } }, event: 'x', metadata };
    expect((await send(maker, kind, 'save', named)).status).toBe(400);
    expect((await send(maker, kind, 'get', { organizationId })).status).toBe(400);
  });

  test('goes with the person who is erased', async () => {
    const { send, store } = backends();
    await send(maker, kind, 'save', saved(kind, 'r1', 'ada', { text: 'words of Ada' }));
    await send('system host', kind, 'save', saved(kind, 'r2', 'ada', { text: 'words of Ada', ...to }));
    await erasePerson(store, { organizationId, userId: 'ada' });
    const { threads } = await store.find({ organizationId, withDeleted: true });
    expect(JSON.stringify(threads)).not.toContain('words of Ada');
  });
});

test('a reaction goes with who made it; an activity stays; both once more is harmless', async () => {
  const { send } = backends();
  await send('ada', 'reaction', 'save', saved('reaction', 'r1', 'ada'));
  await send('ada', 'activity', 'save', saved('activity', 'a1', 'ada'));
  expect((await send('bob', 'reaction', 'delete', deleted('reaction', 'r1'))).status).toBe(403);
  expect((await send('ada', 'activity', 'delete', deleted('activity', 'a1'))).status).toBe(403);
  for (let count = 0; count < 2; count += 1)
    expect((await send('ada', 'reaction', 'delete', deleted('reaction', 'r1'))).status).toBe(200);
  expect((await send('ada', 'reaction', 'get', got('reaction', 'r1'))).data).toEqual({});
  // A tombstone stays: a late save does not bring it back.
  const late = { ...saved('reaction', 'r1', 'ada'), writeId: 'late' };
  expect((await send('ada', 'reaction', 'save', late)).status).toBe(409);
});

test('a notification is made by the host, and is read and put away by the people it is for', async () => {
  const { send } = backends();
  const to = { to: [{ userId: 'bob' }], text: 'Payday' };
  expect((await send('ada', 'notification', 'save', saved('notification', 'n1', 'ada', to))).status).toBe(
    403,
  );
  const made = saved('notification', 'n1', 'system host', to);
  expect((await send('system host', 'notification', 'save', made)).status).toBe(200);
  const read = async (userId: string) =>
    (await send(userId, 'notification', 'get', got('notification', 'n1'))).data;
  expect(await read('ada')).toEqual({});
  expect(await read('bob')).toMatchObject({ n1: { text: 'Payday' } });
  expect(await read('system host')).toMatchObject({ n1: { text: 'Payday' } });
  expect((await send('ada', 'notification', 'delete', deleted('notification', 'n1'))).status).toBe(403);
  expect((await send('bob', 'notification', 'delete', deleted('notification', 'n1'))).status).toBe(200);
  expect(await read('bob')).toEqual({});
});

test('an option that makes no sense is told of', () => {
  const options = { store: createMemoryAnnotationStore(), callerOf: () => null, authorize: () => true };
  expect(() => createRecordBackend({ ...options, kind: 'thread' as never })).toThrow(/kind/);
});
