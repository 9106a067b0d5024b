/** Invalid answers of either side: each raises an error that says so, and never causes a loop. */
import { expect, test } from 'vitest';
import { ContentMissingError, ResolverError, ServiceError } from '../errors.js';
import type { CommentDataProvider } from '../provider/provider.js';
import { createLocalService } from '../service/local-service.js';
import type { CommentService } from '../service/port.js';
import { page } from '../test-support/page.js';
import { comment, thread } from '../test-support/records.js';
import { createCommentsClient } from './client.js';

const done = async () => ({ success: true, statusCode: 200, data: {} });

function client(parts: { readonly service?: CommentService; readonly get?: CommentDataProvider['get'] }) {
  const { service = createLocalService(), get = done } = parts;
  const made = createCommentsClient({ service, logger: { error: () => undefined } });
  made.setDataProviders({ comment: { get, save: done, delete: done } });
  made.identify({ userId: 'ada', organizationId: 'acme' });
  return made;
}

test('lists whose pages lead nowhere are a ServiceError', async () => {
  const list = async () => ({ threads: [], next: 'same' });
  const reading = client({ service: { ...createLocalService(), list } }).setDocuments(['contract']);
  await expect(reading).rejects.toMatchObject({ name: 'ServiceError', operation: 'list' });
  await expect(reading).rejects.toThrow(ServiceError);
});

test('pages of the customer’s side that lead nowhere end reconcile', async () => {
  const made = client({ get: async () => ({ ...(await done()), next: 'same' }) });
  await made.setDocuments(['contract']);
  await expect(made.reconcile()).rejects.toThrow(ResolverError);
});

test.each([null, ''])('a page whose next is %j is the last', async (next) => {
  const service = createLocalService();
  const writer = client({ service });
  await writer.setDocuments(['contract']);
  await writer.addCommentAnnotation(thread('t1', [comment(1)]));
  const data = { t1: thread('t1', [comment(1)]) } as never;
  const reader = client({ service, get: async () => ({ ...(await done()), data, next: next as never }) });
  await reader.setDocuments(['contract']);
  expect(reader.snapshot()[0]?.comments[1]?.commentText).toBe(comment(1).commentText);
  expect(await reader.reconcile()).toEqual([]);
});

test('a thread without comments is content that is missing', async () => {
  const service = createLocalService();
  const get = async () => ({ ...(await done()), data: { t1: { annotationId: 't1' } as never } });
  const writer = client({ service });
  await writer.setDocuments(['contract']);
  await writer.addCommentAnnotation(thread('t1', [comment(1)]));
  const reader = client({ service, get });
  await reader.setDocuments(['contract']);
  await expect(reader.updateComment('t1', 1, { mood: 'calm' })).rejects.toThrow(ContentMissingError);
  const lost = { kind: 'lost', annotationId: 't1', commentId: 1, fixed: false };
  expect(await reader.reconcile()).toEqual([lost]);
});

test('reconcile asks about as many documents at once as a backend takes', async () => {
  const asked: number[] = [];
  const get: CommentDataProvider['get'] = async ({ documentIds = [] }) => {
    asked.push(documentIds.length);
    return done();
  };
  const made = client({ get });
  await made.setDocuments(Array.from({ length: 2_001 }, (_, index) => `d${index}`));
  expect(await made.reconcile()).toEqual([]);
  expect(asked).toEqual([1_000, 1_000, 1]);
});

test('a thread that does not say where it belongs is put nowhere', async () => {
  const made = client({
    get: async () => ({ ...(await done()), data: { t1: { annotationId: 't1' } as never } }),
  });
  await made.setDocuments(['contract']);
  const half = { kind: 'add', annotationId: 't1', commentId: null, fixed: false };
  expect(await made.reconcile()).toEqual([half]);
});

test('a service that refuses what reconcile would finish is told of; one that is away ends it', async () => {
  const answering = (statusCode: number) => async (): Promise<never> => {
    throw new ServiceError('save', statusCode);
  };
  const data = { t1: thread('t1', [comment(1)]) } as never;
  const made = async (statusCode: number) => {
    const service = { ...createLocalService(), save: answering(statusCode) };
    const it = client({ service, get: async () => ({ ...(await done()), data }) });
    await it.setDocuments(['contract']);
    return it;
  };
  const half = { kind: 'add', annotationId: 't1', commentId: null, fixed: false };
  expect(await (await made(403)).reconcile()).toEqual([half]);
  await expect((await made(503)).reconcile()).rejects.toMatchObject({
    name: 'ServiceError',
    statusCode: 503,
  });
});

test('a listener that throws is logged, and loses no write', async () => {
  const { client: made, customer, logged } = await page();
  await made.addCommentAnnotation(thread('t1', [comment(1)]));
  const told: number[] = [];
  made.subscribe(() => {
    throw new Error('of the host');
  });
  const later = (): unknown => Promise.reject(new Error('later'));
  made.on('dataProvider', later);
  made.subscribe(() => told.push(made.snapshot().length));
  await made.addComment('t1', comment(2));
  expect(customer.seen.at(-1)?.body).toMatchObject({ event: 'comment.add', commentId: 2 });
  expect(told.length).toBeGreaterThan(0);
  expect(logged[0]).toBe('a listener of subscribe threw Error: of the host');
  expect(logged).toContain('a listener of the event dataProvider threw Error: later');
});

test('another event, and no listener, are refused: nobody would ever be told', () => {
  const listen = (...given: unknown[]) => client({}).on(...(given as ['dataProvider', () => void]));
  for (const given of [['dataprovider', () => undefined], ['dataProvider']])
    expect(() => listen(...given)).toThrow('on takes "dataProvider" and a function');
});

test('a delete says the organization, and where the thread was, however often it is made', async () => {
  const { client: made, customer } = await page();
  await made.addCommentAnnotation(thread('t1', [comment(1)]));
  await Promise.all([made.deleteCommentAnnotation('t1'), made.deleteCommentAnnotation('t1')]);
  await made.deleteCommentAnnotation('t1');
  const sent = customer.seen.filter((it) => it.operation === 'delete').map((it) => it.body.metadata);
  const at = { organizationId: 'acme', documentId: 'contract' };
  expect(sent).toEqual([at, at, { organizationId: 'acme' }]);
});
