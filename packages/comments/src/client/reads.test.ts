/** Reading: one request for many threads, none for what is known. */
import { describe, expect, test } from 'vitest';
import { endpointAttempt } from '../provider/attempt.js';
import { type Page, page } from '../test-support/page.js';
import { comment, thread } from '../test-support/records.js';

const gets = ({ customer }: Page) =>
  customer.seen.filter((it) => it.operation === 'get').map((it) => it.body.commentAnnotationIds);

async function pageWithThreads(...ids: string[]): Promise<Page> {
  const made = await page({ documents: ['contract', 'annex'] });
  for (const [index, id] of ids.entries()) {
    const documentId = index % 2 === 0 ? 'contract' : 'annex';
    await made.client.addCommentAnnotation(thread(id, [comment(index + 1)], { metadata: { documentId } }));
  }
  return made;
}

describe('batching and caching', () => {
  test('many threads are one request, with their documents and the organization', async () => {
    const made = await pageWithThreads('t1', 't2', 't3');
    await made.other('bob');
    const [only, ...more] = made.customer.seen.filter((it) => it.operation === 'get');
    expect(more).toEqual([]);
    expect(only?.body).toEqual({
      organizationId: 'acme',
      commentAnnotationIds: ['t1', 't2', 't3'],
      documentIds: ['contract', 'annex'],
    });
  });

  test('what was read or written is not asked for again, and an event says so', async () => {
    const made = await pageWithThreads('t1', 't2');
    const shown = await made.client.getCommentAnnotations();
    expect(shown.length).toBe(2);
    expect(gets(made)).toEqual([]);
    expect(made.events.at(-1)).toMatchObject({
      event: 'commentResolutionResultFromCache',
      moduleName: 'getCommentAnnotations',
      source: 'cache',
      payload: { organizationId: 'acme', commentAnnotationIds: ['t1', 't2'] },
    });
    await made.client.getCommentAnnotations({ documentIds: ['annex'], refresh: true });
    expect(gets(made)).toEqual([['t2']]);
  });

  test('a thread that somebody else has changed is asked for again, and no other', async () => {
    const made = await pageWithThreads('t1', 't3', 't5');
    const bob = await made.other('bob');
    await made.clock.advance(1_000);
    await made.client.updateComment('t1', 1, { commentText: 'changed' });
    made.customer.seen.length = 0;
    const shown = await bob.getCommentAnnotations();
    expect(gets(made)).toEqual([['t1']]);
    expect(shown[0]?.comments[1]?.commentText).toBe('changed');
  });
});

test('a thread that the customer does not have is shown without content, and asked for with the next change', async () => {
  const made = await pageWithThreads('t1');
  made.customer.kept.clear();
  const [shown] = await made.client.getCommentAnnotations({ refresh: true });
  expect(shown).toMatchObject({ annotationId: 't1', isCommentTextAvailable: false });
  // The customer's answer was good, so a reply may be written.
  await made.client.addComment('t1', comment(2));
  expect(made.client.snapshot()[0]?.comments[2]).toMatchObject({ commentText: comment(2).commentText });
});

test('a get without data has failed', async () => {
  const made = await page({
    provider: ({ config }) => ({ config, get: async () => ({ success: true, statusCode: 200 }) }),
  });
  await made.client.addCommentAnnotation(thread('t1', [comment(1)]));
  const [shown] = await made.client.getCommentAnnotations({ refresh: true });
  expect(shown?.isCommentTextAvailable).toBe(false);
  expect(made.events.at(-1)).toMatchObject({
    event: 'commentResolutionError',
    payload: { reason: 'invalid-response' },
  });
});

test('a service that is down rejects the read and leaves what is shown', async () => {
  const made = await pageWithThreads('t1');
  made.failService(true);
  await expect(made.client.getCommentAnnotations()).rejects.toMatchObject({
    name: 'ServiceError',
    operation: 'list',
  });
  expect(made.client.snapshot().length).toBe(1);
});

test('headers are made anew for every attempt, and functions and endpoints mix', async () => {
  let count = 0;
  const made = await page({
    provider: ({ config, kept }) => ({
      get: async () => ({ success: true, statusCode: 200, data: Object.fromEntries(kept) as never }),
      config: {
        ...config,
        saveConfig: {
          ...config.saveConfig,
          headers: async () => ({ authorization: `Bearer ${(count += 1)}` }),
        },
        deleteConfig: { ...config.deleteConfig, headers: { 'x-tenant': 'acme' } },
        saveRetryConfig: { retryCount: 1 },
      },
    }),
  });
  made.customer.faults.save.push('500');
  await made.client.addCommentAnnotation(thread('t1', [comment(1)]));
  await made.client.getCommentAnnotations({ refresh: true });
  await made.client.deleteCommentAnnotation('t1');
  expect(
    made.customer.seen.map((it) => [it.operation, it.headers.authorization ?? it.headers['x-tenant']]),
  ).toEqual([
    ['save', 'Bearer 1'],
    ['save', 'Bearer 2'],
    ['delete', 'acme'],
  ]);
  expect(made.customer.seen[0]?.headers['content-type']).toBe('application/json');
  expect(new Set(made.events.map((it) => `${it.methodName} ${it.source}`))).toEqual(
    new Set(['save endpoint', 'get function', 'delete endpoint']),
  );
});

test('credentials go to fetch', async () => {
  const seen: (RequestInit | undefined)[] = [];
  const fetch = async (_url: unknown, init?: RequestInit) => {
    seen.push(init);
    return new Response('{"success": true}');
  };
  const attempt = endpointAttempt({ url: 'https://x.example', credentials: 'include' }, fetch);
  await attempt({}, new AbortController().signal);
  expect(seen[0]).toMatchObject({ method: 'POST', credentials: 'include' });
});
