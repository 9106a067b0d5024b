/** Rules of access: the same on both sides, regardless of `authorize`. */
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createCommentBackend } from '../server/backend.js';
import { createMemoryAnnotationStore } from '../store/memory-store.js';
import { type Write, sides } from '../test-support/sides.js';
import type { Access } from './access.js';

const metadata = { organizationId: 'acme', documentId: 'contract' };
const APPROVAL = { executionId: 'e', stepId: 's', status: 'waiting' };
const by = (userId: string, commentId: number, more: object = {}) => ({
  commentId,
  from: { userId },
  ...more,
});
const of = (...comments: ReturnType<typeof by>[]) => ({
  annotationId: 't1',
  metadata,
  comments: Object.fromEntries(comments.map((it) => [String(it.commentId), it])),
});

const add = (userId: string, commentId: number, more: object = {}): Write => ({
  annotation: of(by(userId, commentId, more)),
  event: 'comment.add',
  commentId,
});
const update = (userId: string, commentId: number, fields: object): Write => ({
  annotation: of(by(userId, commentId, fields)),
  event: 'comment.update',
  commentId,
  changedFields: Object.keys(fields),
});
const remove = (commentId: number): Write => ({ annotation: of(), event: 'comment.delete', commentId });
const change = (fields: object): Write => ({
  annotation: { ...of(), ...fields },
  event: 'status.changed',
  changedFields: Object.keys(fields),
});

/** An update that does not say which fields it is about: all of them. */
const whole = (comment: { readonly commentId: number; readonly from?: unknown }): Write => ({
  annotation: { ...of(), comments: { [comment.commentId]: comment } },
  event: 'comment.update',
  commentId: comment.commentId,
});

describe.each(['customer', 'service'] as const)('at the %s', (name) => {
  let side: ReturnType<typeof sides>['customer' | 'service'];
  let asked: Access<string>[];

  beforeEach(async () => {
    const both = sides();
    ({ asked } = both);
    side = both[name];
    const event = 'comment_annotation.add';
    expect(await side.save('ada', { annotation: of(by('ada', 1)), event })).toBe(200);
    expect(await side.save('bob', add('bob', 2))).toBe(200);
    expect(await side.save('system bridge', add('system bridge', 3, { approval: APPROVAL }))).toBe(200);
    asked.length = 0;
  });

  test.each<[string, string, Write, number]>([
    ['writes as somebody else', 'ada', add('bob', 4), 403],
    ['writes as nobody', 'ada', { ...add('ada', 4), annotation: of({ commentId: 4 } as never) }, 403],
    [
      'makes a thread with words of somebody else',
      'ada',
      { annotation: of(by('bob', 4)), event: 'comment_annotation.add' },
      403,
    ],
    ['changes another’s comment', 'ada', update('bob', 2, { type: 'x' }), 403],
    ['takes another’s comment over', 'ada', update('ada', 2, { from: { userId: 'ada' } }), 403],
    ['gives away a comment of their own', 'ada', update('ada', 1, { from: { userId: 'bob' } }), 403],
    ['deletes another’s comment', 'ada', remove(2), 403],
    [
      'says that an approval step is done',
      'ada',
      update('ada', 3, { approval: { ...APPROVAL, status: 'completed' } }),
      403,
    ],
    ['makes an approval step of their own', 'ada', add('ada', 4, { approval: APPROVAL }), 403],
    ['makes their comment an approval step', 'ada', update('ada', 1, { approval: APPROVAL }), 403],
    ['rewrites what the bridge wrote', 'ada', update('system bridge', 3, { type: 'x' }), 403],
    ['resolves in another’s name', 'ada', change({ resolvedByUserId: 'bob' }), 403],
    ['resolves in a name without a userId', 'ada', change({ resolvedByUser: { name: 'Bob' } }), 400],
    ['takes a resolution back', 'ada', { ...change({}), changedFields: ['resolvedByUser'] }, 200],
    ['signs a thread of nobody’s with a name', 'ada', change({ from: { name: 'Bob' } }), 400],
    ['makes a comment whole as nobody', 'ada', whole({ commentId: 9 }), 403],
    ['makes a comment whole with a name as its author', 'ada', whole({ commentId: 9, from: 'bob' }), 400],
    [
      'brings a comment of somebody else that is not there',
      'ada',
      { annotation: of(by('bob', 9)), event: 'status.changed' },
      403,
    ],
    [
      'brings along what others wrote',
      'ada',
      { annotation: of(by('bob', 2), by('ada', 1)), event: 'status.changed' },
      200,
    ],
    ['resolves', 'ada', change({ resolvedByUserId: 'ada', status: 'RESOLVED' }), 200],
    ['changes their own comment', 'ada', update('ada', 1, { type: 'x' }), 200],
    ['deletes their own comment', 'ada', remove(1), 200],
    [
      'is a process, and marks the step',
      'system bridge',
      update('system bridge', 3, { approval: { ...APPROVAL, status: 'completed' } }),
      200,
    ],
  ])('somebody who %s', async (_what, userId, write, status) => {
    expect(await side.save(userId, write)).toBe(status);
  });

  test('a thread goes only with comments of one’s own, and the repeat of its delete is harmless', async () => {
    expect(await side.delete('ada')).toBe(403);
    expect(await side.delete('system')).toBe(200);
    // A deleted comment has no author.
    expect(await side.delete('ada')).toBe(200);
    expect(asked.at(-1)).toMatchObject({ operation: 'delete', documentId: 'contract', authorId: null });
  });

  test('authorize learns what is written, of whom, and what would change', async () => {
    await side.save('ada', update('ada', 1, { type: 'x' }));
    expect(asked).toEqual([
      {
        operation: 'save',
        caller: { userId: 'ada', isSystem: false },
        organizationId: 'acme',
        documentId: 'contract',
        event: 'comment.update',
        annotationId: 't1',
        commentId: 1,
        authorId: 'ada',
        changes: [{ commentId: 1, name: 'type', before: undefined, after: 'x' }],
        headers: expect.objectContaining({ 'x-user': 'ada' }) as unknown,
      },
    ]);
  });
});

test('the document of a delete counts, also where the thread is not there', async () => {
  const { customer, asked } = sides();
  expect(await customer.delete('ada')).toBe(200);
  expect(asked.map((it) => it.documentId)).toEqual(['contract']);
});

/** Returns the status code of a read of everything. */
async function readWith(options: object): Promise<number> {
  const handler = createCommentBackend({
    ...{ callerOf: () => ({ userId: 'ada' }), authorize: () => true, store: createMemoryAnnotationStore() },
    ...options,
    onError: () => undefined,
  });
  const about = { method: 'POST', path: '/get', query: '', remoteAddress: null };
  const headers = { 'content-type': 'application/json' };
  const value = { organizationId: 'acme', allDocuments: true };
  return (await handler({ ...about, headers, body: { kind: 'parsed', value } })).status;
}

/**
 * Mistakes of hosts in plain JavaScript: a session that is not there, a user without an id, rows.
 */
test.each<[unknown, number]>([
  [{ userId: 'ada' }, 200],
  [null, 403],
  [undefined, 403],
  ...[false, '', 'ada', {}, { userId: '' }, { userId: 7 }, []].map((it): [unknown, number] => [it, 500]),
])('of a caller %j it is %i: whoever is not known may do nothing', async (caller, status) => {
  expect(await readWith({ callerOf: () => caller })).toBe(status);
});

test.each<[unknown, number]>([
  [true, 200],
  [false, 403],
  [null, 403],
  [undefined, 403],
  ...[0, 1, 'no', [], {}, { allowed: false }].map((it): [unknown, number] => [it, 500]),
])('where authorize gives %j it is %i: nothing is open by accident', async (answer, status) => {
  const complain = vi.spyOn(console, 'error').mockReturnValue(undefined);
  onTestFinished(() => complain.mockRestore());
  const { customer, service } = sides(() => answer as never);
  const event = 'comment_annotation.add';
  expect(await customer.save('ada', { annotation: of(by('ada', 1)), event })).toBe(status);
  expect(await service.save('ada', { annotation: of(by('ada', 1)), event })).toBe(status);
});

describe('records that are no threads', () => {
  const record = (type: string, userId: string, more: object = {}): Write => ({
    annotation: { annotationId: 't1', metadata, comments: {}, type, from: { userId }, ...more },
    event: 'comment_annotation.add',
  });
  const update = (fields: object): Write => ({
    annotation: { annotationId: 't1', metadata, comments: {}, ...fields },
    event: 'status.changed',
    changedFields: Object.keys(fields),
  });

  test('a reaction is made, changed and taken back by who reacts, and by nobody else', async () => {
    const { service } = sides();
    expect(await service.save('bob', record('reaction', 'ada'))).toBe(403);
    expect(await service.save('ada', record('reaction', 'ada'))).toBe(200);
    expect(await service.save('ada', record('reaction', 'ada'))).toBe(200);
    expect(await service.save('bob', record('reaction', 'bob'))).toBe(403);
    expect(await service.save('bob', update({ color: 'red' }))).toBe(403);
    expect(await service.delete('bob')).toBe(403);
    expect(await service.delete('ada')).toBe(200);
  });

  test('an activity stays', async () => {
    const { service } = sides();
    expect(await service.save('ada', record('activity', 'ada'))).toBe(200);
    expect(await service.delete('ada')).toBe(403);
    expect(await service.delete('system')).toBe(200);
  });

  test('a notification is made by a process of the host’s, and goes with who it is for', async () => {
    const { service } = sides();
    const to = { to: [{ userId: 'bob' }] };
    expect(await service.save('ada', record('notification', 'ada', to))).toBe(403);
    expect(await service.save('system', record('notification', 'system', to))).toBe(200);
    expect(await service.delete('ada')).toBe(403);
    expect(await service.delete('bob')).toBe(200);
  });

  test.each(['reaction', 'notification', 'activity'])(
    'a thread does not become a %s, so that it stays visible',
    async (type) => {
      const { service } = sides();
      await service.save('ada', { annotation: of(by('ada', 1)), event: 'comment_annotation.add' });
      expect(await service.save('bob', update({ type }))).toBe(403);
      expect(await service.save('bob', update({ type: 'highlight' }))).toBe(200);
    },
  );
});
