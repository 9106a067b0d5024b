/** The cost of one more comment in a long thread, which must not grow with the thread. */
import { createCommentsClient } from '@org/approval-comments';
import { createCommentBackend, createMemoryAnnotationStore } from '@org/approval-comments/server';
import { createLocalService, createServiceHandler } from '@org/approval-comments/service';

const SIZES = [10, 1_000, 10_000];
const WRITES = 300;
const WORDS = 'x'.repeat(200);
const metadata = { organizationId: 'acme', documentId: 'contract' };

type Handler = ReturnType<typeof createCommentBackend>;

async function post(handler: Handler, path: string, value: unknown): Promise<number> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const headers = { 'content-type': 'application/json' };
  const about = { method: 'POST', path, query: '', remoteAddress: null, headers };
  const { status, body } = await handler({ ...about, body: { kind: 'bytes', bytes } });
  if (status !== 200) throw new Error(body);
  return bytes.length;
}

/** Both sides, with a function that adds a comment and returns the request's bytes. */
function sides(): Readonly<Record<string, (commentId: number) => Promise<number>>> {
  const access = { callerOf: () => ({ userId: 'ada' }), authorize: () => true };
  const customer = createCommentBackend({ ...access, store: createMemoryAnnotationStore() });
  const service = createServiceHandler({ ...access, store: createMemoryAnnotationStore() });
  const aboutOf = (commentId: number) =>
    commentId === 0 ? { event: 'comment_annotation.add' } : { event: 'comment.add', commentId };
  const threadOf = (commentId: number, more: object) => ({
    ...{ annotationId: 't1', metadata },
    comments: { [String(commentId)]: { commentId, from: { userId: 'ada' }, ...more } },
  });
  return {
    customer: (commentId) => {
      const commentAnnotation = { t1: threadOf(commentId, { commentText: WORDS }) };
      return post(customer, '/save', { commentAnnotation, ...aboutOf(commentId) });
    },
    client: clientSide(),
    service: (commentId) => {
      const annotation = threadOf(commentId, { createdAt: commentId });
      const data = { organizationId: 'acme', annotation, ...aboutOf(commentId) };
      return post(service, '/v2/comments/save', { data });
    },
  };
}

/** Both sides, and a page that shows every change and copies the thread for it. */
function clientSide(): (commentId: number) => Promise<number> {
  const access = { callerOf: () => ({ userId: 'ada' }), authorize: () => true };
  const customer = createCommentBackend({ ...access, store: createMemoryAnnotationStore() });
  let bytes = 0;
  const call = (path: string) => async (request: unknown) => {
    bytes = await post(customer, path, request);
    return { success: true, statusCode: 200, data: {} };
  };
  const client = createCommentsClient({ service: createLocalService() });
  client.setDataProviders({ comment: { get: call('/get'), save: call('/save'), delete: call('/delete') } });
  client.identify({ userId: 'ada', organizationId: 'acme' });
  client.subscribe(() => void client.snapshot());
  const comment = (commentId: number) => ({ commentId, commentText: WORDS, from: { userId: 'ada' } });
  return async (commentId) => {
    if (commentId === 0) {
      await client.setDocuments(['contract']);
      await client.addCommentAnnotation({ annotationId: 't1', metadata, comments: { 0: comment(0) } });
      return bytes;
    }
    await client.addComment('t1', comment(commentId));
    return bytes;
  };
}

export async function benchComments(): Promise<void> {
  console.log('\nComments: one more in a thread of so many');
  for (const [name, add] of Object.entries(sides())) {
    let count = 0;
    for (const size of SIZES) {
      while (count < size) await add(count++);
      let bytes = 0;
      const began = performance.now();
      for (let written = 0; written < WRITES; written += 1) bytes = await add(count++);
      const each = (performance.now() - began) / WRITES;
      console.log(
        `  ${name.padEnd(8)} ${String(size).padStart(6)} comments: ${each.toFixed(3)} ms, ${bytes} bytes`,
      );
    }
  }
}
