/** A request that a side refuses: once, and with the reason for the host. */
import { expect, test } from 'vitest';
import { AttemptError, ResolverError, ServiceError } from '../errors.js';
import { createCommentBackend } from '../server/backend.js';
import { createHttpService } from '../service/http-service.js';
import { createLocalService } from '../service/local-service.js';
import { createMemoryAnnotationStore } from '../store/memory-store.js';
import { callerNamed } from '../test-support/callers.js';
import { createCommentsClient } from './client.js';

const retry = { retryCount: 2 };

/** A client whose customer answers what `refusal` says, after the first thread. */
async function client(refusal?: { readonly status: number; readonly body: string }) {
  const backend = createCommentBackend({
    ...{ store: createMemoryAnnotationStore(), callerOf: callerNamed },
    authorize: () => true,
  });
  const seen: string[] = [];
  let isRefusing = false;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : input).pathname;
    seen.push(path);
    if (isRefusing && refusal !== undefined) return new Response(refusal.body, { status: refusal.status });
    const body = { kind: 'bytes', bytes: new TextEncoder().encode(init?.body as string) } as const;
    const headers = Object.fromEntries(new Headers(init?.headers));
    const answer = await backend({ method: 'POST', path, query: '', remoteAddress: null, headers, body });
    return new Response(answer.body, { status: answer.status });
  };
  const at = (name: string) => ({ url: `http://x/${name}`, headers: { 'x-user': 'ada' } });
  const made = createCommentsClient({ service: createLocalService(), fetch });
  const config = { getConfig: at('get'), saveConfig: at('save'), deleteConfig: at('delete') };
  made.setDataProviders({
    comment: { config: { ...config, getRetryConfig: retry, saveRetryConfig: retry } },
  });
  made.identify({ userId: 'ada', organizationId: 'acme' });
  await made.setDocuments(['contract']);
  await made.addCommentAnnotation({
    ...{ annotationId: 't1', metadata: { documentId: 'contract' } },
    comments: { 1: { commentId: 1, commentText: 'first' } },
  });
  seen.length = 0;
  isRefusing = true;
  return { client: made, seen };
}

const failureOf = async (write: Promise<unknown>): Promise<AttemptError> => {
  const error: unknown = await write.catch((it: unknown) => it);
  expect(error).toBeInstanceOf(ResolverError);
  const { cause } = error as ResolverError;
  expect(cause).toBeInstanceOf(AttemptError);
  return cause as AttemptError;
};

test.each(['half an emoji \ud83d', 'a NUL \0'])(
  'text that no store can hold is refused once: %j',
  async (text) => {
    const { client: ada, seen } = await client();
    const { statusCode, detail, message } = await failureOf(ada.addComment('t1', { commentText: text }));
    expect([statusCode, detail]).toEqual([400, expect.stringContaining('no store can hold')]);
    expect(message).toBe('http-status (400)');
    expect(seen).toEqual(['/save']);
  },
);

test.each([
  [403, 1],
  [413, 1],
  [401, 3],
  [429, 3],
  [503, 3],
])('%i is met by %i attempt(s)', async (status, attempts) => {
  const body = JSON.stringify({ success: false, message: 'begin another thread' });
  const { client: ada } = await client({ status, body });
  const error: unknown = await ada.addComment('t1', { commentText: 'x' }).catch((it: unknown) => it);
  expect(error).toMatchObject({ attempts, cause: { detail: 'begin another thread' } });
});

test.each(['<p>Gone</p>', '{"message":7}', 'null'])(
  'an answer without a reason has none: %s',
  async (body) => {
    const { client: ada } = await client({ status: 413, body });
    expect((await failureOf(ada.addComment('t1', { commentText: 'x' }))).detail).toBeNull();
  },
);

test('a long reason is cut, and the service gives its reason too', async () => {
  const answer = { error: { status: 'PERMISSION_DENIED', message: 'x'.repeat(10_000) } };
  const service = createHttpService({
    url: 'http://x',
    fetch: async () => new Response(JSON.stringify(answer), { status: 403 }),
  });
  const error = await service
    .list({ organizationId: 'acme', documentIds: ['contract'] })
    .catch((it: unknown) => it);
  expect(error).toBeInstanceOf(ServiceError);
  expect((error as ServiceError).detail).toBe('x'.repeat(500));
});
