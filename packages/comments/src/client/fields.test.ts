/** Fields that identify a thread: no write changes them, however it is made. */
import { expect, test } from 'vitest';
import { CommentsSetupError } from '../errors.js';
import { createLocalService } from '../service/local-service.js';
import type { SaveRequest } from '../service/port.js';
import { createMemoryAnnotationStore } from '../store/memory-store.js';
import { page } from '../test-support/page.js';
import { comment, thread } from '../test-support/records.js';
import { createCommentsClient } from './client.js';

test.each(['metadata', 'annotationId', 'comments', 'commentId'])('%s is no field to change', async (name) => {
  const { client, log } = await page();
  await client.addCommentAnnotation(thread('t1', [comment(1)]));
  const before = client.snapshot();
  log.length = 0;
  const fields = { [name]: { documentId: 'contract', folderId: 'f1' } };
  for (const change of [
    client.updateCommentAnnotation('t1', fields, 'status.changed'),
    client.updateComment('t1', 1, fields),
  ])
    await expect(change).rejects.toThrow(CommentsSetupError);
  expect([client.snapshot(), log]).toEqual([before, []]);
});

test('a comment of the time before the provider keeps its id when its words move to the customer', async () => {
  const store = createMemoryAnnotationStore();
  const service = createLocalService(store);
  const organizationId = 'acme';
  const annotation = { ...thread('t1', [comment(1)]), createdAt: 1 };
  await service.save({ organizationId, annotation, event: 'comment_annotation.add' });
  const done = async () => ({ success: true, statusCode: 200, data: {} });
  const sent: SaveRequest[] = [];
  const save = (request: SaveRequest) => (sent.push(request), service.save(request));
  const client = createCommentsClient({ service: { ...service, save } });
  client.setDataProviders({ comment: { get: done, save: done, delete: done } });
  client.identify({ userId: 'ada', organizationId });
  await client.setDocuments(['contract']);
  await client.updateComment('t1', 1, { commentText: 'mine' });
  expect(sent[0]?.changedFields).not.toContain('commentId');
  const [stored] = (await store.find({ organizationId })).threads;
  expect(stored?.comments[1]?.record).toMatchObject({ commentId: 1, isCommentResolverUsed: true });
  expect(JSON.stringify(stored)).not.toContain('canary');
});
