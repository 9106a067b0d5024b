/** Backends of comments, records and files over one store, on every database. */
import {
  type AnnotationStore,
  createAttachmentBackend,
  createCommentBackend,
  createMemoryBlobStore,
  createRecordBackend,
} from '@org/approval-comments/server';
import { toFetch } from '@org/approval-comments/fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allServers } from '../test-support/open.js';
import { openAnnotationStore } from './open.js';

const servers = await allServers();
const metadata = { organizationId: 'acme', documentId: 'contract' };

describe.each(servers)('$name', (server) => {
  let store: AnnotationStore;
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const database = await server.database();
    const opened = await openAnnotationStore(database.url, { tablePrefix: database.tablePrefix });
    ({ store } = opened);
    closing.push(opened.close, database.close);
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });

  test('a reaction, an activity, a notification and a file are kept, found and deleted beside a thread', async () => {
    const access = { store, callerOf: () => ({ userId: 'host', isSystem: true }), authorize: () => true };
    const kinds = {
      reaction: { ids: 'reactionAnnotationIds', id: 'reactionAnnotationId', one: 'reactionAnnotation' },
      activity: { ids: 'activityIds', id: 'activityId', one: 'activity' },
      notification: { ids: 'notificationIds', id: 'notificationId', one: 'notification' },
    } as const;
    const threads = toFetch(createCommentBackend(access));
    const post = async (handler: typeof threads, path: string, body: object) => {
      const isForm = body instanceof FormData;
      const answer = await handler(
        new Request(`http://x${path}`, {
          method: 'POST',
          ...(!isForm && { headers: { 'content-type': 'application/json' } }),
          body: isForm ? body : JSON.stringify(body),
        }),
      );
      expect(answer.status).toBe(200);
      return (await answer.json()) as { readonly data?: Record<string, object> };
    };
    const from = { userId: 'ada' };
    const annotation = { annotationId: 't1', metadata, comments: { 1: { commentId: 1, from } } };
    await post(threads, '/save', { commentAnnotation: { t1: annotation }, event: 'comment_annotation.add' });

    const attachment = { attachmentId: 7, name: 'a.pdf', mimeType: 'application/pdf' };
    const place = { ...metadata, attachmentId: 7 };
    const blobs = createMemoryBlobStore(() => 'https://files.example/7');
    const files = toFetch(createAttachmentBackend({ ...access, blobs }));
    const form = new FormData();
    form.set('file', new Blob(['%PDF']));
    form.set('request', JSON.stringify({ attachment, metadata: place }));
    await post(files, '/save', form);

    for (const [kind, { ids, id, one }] of Object.entries(kinds)) {
      const handler = toFetch(createRecordBackend({ ...access, kind: kind as keyof typeof kinds }));
      const record = { id: kind, metadata, from, words: 'half an emoji is none: 👍' };
      await post(handler, '/save', { [one]: { [kind]: record }, event: `${kind}.add`, writeId: kind });
      const { data } = await post(handler, '/get', { organizationId: 'acme', [ids]: [kind, 't1'] });
      expect(data).toEqual({ [kind]: record });
      const all = await post(threads, '/get', { organizationId: 'acme', documentIds: ['contract'] });
      expect(Object.keys(all.data ?? {})).toEqual(['t1']);
      await post(handler, '/delete', { [id]: kind, metadata, writeId: `${kind}-d` });
      expect((await post(handler, '/get', { organizationId: 'acme', [ids]: [kind] })).data).toEqual({});
    }
    await post(files, '/delete', { attachmentId: 7, metadata: place });
    expect(blobs.get({ organizationId: 'acme', attachmentId: 7 })).toBeNull();
    expect((await store.find({ organizationId: 'acme' })).threads.map((it) => it.annotationId)).toEqual([
      't1',
    ]);
  });
});
