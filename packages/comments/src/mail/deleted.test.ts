/** A webhook about a thread or a comment that was deleted before its mail was written. */
import { expect, test } from 'vitest';
import { createCommentBackend } from '../server/backend.js';
import { threadLoader } from '../server/thread-loader.js';
import { createMemoryAnnotationStore } from '../store/memory-store.js';
import { callerNamed } from '../test-support/callers.js';
import { comment, thread } from '../test-support/records.js';
import { webhook } from '../test-support/webhook.js';
import { createCommentMailer } from './mailer.js';

test('a thread or comment that was deleted since is mailed to no one, and its webhook does not come again', async () => {
  const sent: unknown[] = [];
  const handle = createCommentMailer({
    mayRead: () => true,
    load: async () => 'deleted',
    send: async (mail) => sent.push(mail),
    addressesOf: async (ids) => new Map(ids.map((id) => [id, { email: `${id}@example.com` }])),
  });
  expect(await handle(webhook())).toEqual({ outcome: 'deleted' });
  const store = createMemoryAnnotationStore();
  const side = createCommentBackend({ store, callerOf: callerNamed, authorize: () => true });
  const post = async (name: string, value: object) => {
    const headers = { 'content-type': 'application/json', 'x-user': 'system' };
    const about = { method: 'POST', path: `/${name}`, query: '', remoteAddress: null, headers };
    expect((await side({ ...about, body: { kind: 'parsed', value } })).status).toBe(200);
  };
  const { metadata, ...found } = thread('t1', [
    comment(1, 'bob', { commentText: 'text 1' }),
    comment(2, 'ada', { commentText: 'text 2' }),
  ]);
  const place = { ...metadata, organizationId: 'acme' };
  const commentAnnotation = { t1: { ...found, metadata: place } };
  const load = threadLoader(store, 'acme');
  const query = { annotationId: 't1', commentId: 2, documentId: null, organizationId: null };
  expect(await load(query)).toBeNull();
  await post('save', { commentAnnotation, event: 'comment_annotation.add' });
  expect(await load(query)).toMatchObject({ annotationId: 't1', comments: { 2: { commentText: 'text 2' } } });
  await post('save', { commentAnnotation, event: 'comment.delete', commentId: 2 });
  expect(await load(query)).toBe('deleted');
  expect(await load({ ...query, commentId: 1 })).toMatchObject({ annotationId: 't1' });
  await post('delete', { commentAnnotationId: 't1', metadata: place });
  expect(await load({ ...query, commentId: null })).toBe('deleted');
  expect(sent).toEqual([]);
});
