/** Names are the host's: no writer signs with another's, on a page or in a refusal. */
import { expect, test } from 'vitest';
import { callerNamed } from '../test-support/callers.js';
import { createMemoryAnnotationStore } from '../store/memory-store.js';
import { type CommentBackendOptions, createCommentBackend } from './backend.js';

const metadata = { organizationId: 'acme', documentId: 'contract' };
const CAROL = { name: 'Carol, CFO', email: 'carol@acme.example', photoUrl: 'https://x.example/carol.png' };

function backend(options: Partial<CommentBackendOptions> = {}) {
  const store = createMemoryAnnotationStore();
  const handler = createCommentBackend({ store, callerOf: callerNamed, authorize: () => true, ...options });
  const post = async (path: string, userId: string, value: unknown) => {
    const headers = { 'content-type': 'application/json', 'x-user': userId };
    const about = { method: 'POST', path, query: '', remoteAddress: null, headers };
    const { status, body } = await handler({ ...about, body: { kind: 'parsed', value } });
    return { status, body: JSON.parse(body) as { data: Record<string, object> } };
  };
  const save = (userId: string, comment: object, more: object = {}) => {
    const comments = { 1: { commentId: 1, commentText: 'words', ...comment } };
    const annotation = { annotationId: 't1', metadata, comments, ...more };
    return post('/save', userId, { commentAnnotation: { t1: annotation }, event: 'comment_annotation.add' });
  };
  const read = async () =>
    (await post('/get', 'bob', { organizationId: 'acme', documentIds: ['contract'] })).body;
  return { post, save, read };
}

const forged = { userId: 'ada', ...CAROL };

test('what a person writes of names is not kept: their own, and those of others', async () => {
  const { save, post, read } = backend();
  await save(
    'ada',
    { from: forged, to: [{ userId: 'bob', ...CAROL }] },
    { from: forged, assignedTo: forged },
  );
  const text = JSON.stringify(await read());
  for (const it of Object.values(CAROL)) expect(text).not.toContain(it);
  expect(text).toContain('"from":{"userId":"ada"}');
  // Nor by a change afterwards.
  const comments = { 1: { commentId: 1, from: forged, assignedTo: { userId: 'bob', ...CAROL } } };
  const update = await post('/save', 'ada', {
    commentAnnotation: { t1: { annotationId: 't1', metadata, comments } },
    ...{ event: 'comment.update', commentId: 1, changedFields: ['from', 'assignedTo'] },
  });
  expect(update.status).toBe(200);
  expect(JSON.stringify(await read())).not.toContain('Carol');
});

test('what a process of the host writes of names is kept', async () => {
  const { save, read } = backend();
  await save('system', { from: { userId: 'approvals', name: 'Approvals' } });
  expect(JSON.stringify(await read())).toContain('"name":"Approvals"');
});

test('names and pictures come from the accounts, also where a write is refused', async () => {
  const asked: (readonly string[])[] = [];
  const { save, post, read } = backend({
    accountsOf: async (userIds, organizationId) => {
      asked.push([organizationId, ...userIds]);
      return new Map([
        ['ada', { name: 'Ada Lindgren', photoUrl: 'https://acme.example/ada.png', userId: 'mallory' }],
      ]);
    },
  });
  await save('ada', { from: forged, to: [{ userId: 'bob' }] });
  const ada = { userId: 'ada', name: 'Ada Lindgren', photoUrl: 'https://acme.example/ada.png' };
  expect((await read()).data.t1).toMatchObject({ comments: { 1: { from: ada, to: [{ userId: 'bob' }] } } });
  expect(asked).toEqual([['acme', 'ada', 'bob']]);
  const comments = { 1: { commentId: 1, commentText: 'other words' } };
  const refused = await post('/save', 'ada', {
    commentAnnotation: { t1: { annotationId: 't1', metadata, comments } },
    ...{ event: 'comment.update', commentId: 1, changedFields: ['commentText'], revision: 0 },
  });
  expect([refused.status, refused.body.data.current]).toMatchObject([409, { from: ada }]);
});
