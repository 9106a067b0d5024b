/**
 * Providers that are functions of the same process: they may change their arguments and their
 * results.
 */
import { expect, test } from 'vitest';
import type { CommentDataProvider, SaveCommentResolverRequest } from '../provider/provider.js';
import type { PartialCommentAnnotation } from '../record.js';
import { createLocalService } from '../service/local-service.js';
import { thread } from '../test-support/records.js';
import { createCommentsClient } from './client.js';

const done = { success: true, statusCode: 200 };
const hello = { commentId: 1, commentText: 'hello', from: { userId: 'ada' } };

async function client(provider: CommentDataProvider) {
  const made = createCommentsClient({ service: createLocalService() });
  made.setDataProviders({ comment: provider });
  made.identify({ userId: 'ada', organizationId: 'acme' });
  await made.setDocuments(['contract']);
  return made;
}

test('a save that changes its request before it sends it on is given the words themselves again', async () => {
  const sent: unknown[] = [];
  const save = async ({ commentAnnotation }: SaveCommentResolverRequest) => {
    const comment = commentAnnotation.t1!.comments[1] as { commentText: string };
    comment.commentText = `sealed(${comment.commentText})`;
    sent.push(comment.commentText);
    return sent.length === 1 ? { success: false, statusCode: 500 } : done;
  };
  const get = async () => ({ ...done, data: {} });
  const config = { saveRetryConfig: { retryCount: 1 } };
  const made = await client({ get, save, delete: async () => done, config });
  const given = thread('t1', [hello]);
  await made.addCommentAnnotation(given);
  expect(sent).toEqual(['sealed(hello)', 'sealed(hello)']);
  expect(made.snapshot()[0]?.comments[1]?.commentText).toBe('hello');
  expect(given.comments[1]).toEqual(hello);
});

test('what a provider keeps and changes is seen when it is read, and not before', async () => {
  const kept = new Map<string, PartialCommentAnnotation>();
  const made = await client({
    get: async () => ({ ...done, data: Object.fromEntries(kept) }),
    save: async ({ commentAnnotation }) => {
      for (const [id, it] of Object.entries(commentAnnotation)) kept.set(id, it);
      return done;
    },
    delete: async () => done,
  });
  await made.addCommentAnnotation(thread('t1', [hello]));
  const words = async (refresh: boolean) =>
    (await made.getCommentAnnotations({ refresh }))[0]?.comments[1]?.commentText;
  for (const text of ['changed', 'changed again']) {
    const before = await words(false);
    Object.assign(kept.get('t1')!.comments[1]!, { commentText: text });
    expect([await words(false), await words(true)]).toEqual([before, text]);
  }
});
