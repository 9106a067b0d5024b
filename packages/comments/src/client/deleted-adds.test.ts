/** An add that failed is over once its author has deleted what it would have made. */
import { expect, test } from 'vitest';
import { ConflictError } from '../errors.js';
import { createNetwork } from '../test-support/histories/network.js';

const failureOf = (write: Promise<unknown>): Promise<unknown> =>
  write.then(
    () => new Error('the write went through'),
    (error: unknown) => error,
  );

test('a thread that its author deleted after its add failed is not made by repeating the add', async () => {
  const { signIn, fates } = createNetwork();
  const [kept, bob] = [await signIn('ada', false), await signIn('bob', true)];
  const thread = (id: number, commentText: string) => ({
    ...{ annotationId: 't2', metadata: { documentId: 'contract' } },
    comments: { [id]: { commentId: id, commentText } },
  });
  fates.writes.push('answer lost', 'answer lost');
  const failed = await failureOf(kept.addCommentAnnotation(thread(7, 'better not')));
  await kept.deleteCommentAnnotation('t2');
  const refused = await failureOf(kept.retry(failed));
  expect(refused).toMatchObject({ name: 'ConflictError', reason: 'deleted' });
  // Also when it is repeated once more, and when another person has made the thread since.
  const again = await failureOf(kept.retry(refused));
  expect(again).toBeInstanceOf(ConflictError);
  await bob.addCommentAnnotation(thread(8, 'by bob'));
  const last = await failureOf(kept.retry(again));
  expect(last).toBeInstanceOf(ConflictError);
  expect(await failureOf(kept.retry(last))).toBeInstanceOf(ConflictError);
  await (await signIn('system', true)).reconcile();
  const carol = await signIn('carol', true);
  const shown = carol.snapshot().flatMap((it) => Object.values(it.comments));
  expect(shown.map((it) => it.commentText)).toEqual(['by bob']);
});
