/** The service over HTTP: the same answers as in process, and a door that content does not pass. */
import { describe, expect, test, vi } from 'vitest';
import { strip } from '../content/strip.js';
import { customFieldsOf } from '../content/custom-fields.js';
import { createMemoryAnnotationStore } from '../store/memory-store.js';
import { comment, thread } from '../test-support/records.js';
import { systemCaller } from '../test-support/callers.js';
import { SHELLS, serve } from '../test-support/shells.js';
import { createHttpService } from './http-service.js';
import { createLocalService } from './local-service.js';
import type { CommentService } from './port.js';
import { type ServiceHandlerOptions, createServiceHandler } from './service-handler.js';

const structural = (id: string, ...comments: number[]) =>
  strip(
    thread(
      id,
      comments.map((it) => comment(it)),
    ),
    customFieldsOf(),
  ).structural;
const organizationId = 'acme';
const documentIds = ['contract'];

async function overHttp(options: Partial<ServiceHandlerOptions> = {}, shell = 'node') {
  const store = createMemoryAnnotationStore();
  const access = { callerOf: systemCaller, authorize: () => true };
  const handler = createServiceHandler({ store, ...access, basePath: '/comments', ...options });
  const url = `${await SHELLS[shell]!(handler)}/comments`;
  const headers = async () => ({ authorization: 'Bearer ada' });
  return { url, store, service: createHttpService({ url, headers }) };
}

const SERVICES: Record<string, () => Promise<CommentService>> = {
  'in process': async () => createLocalService(),
  ...Object.fromEntries(
    Object.keys(SHELLS).map((shell) => [`over ${shell}`, async () => (await overHttp({}, shell)).service]),
  ),
};

const idsIn = async (service: CommentService, more: object = {}) =>
  (await service.list({ organizationId, documentIds, ...more })).threads.map((it) => it.annotation);

test.each(Object.keys(SERVICES))(
  '%s: saves merge, lists are by document, deletes are for good',
  async (name) => {
    const service = await SERVICES[name]!();
    const event = 'comment_annotation.add';
    await service.save({ organizationId, annotation: structural('t1', 1), event });
    await service.save({
      organizationId,
      annotation: structural('t1', 2),
      event: 'comment.add',
      commentId: 2,
    });
    expect(await idsIn(service)).toEqual([structural('t1', 1, 2)]);
    expect(await idsIn(service, { documentIds: ['annex'] })).toEqual([]);
    expect(await idsIn(service, { organizationId: 'other' })).toEqual([]);
    await service.delete({ organizationId, annotationId: 't1', event: 'comment_annotation.delete' });
    await service.delete({ organizationId, annotationId: 't1', event: 'comment_annotation.delete' });
    expect(await idsIn(service)).toEqual([]);
  },
);

describe('over HTTP', () => {
  test('content is refused, whoever sends it, and is not stored', async () => {
    const { service, store } = await overHttp();
    const annotation = thread('t1', [comment(1)]) as never;
    const saving = service.save({ organizationId, annotation, event: 'comment_annotation.add' });
    await expect(saving).rejects.toMatchObject({ name: 'ServiceError', operation: 'save', statusCode: 400 });
    expect((await store.find({ organizationId })).threads).toEqual([]);
  });

  test('authorize is asked for each document, the stored one included', async () => {
    const asked: unknown[] = [];
    const { service, store } = await overHttp({
      authorize: ({ headers, operation, organizationId: of, documentId, ...access }) => {
        asked.push({ operation, organizationId: of, documentId });
        return (
          headers.authorization === 'Bearer ada' && access.caller.isSystem === true && documentId !== 'secret'
        );
      },
    });
    const annotation = { ...structural('t2'), metadata: { organizationId, documentId: 'secret' } };
    const local = createLocalService(store);
    await local.save({ organizationId, annotation, event: 'comment_annotation.add' });
    await service.list({ organizationId, documentIds: ['contract', 'annex'] });
    expect(asked).toEqual(
      ['contract', 'annex'].map((documentId) => ({ operation: 'list', organizationId, documentId })),
    );
    const refused = { statusCode: 403 };
    const event = 'x';
    await expect(service.list({ organizationId, documentIds: ['secret'] })).rejects.toMatchObject(refused);
    await expect(service.save({ organizationId, annotation: structural('t2'), event })).rejects.toMatchObject(
      refused,
    );
    await expect(service.delete({ organizationId, annotationId: 't2', event })).rejects.toMatchObject(
      refused,
    );
  });

  test('a list by its changes takes a power of 2 of digests, and 256 at most', async () => {
    const handler = createServiceHandler({
      ...{ store: createMemoryAnnotationStore(), authorize: () => true },
      callerOf: () => ({ userId: 'ada' }),
    });
    const statusOf = async (known: readonly string[]) => {
      const about = { method: 'POST', path: '/v2/comments/list', query: '', remoteAddress: null };
      const headers = { 'content-type': 'application/json' };
      const value = { data: { organizationId: 'acme', documentIds: ['contract'], known } };
      return (await handler({ ...about, headers, body: { kind: 'parsed', value } })).status;
    };
    const digests = (count: number) => Array<string>(count).fill('0123456789abcdef');
    for (const count of [1, 256]) expect(await statusOf(digests(count))).toBe(200);
    for (const count of [0, 3, 255, 257, 512, 65_536]) expect(await statusOf(digests(count))).toBe(400);
    for (const odd of ['', '0123', '0123456789ABCDEF', '0123456789abcdef0'])
      expect(await statusOf([odd])).toBe(400);
  });

  test('the envelope is the engine’s', async () => {
    const onError = vi.fn();
    const find = () => Promise.reject(new Error('secret of the store'));
    const { url } = await overHttp({ store: { find, load: find, put: find }, onError });
    const call = async (body: unknown) => {
      const answer = await fetch(`${url}/v2/comments/list`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return [answer.status, await answer.json()];
    };
    const error = (status: string, message: unknown) => ({ error: { status, message, details: {} } });
    expect(await call({})).toEqual([400, error('INVALID_ARGUMENT', expect.stringContaining('data'))]);
    expect(await call({ data: { organizationId, documentIds } })).toEqual([
      500,
      error('INTERNAL', 'something went wrong'),
    ]);
    expect(onError).toHaveBeenCalledOnce();
  });
});

test.each([
  ['no JSON', 'hello'],
  ['another envelope', '{"ok": true}'],
  ['a result that is not a list', '{"result": {"threads": 1}}'],
])('an answer that is %s is a ServiceError', async (_what, body) => {
  const url = await serve((_request, response) => response.writeHead(200).end(body));
  await expect(createHttpService({ url }).list({ organizationId, documentIds })).rejects.toMatchObject({
    name: 'ServiceError',
    operation: 'list',
  });
});

test('a service that does not answer is a ServiceError after the timeout', async () => {
  const { VirtualClock } = await import('@org/approval-testkit');
  const clock = new VirtualClock();
  const url = await serve(() => void clock.advance(30_000));
  const listing = createHttpService({ url, clock }).list({ organizationId, documentIds });
  await expect(listing).rejects.toMatchObject({ name: 'ServiceError', statusCode: null });
});
