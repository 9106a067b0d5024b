/** The backend of files: uploads as the client sends them, and malformed forms. */
import { describe, expect, test } from 'vitest';
import { createCommentsClient } from '../client/client.js';
import { toFetch } from '../http/fetch.js';
import { createLocalService } from '../service/local-service.js';
import { createMemoryAnnotationStore } from '../store/memory-store.js';
import { callerNamed } from '../test-support/callers.js';
import { createAttachmentBackend } from './attachment-backend.js';
import { createCommentBackend } from './backend.js';
import { type BlobStore, createMemoryBlobStore } from './blob-store.js';
import { erasePerson } from './erase.js';

const organizationId = 'acme';
const metadata = { organizationId, documentId: 'contract', attachmentId: 7 };

function setUp({ maxFileBytes = 1_000, blobs: given }: { maxFileBytes?: number; blobs?: BlobStore } = {}) {
  const store = createMemoryAnnotationStore();
  const kept = createMemoryBlobStore(({ attachmentId }) => `https://files.example/${attachmentId}`);
  const access = {
    ...{ store, callerOf: callerNamed, onError: () => undefined },
    authorize: ({ documentId }: { readonly documentId: string | null }) => documentId === 'contract',
  };
  const blobs = given ?? kept;
  const files = toFetch(createAttachmentBackend({ ...access, blobs, maxFileBytes, basePath: '/files' }));
  const threads = toFetch(createCommentBackend({ ...access, basePath: '/comments' }));
  const send = async (userId: string, path: string, body: FormData | Uint8Array | object, type?: string) => {
    const isRaw = body instanceof FormData || body instanceof Uint8Array;
    const answer = await (path.startsWith('/files') ? files : threads)(
      new Request(`http://x${path}`, {
        method: 'POST',
        headers: {
          'x-user': userId,
          ...(type !== undefined && { 'content-type': type }),
          ...(!isRaw && { 'content-type': 'application/json' }),
        },
        body: isRaw ? (body as FormData) : JSON.stringify(body),
      }),
    );
    return { status: answer.status, ...((await answer.json()) as { data?: unknown; message?: string }) };
  };
  const removal = { attachmentId: 7, metadata, event: 'attachment.delete' };
  return { store, kept, files, send, remove: (userId: string) => send(userId, '/files/delete', removal) };
}

function form(bytes: string, { name = 'clause.pdf', request = {} } = {}): FormData {
  const all = new FormData();
  all.set('file', new Blob([bytes], { type: 'application/pdf' }), name);
  const attachment = { attachmentId: 7, name, mimeType: 'application/pdf' };
  all.set('request', JSON.stringify({ attachment, metadata, event: 'attachment.add', ...request }));
  return all;
}

test('the client uploads a file, and its author deletes it', async () => {
  const { files, kept } = setUp();
  const client = createCommentsClient({
    service: createLocalService(),
    fetch: async (input, init) => files(new Request(input, init)),
  });
  const at = (name: string) => ({ url: `http://x/files/${name}`, headers: { 'x-user': 'ada' } });
  const done = { success: true, statusCode: 200 };
  client.setDataProviders({
    comment: { get: async () => ({ ...done, data: {} }), save: async () => done, delete: async () => done },
    attachment: { config: { saveConfig: at('save'), deleteConfig: at('delete') } },
  });
  client.identify({ userId: 'ada', organizationId });
  await client.setDocuments(['contract']);
  const bytes = Uint8Array.from({ length: 300 }, (_it, index) => index % 256);
  const file = new Blob(['\r\n--', bytes, '\r\n'], { type: 'application/pdf' });
  const made = await client.uploadAttachment({
    documentId: 'contract',
    file,
    name: '"a"; name=file\r\n.pdf',
  });
  expect(made.url).toBe(`https://files.example/${made.attachmentId}`);
  const blob = kept.get({ organizationId, attachmentId: made.attachmentId });
  expect(blob).toMatchObject({
    name: '"a"; name=file\r\n.pdf',
    mimeType: 'application/pdf',
    documentId: 'contract',
  });
  expect(Buffer.from(blob?.bytes ?? [])).toEqual(Buffer.from(await file.arrayBuffer()));
  await client.deleteAttachment({ documentId: 'contract', attachmentId: made.attachmentId });
  await client.deleteAttachment({ documentId: 'contract', attachmentId: made.attachmentId });
  expect(kept.get({ organizationId, attachmentId: made.attachmentId })).toBeNull();
});

test('a file is of its author: no one else replaces or deletes it, or takes its id again', async () => {
  const { send, remove, kept } = setUp();
  const bytes = () => Buffer.from(kept.get({ organizationId, attachmentId: 7 })?.bytes ?? []).toString();
  expect((await send('ada', '/files/save', form('of Ada'))).status).toBe(200);
  expect((await send('ada', '/files/save', form('of Ada'))).status).toBe(200);
  expect((await send('bob', '/files/save', form('of Bob'))).status).toBe(403);
  expect((await send('ada', '/files/save', form('of Ada, but longer'))).status).toBe(409);
  expect((await remove('bob')).status).toBe(403);
  expect(bytes()).toBe('of Ada');
  expect((await remove('mod')).status).toBe(200);
  expect((await remove('mod')).status).toBe(200);
  expect(bytes()).toBe('');
  expect((await send('ada', '/files/save', form('of Ada'))).status).toBe(409);
  expect(bytes()).toBe('');
});

test('documents that the caller may not open take no file, and the stored place counts', async () => {
  const { send } = setUp();
  const elsewhere = { metadata: { ...metadata, documentId: 'other' } };
  expect((await send('ada', '/files/save', form('x', { request: elsewhere }))).status).toBe(403);
  expect((await send('ada', '/files/save', form('x'))).status).toBe(200);
  const removal = { attachmentId: 7, metadata: elsewhere.metadata };
  expect((await send('ada', '/files/delete', removal)).status).toBe(200);
});

test('a storage that fails is 500, and the same upload again succeeds', async () => {
  const inner = createMemoryBlobStore(() => 'https://files.example/7');
  let isDown = true;
  const blobs: BlobStore = {
    put: async (blob) => (isDown ? Promise.reject(new Error('full')) : inner.put(blob)),
    delete: (key) => inner.delete(key),
  };
  const { send } = setUp({ blobs });
  expect((await send('ada', '/files/save', form('x'))).status).toBe(500);
  isDown = false;
  expect((await send('bob', '/files/save', form('x'))).status).toBe(403);
  expect(await send('ada', '/files/save', form('x'))).toMatchObject({ status: 200 });
});

test('the backend of threads does not find files, and that of files finds no threads', async () => {
  const { send, remove } = setUp();
  await send('ada', '/files/save', form('x'));
  const all = await send('ada', '/comments/get', { organizationId, documentIds: ['contract'] });
  expect(all.data).toEqual({});
  const commentAnnotation = {
    'attachment-7': {
      annotationId: 'attachment-7',
      metadata: { organizationId, documentId: 'contract' },
      comments: {},
    },
  };
  const save = { commentAnnotation, event: 'comment_annotation.add' };
  expect((await send('system', '/comments/save', save)).status).toBe(400);
  const other = setUp();
  expect((await other.send('ada', '/comments/save', save)).status).toBe(200);
  expect((await other.remove('ada')).status).toBe(400);
  expect((await remove('ada')).status).toBe(200);
});

describe('a form', () => {
  const boundary = 'b';
  const part = (name: string, text: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  const request = JSON.stringify({ attachment: { attachmentId: 7, name: 'a', mimeType: '' }, metadata });
  const whole = `${part('file', 'x')}${part('request', request)}--b--\r\n`;
  const type = `multipart/form-data; boundary=${boundary}`;
  const raw = (text: string) => new TextEncoder().encode(text);

  test('is taken in any order, and with words before it', async () => {
    const { send } = setUp();
    expect((await send('ada', '/files/save', raw(whole), type)).status).toBe(200);
    const turned = `words\r\n${part('request', request)}${part('file', 'x')}--b--`;
    expect((await send('ada', '/files/save', raw(turned), 'multipart/form-data; boundary="b"')).status).toBe(
      200,
    );
  });

  test.each([
    ['of another type', whole, 'text/plain', 415],
    ['without a boundary', whole, 'multipart/form-data', 415],
    ['that is empty', '', type, 400],
    ['that has no end', whole.slice(0, -8), type, 400],
    ['without a file', `${part('request', request)}--b--`, type, 400],
    ['with a part too many', `${part('x', '1')}${whole}`, type, 400],
    ['of many parts', `${part('x', '').repeat(20_000)}--b--`, type, 400],
    ['whose request is not JSON', `${part('file', 'x')}${part('request', '{')}--b--`, type, 400],
    ['whose request has other fields', `${part('file', 'x')}${part('request', '{"a":1}')}--b--`, type, 400],
    ['with headers without end', `--b\r\n${'x'.repeat(10_000)}\r\n\r\nx\r\n--b--`, type, 400],
  ])('%s is refused', async (_what, text, contentType, status) => {
    const { send, kept } = setUp({ maxFileBytes: 2_000_000 });
    expect((await send('ada', '/files/save', raw(text), contentType)).status).toBe(status);
    expect(kept.get({ organizationId, attachmentId: 7 })).toBeNull();
  });

  test('with a file that is too large is 413, and one with another id inside 400', async () => {
    const { send } = setUp();
    expect((await send('ada', '/files/save', form('x'.repeat(1_001)))).status).toBe(413);
    expect((await send('ada', '/files/save', form('x'.repeat(1_048_576 * 2)))).status).toBe(413);
    const other = { metadata: { ...metadata, attachmentId: 8 } };
    expect((await send('ada', '/files/save', form('x', { request: other }))).status).toBe(400);
  });
});

test('a person who is erased takes their files along, those of other people stay', async () => {
  const { store, kept, send } = setUp();
  const request = (attachmentId: number) => ({
    attachment: { attachmentId, name: 'x.pdf', mimeType: 'application/pdf' },
    metadata: { ...metadata, attachmentId },
  });
  const upload = (userId: string, attachmentId: number) =>
    send(userId, '/files/save', form('words', { request: request(attachmentId) }));
  expect(await Promise.all([upload('ada', 7), upload('bob', 8)])).toMatchObject(
    Array(2).fill({ status: 200 }),
  );
  const erased = { comments: 0, mentions: 0, records: 0, attachmentIds: [7] };
  expect(await erasePerson(store, { organizationId, userId: 'ada', blobs: kept })).toEqual(erased);
  const files = [7, 8].map((attachmentId) => kept.get({ organizationId, attachmentId }) !== null);
  expect(files).toEqual([false, true]);
  const { threads } = await store.find({ organizationId, withDeleted: true });
  expect(JSON.stringify(threads.find((it) => it.annotationId === 'attachment-7'))).not.toContain('x.pdf');
  expect(await erasePerson(store, { organizationId, userId: 'ada', blobs: kept })).toMatchObject({
    attachmentIds: [],
  });
  // Without the storage, the result names the files that are left.
  expect(await erasePerson(store, { organizationId, userId: 'bob' })).toMatchObject({ attachmentIds: [8] });
  expect(kept.get({ organizationId, attachmentId: 8 })).not.toBeNull();
  // A tab that is still open brings none of them back.
  expect(await upload('ada', 7)).toMatchObject({ status: 409 });
  expect(kept.get({ organizationId, attachmentId: 7 })).toBeNull();
});
