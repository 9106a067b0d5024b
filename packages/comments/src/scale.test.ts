/**
 * Many threads, and many comments in one: what is done once for each change may not be done for
 * each of them.
 */
import { expect, test } from 'vitest';
import { createCommentsClient } from './client/client.js';
import { createCommentBackend } from './server/index.js';
import { createLocalService } from './service/local-service.js';
import { writeChange } from './store/annotation-store.js';
import { changeOf } from './store/change.js';
import { createMemoryAnnotationStore } from './store/memory-store.js';
import type { AnnotationRecord } from './store/rows.js';
import { systemCaller } from './test-support/callers.js';

/** 50,000 threads and 10,000 comments with 10; small enough by default to take no time. */
const SCALE = Number(process.env.COMMENT_SCALE ?? 1);
const [THREADS, COMMENTS] = [5_000 * SCALE, 1_000 * SCALE];
const metadata = { organizationId: 'acme', documentId: 'contract' };

/**
 * Both sides in memory with threads in them, and how often and with how much the customer's was
 * asked.
 */
async function sides(threads: number, comments: number) {
  const [content, structure] = [createMemoryAnnotationStore(), createMemoryAnnotationStore()];
  const of = (more: object) =>
    Object.fromEntries(
      Array.from({ length: comments }, (_, index) => {
        const commentId = 2 ** 50 + index;
        return [String(commentId), { commentId, from: { userId: 'ada' }, ...more }];
      }),
    );
  const flags = { isCommentResolverUsed: true, isCommentTextAvailable: true };
  for (let index = 0; index < threads; index += 1) {
    const thread = { annotationId: `t${index}`, metadata };
    const at = { makesThreads: true };
    const words: AnnotationRecord = { ...thread, comments: of({ commentText: 'words' }) };
    const known: AnnotationRecord = { ...thread, ...flags, comments: of(flags) };
    await writeChange(content, 'acme', changeOf({ annotation: words }), at);
    await writeChange(structure, 'acme', changeOf({ annotation: known }), at);
  }
  const calls: { readonly path: string; readonly bytes: number }[] = [];
  const handler = createCommentBackend({ store: content, callerOf: systemCaller, authorize: () => true });
  const post = (path: string) => async (value: unknown) => {
    const about = { method: 'POST', path, query: '', remoteAddress: null };
    const headers = { 'content-type': 'application/json' };
    const { body } = await handler({ ...about, headers, body: { kind: 'parsed', value } });
    calls.push({ path, bytes: JSON.stringify(value).length + body.length });
    return JSON.parse(body) as never;
  };
  const client = createCommentsClient({
    service: createLocalService(structure),
    additionalEvents: ['noted'],
  });
  client.setDataProviders({ comment: { get: post('/get'), save: post('/save'), delete: post('/delete') } });
  client.identify({ userId: 'ada', organizationId: 'acme' });
  return { client, calls };
}

test(`${THREADS} threads are read in pieces, and who listens is told a few times, not once for each`, async () => {
  const { client, calls } = await sides(THREADS, 1);
  let told = 0;
  client.subscribe(() => {
    told += 1;
    client.snapshot();
  });
  await client.setDocuments(['contract']);
  expect(client.snapshot().length).toBe(THREADS);
  expect(client.snapshot().every((it) => it.isCommentTextAvailable !== false)).toBe(true);
  expect(calls.length).toBe(THREADS / 200);
  expect(told).toBeLessThan(10);
  const [, second] = client.snapshot();
  await client.addComment('t0', { commentText: 'one more' });
  // The others are the same objects, where they were.
  expect(client.snapshot()[1]).toBe(second);
  expect(Object.keys(client.snapshot()[0]?.comments ?? {}).length).toBe(2);
}, 120_000);

test(`one more of ${COMMENTS} comments is sent and answered in as many bytes as one of five`, async () => {
  const bytesOf = async (comments: number) => {
    const { client, calls } = await sides(1, comments);
    await client.setDocuments(['contract']);
    calls.length = 0;
    const commentId = 2 ** 52;
    const sizes: number[] = [];
    await client.addComment('t0', { commentId, commentText: 'one more' });
    await client.updateComment('t0', commentId, { commentText: 'another' });
    await client.updateCommentAnnotation('t0', { note: 'x' }, 'noted');
    await client.deleteComment('t0', commentId);
    for (const { path, bytes } of calls) {
      expect(path).toBe('/save');
      sizes.push(bytes);
    }
    expect(Object.keys(client.snapshot()[0]?.comments ?? {}).length).toBe(comments);
    return sizes;
  };
  const [few, many] = [await bytesOf(5), await bytesOf(COMMENTS)];
  // Random parts of ids have a digit more or less.
  many.forEach((bytes, index) => expect(Math.abs(bytes - (few[index] ?? 0))).toBeLessThan(20));
  expect(many.length).toBe(4);
}, 120_000);
