/** Reconciliation finishes what is half done, and nothing that was written anew meanwhile. */
import { expect, test } from 'vitest';
import { createNetwork } from '../test-support/histories/network.js';

test.each(['a thread', 'a comment'])(
  '%s that is added anew while its withdrawal is read is not deleted',
  async (what) => {
    const { signIn, fates, late, structure, content } = createNetwork();
    const withdrawn = async () => {
      const { threads } = await content.find({ organizationId: 'acme', withDeleted: true });
      return threads.some((it) => it.comments[2]?.isDeleted === true);
    };
    const ada = await signIn('ada', true);
    const system = await signIn('system', true);
    const make = (id: string, commentId: number) =>
      ada.addCommentAnnotation({
        ...{ annotationId: id, metadata: { documentId: 'contract' } },
        comments: { [commentId]: { commentId, commentText: `text ${commentId}` } },
      });
    if (what === 'a comment') await make('t1', 1);
    fates.writes.push('request lost', 'request lost');
    const write =
      what === 'a thread' ? make('t1', 2) : ada.addComment('t1', { commentId: 2, commentText: 'x' });
    const failed: unknown = await write.catch((error: unknown) => error);
    // The withdrawal goes out in the background.
    await expect.poll(withdrawn).toBe(true);
    fates.reads.push('slow answer');
    const reconciled = system.reconcile();
    await expect.poll(() => late.length).toBe(1);
    await ada.retry(failed);
    await late.shift()?.();
    expect(await reconciled).toEqual([]);
    const [found] = (await structure.find({ organizationId: 'acme' })).threads;
    expect(found?.comments[2]?.isDeleted).toBeUndefined();
    expect(found?.comments[2]).toBeDefined();
  },
);
