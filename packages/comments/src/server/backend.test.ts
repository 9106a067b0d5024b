/** The three URLs: what they answer, who may call them, and that no words are lost. */
import { describe, expect, test, vi } from 'vitest';
import { type AnnotationStore, writeChange } from '../store/annotation-store.js';
import { changeOf } from '../store/change.js';
import { createMemoryAnnotationStore } from '../store/memory-store.js';
import type { AnnotationRecord } from '../store/rows.js';
import { comment, thread } from '../test-support/records.js';
import { systemCaller } from '../test-support/callers.js';
import { SHELLS } from '../test-support/shells.js';
import { type CommentBackendOptions, createCommentBackend } from './backend.js';

const metadata = { organizationId: 'acme', documentId: 'contract' };
const save = (annotation: unknown, more: object = {}) => ({
  commentAnnotation: { [(annotation as { annotationId: string }).annotationId]: annotation },
  metadata,
  ...more,
});

type Answer = { readonly status: number } & Readonly<Record<string, unknown>>;

async function backend(options: Partial<CommentBackendOptions> = {}, shell = 'node') {
  const store = options.store ?? createMemoryAnnotationStore();
  const access = { callerOf: systemCaller, authorize: () => true };
  const handler = createCommentBackend({ store, ...access, basePath: '/comments', ...options });
  const url = await SHELLS[shell]!(handler);
  const call = async (path: string, body: unknown, init: RequestInit = {}): Promise<Answer> => {
    const answer = await fetch(`${url}/comments/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...init,
    });
    return { ...((await answer.json()) as object), status: answer.status };
  };
  const textsOf = async (annotationId = 't1') => {
    const { data } = await call('get', { organizationId: 'acme', commentAnnotationIds: [annotationId] });
    const found = (data as Record<string, { comments: Record<string, { commentText: string }> }>)[
      annotationId
    ];
    return found && Object.values(found.comments).map((it) => it.commentText);
  };
  return { call, store, url, textsOf };
}

describe.each(Object.keys(SHELLS))('in %s', (shell) => {
  test('a thread is saved, found and deleted', async () => {
    const { call } = await backend({}, shell);
    const annotation = thread('t1', [comment(1)]);
    const ok = { status: 200, success: true, statusCode: 200 };
    const wrote = (revision: number) => ({ ...ok, data: { t1: { revision, previous: revision - 1 } } });
    expect(await call('save', save(annotation, { event: 'comment_annotation.add' }))).toEqual(wrote(1));
    const request = { organizationId: 'acme', commentAnnotationIds: ['t1', 't2'] };
    expect(await call('get', request)).toEqual({ ...ok, data: { t1: annotation }, revisions: { t1: 1 } });
    expect(await call('delete', { commentAnnotationId: 't1', metadata })).toEqual(wrote(2));
    expect(await call('get', request)).toEqual({ ...ok, data: {}, revisions: {} });
    // The same again is harmless.
    expect(await call('delete', { commentAnnotationId: 't1', metadata })).toMatchObject(ok);
  });

  test('what does not validate is 400, another path 404, another method 405, too much 413', async () => {
    const { call, url } = await backend({ maxBodyBytes: 1_000 }, shell);
    expect(await call('get', { organizationId: '' })).toMatchObject({
      status: 400,
      success: false,
      statusCode: 400,
    });
    expect(await call('other', {})).toMatchObject({ status: 404 });
    const got = await fetch(`${url}/comments/get`);
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
    const large = { organizationId: 'x'.repeat(2_000_000) };
    if (!shell.includes('json()'))
      expect(await call('get', large)).toMatchObject({ status: 413, success: false });
    const plain = await call('get', '{}', { headers: { 'content-type': 'text/plain' } });
    expect(plain).toMatchObject({ status: 415 });
  });

  test('a store that fails is 500, and says nothing of itself', async () => {
    const onError = vi.fn();
    const find = () => Promise.reject(new Error('password of the database'));
    const { call } = await backend({ store: { find, load: find, put: find }, onError }, shell);
    const answer = await call('get', { organizationId: 'acme', allDocuments: true });
    expect(answer).toEqual({ status: 500, success: false, statusCode: 500, message: 'something went wrong' });
    expect(onError).toHaveBeenCalledOnce();
  });
});

test('the host of fastify keeps its own parsers', async () => {
  const { url } = await backend({}, 'fastify');
  const answer = await fetch(`${url}/own`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a": 1}',
  });
  expect(await answer.json()).toEqual({ a: 1 });
});

describe('requests', () => {
  const annotation = thread('t1', [comment(1)]);
  test.each<[string, string, unknown, RegExp]>([
    ['no JSON', 'get', '{', /not valid JSON/],
    ['an unknown field', 'get', { organizationId: 'acme', allDocuments: true, mine: 1 }, /mine/],
    ['nothing that says which threads', 'get', { organizationId: 'acme' }, /allDocuments: true/],
    ['no organization', 'get', { commentAnnotationIds: ['t1'] }, /organizationId/],
    ['no thread', 'save', { commentAnnotation: {}, metadata }, /is empty/],
    ['a thread under another id', 'save', { commentAnnotation: { t2: annotation }, metadata }, /another id/],
    ['a thread without comments', 'save', save({ annotationId: 't1', metadata }), /comments/],
    ['two organizations', 'save', save(annotation, { metadata: { organizationId: 'x' } }), /there are two/],
    [
      'a delete without an organization',
      'delete',
      { commentAnnotationId: 't1' },
      /organizationId: is missing/,
    ],
    ['a key __proto__', 'save', '{"commentAnnotation": {"__proto__": {}}}', /__proto__/],
    ['NUL', 'get', { organizationId: 'acme', documentIds: ['\0'] }, /no store can hold/],
    ['half a character', 'get', '{"organizationId": "\\ud800"}', /no store can hold/],
    [
      'a page that begins nowhere',
      'get',
      { organizationId: 'acme', allDocuments: true, after: 'abc' },
      /after/,
    ],
    ['control characters in an id', 'get', { organizationId: 'a\nb', allDocuments: true }, /control/],
    ['a body that is too deep', 'save', `${'['.repeat(100)}${']'.repeat(100)}`, /deeper/],
    [
      'one comment and two threads',
      'save',
      { commentAnnotation: { t1: annotation, t2: thread('t2', []) }, commentId: 1 },
      /several/,
    ],
  ])('%s is refused', async (_what, path, body, message) => {
    const { call } = await backend();
    const answer = await call(path, body);
    expect(answer).toMatchObject({ status: 400, success: false, statusCode: 400 });
    expect(answer.message).toMatch(message);
    // The answer does not repeat the request, which would land in a log there.
    expect(JSON.stringify(answer)).not.toContain('canary');
  });

  test('threads are found by id, by document, by folder, or all; each narrows the others', async () => {
    const { call } = await backend();
    const inFolder = { ...metadata, documentId: 'annex', folderId: 'f1' };
    await call('save', save(thread('t1', [])));
    await call('save', save(thread('t2', [], { metadata: inFolder })));
    const found = async (more: object) =>
      Object.keys((await call('get', { organizationId: 'acme', ...more })).data as object);
    expect(await found({ allDocuments: true })).toEqual(['t1', 't2']);
    expect(await found({ documentIds: ['contract', 'x'] })).toEqual(['t1']);
    expect(await found({ folderId: 'f1' })).toEqual(['t2']);
    expect(await found({ commentAnnotationIds: ['t1'], documentIds: ['annex'] })).toEqual([]);
    expect(await found({ commentAnnotationIds: [] })).toEqual([]);
  });
});

describe('who may', () => {
  test('an organization sees, writes and deletes its own threads only', async () => {
    const { call, textsOf } = await backend();
    await call('save', save(thread('t1', [comment(1)])));
    const other = { ...metadata, organizationId: 'other' };
    expect((await call('get', { organizationId: 'other', allDocuments: true })).data).toEqual({});
    await call('delete', { commentAnnotationId: 't1', metadata: other });
    const theirs = thread('t1', [comment(2)], { metadata: other });
    expect(await call('save', save(theirs, { metadata: other }))).toMatchObject({ status: 200 });
    expect(await textsOf()).toEqual([comment(1).commentText]);
  });

  test('authorize is asked with operation, organization, document and headers', async () => {
    const asked: unknown[] = [];
    const { call } = await backend({
      authorize: ({ headers, operation, organizationId, documentId }) => {
        asked.push({ operation, organizationId, documentId });
        return headers.cookie === 'session=ada';
      },
    });
    const init = { headers: { 'content-type': 'application/json', cookie: 'session=ada' } };
    await call('save', save(thread('t1', [comment(1)])), init);
    await call('get', { organizationId: 'acme', commentAnnotationIds: ['t1'] }, init);
    await call('delete', { commentAnnotationId: 't1', metadata }, init);
    expect(asked).toEqual(['save', 'get', 'delete'].map((operation) => ({ operation, ...metadata })));
    expect(await call('save', save(thread('t1', [])))).toMatchObject({
      status: 403,
      success: false,
      statusCode: 403,
    });
  });

  test('documents that may not be read are left out; a thread cannot be written by naming another document', async () => {
    const { call, store } = await backend({ authorize: ({ documentId }) => documentId === 'contract' });
    const secret = thread('t2', [comment(2)], { metadata: { organizationId: 'acme', documentId: 'secret' } });
    const annotation = secret as unknown as AnnotationRecord;
    await writeChange(store, 'acme', changeOf({ annotation }), { makesThreads: true });
    await call('save', save(thread('t1', [comment(1)])));
    const { data } = await call('get', { organizationId: 'acme', allDocuments: true });
    expect(Object.keys(data as object)).toEqual(['t1']);
    expect(await call('save', save(thread('t2', [])))).toMatchObject({ status: 403 });
    expect(await call('save', save(thread('t1', [], { metadata: secret.metadata })))).toMatchObject({
      status: 403,
    });
    expect(await call('delete', { commentAnnotationId: 't2', metadata })).toMatchObject({ status: 403 });
  });
});

describe('two people who write at once', () => {
  /** A store that another writer always gets to first, so many times. */
  function contested(store: AnnotationStore, times: number, write: () => Promise<unknown>): AnnotationStore {
    let left = times;
    return {
      ...store,
      put: async (put) => {
        if (left > 0) {
          left -= 1;
          await write();
        }
        return store.put(put);
      },
    };
  }

  test('both keep their words', async () => {
    const { call, textsOf } = await backend();
    await call('save', save(thread('t1', [comment(1)])));
    const ids = Array.from({ length: 20 }, (_, index) => index + 2);
    await Promise.all(
      ids.map((commentId) =>
        call(
          'save',
          save(thread('t1', [comment(1), comment(commentId)]), { event: 'comment.add', commentId }),
        ),
      ),
    );
    expect((await textsOf())?.sort()).toEqual([1, ...ids].map((it) => comment(it).commentText).sort());
  });

  test('a writer who always comes second gets through', async () => {
    const inner = createMemoryAnnotationStore();
    const direct = await backend({ store: inner });
    await direct.call('save', save(thread('t1', [comment(1)])));
    let next = 10;
    const store = contested(inner, 5, () => {
      next += 1;
      return direct.call(
        'save',
        save(thread('t1', [comment(next)]), { event: 'comment.add', commentId: next }),
      );
    });
    const { call, textsOf } = await backend({ store });
    await call('save', save(thread('t1', [comment(2)]), { event: 'comment.add', commentId: 2 }));
    expect((await textsOf())?.length).toBe(7);
  });

  test('a store that always answers "conflict" is a fault, not a loop', async () => {
    const store = createMemoryAnnotationStore();
    const onError = vi.fn();
    const { call } = await backend({ store: { ...store, put: async () => 'conflict' }, onError });
    expect(await call('save', save(thread('t1', [])))).toMatchObject({ status: 500 });
    expect(String(onError.mock.calls[0])).toContain('conflict');
  });
});
