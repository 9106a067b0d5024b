/** Two reads at once, whose answers come in another order: the later request counts. */
import { expect, test } from 'vitest';
import { createLocalService } from '../service/local-service.js';
import { comment, thread } from '../test-support/records.js';
import type { CommentDataProvider } from '../provider/provider.js';
import type { ListPage } from '../service/port.js';
import { createCommentsClient } from './client.js';

const ok = { success: true, statusCode: 200 };

/** Two people on one service; the test decides when the lists of the second one arrive. */
async function twoPeople() {
  const kept = new Map<string, object>();
  const provider: CommentDataProvider = {
    get: async () => ({ ...ok, data: Object.fromEntries(kept) as never }),
    save: async ({ commentAnnotation, event }) => {
      for (const [id, { comments, ...fields }] of Object.entries(commentAnnotation)) {
        const before = (kept.get(id) ?? { comments: {} }) as { comments: object };
        if (event !== undefined)
          kept.set(id, { ...before, ...fields, comments: { ...before.comments, ...comments } });
      }
      return ok;
    },
    delete: async ({ commentAnnotationId }) => {
      kept.delete(commentAnnotationId);
      return ok;
    },
  };
  const service = createLocalService();
  const held: (() => void)[] = [];
  let isHolding = false;
  const slow = {
    ...service,
    list: async (request: Parameters<typeof service.list>[0]): Promise<ListPage> => {
      const page = await service.list(request);
      if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
      return page;
    },
  };
  const person = async (userId: string, of: typeof service) => {
    const client = createCommentsClient({ service: of });
    client.setDataProviders({ comment: provider });
    client.identify({ userId, organizationId: 'acme' });
    await client.setDocuments(['contract']);
    return client;
  };
  const ada = await person('ada', service);
  const bob = await person('bob', slow);
  /** Bob reads before and after `change`, and the first answer comes last. */
  const between = async (change: () => Promise<unknown>): Promise<void> => {
    isHolding = true;
    const first = bob.getCommentAnnotations();
    while (held.length < 1) await Promise.resolve();
    await change();
    const second = bob.getCommentAnnotations();
    while (held.length < 2) await Promise.resolve();
    isHolding = false;
    held[1]!();
    await second;
    held[0]!();
    await first;
    held.length = 0;
  };
  const shown = () => bob.snapshot().map((it) => [it.annotationId, Object.keys(it.comments).length]);
  return { ada, bob, between, shown };
}

test('a comment that was read stays, whatever an older answer says', async () => {
  const { ada, between, shown } = await twoPeople();
  await ada.addCommentAnnotation(thread('t1', [comment(1, 'ada')]));
  await between(() => ada.addComment('t1', { commentId: 2, commentText: 'two' }));
  expect(shown()).toEqual([['t1', 2]]);
});

test('a thread that is gone stays gone, and one that is new stays', async () => {
  const { ada, bob, between, shown } = await twoPeople();
  await ada.addCommentAnnotation(thread('t1', [comment(1, 'ada')]));
  await bob.getCommentAnnotations();
  await between(() => ada.deleteCommentAnnotation('t1'));
  expect(shown()).toEqual([]);
  await between(() => ada.addCommentAnnotation(thread('t2', [comment(1, 'ada')])));
  expect(shown()).toEqual([['t2', 1]]);
  // A later read has the current state.
  await ada.addCommentAnnotation(thread('t3', [comment(1, 'ada')]));
  await bob.getCommentAnnotations();
  expect(shown()).toEqual([
    ['t2', 1],
    ['t3', 1],
  ]);
});
