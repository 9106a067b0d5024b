/** Requests to the service, events and logs never have content. */
import { expect, test } from 'vitest';
import { page } from '../test-support/page.js';
import { CANARY, comment, thread, user } from '../test-support/records.js';

const canaryIn = (value: unknown): boolean =>
  [CANARY, JSON.stringify(CANARY).slice(1, -1)].some((it) => JSON.stringify(value).includes(it));

test.each(['endpoint', 'function'] as const)('over the whole life of a thread (%s)', async (kind) => {
  const config = { fieldsToRemove: ['diagnosis'], saveRetryConfig: { retryCount: 1 } };
  const made = await page({ kind, config });
  const { client, customer } = made;
  client.on('dataProvider', () => {
    throw new Error('a listener that fails');
  });

  const annotation = thread('t1', [comment(1, 'ada', { diagnosis: CANARY })], {
    from: user('ada'),
    assignedTo: user('bob'),
    diagnosis: CANARY,
    unheardOf: { words: [CANARY] },
    targetTextRange: { text: CANARY, occurrence: 1 },
    subscribedUsers: { bob: user('bob') },
    metadata: { organizationId: 'acme', documentId: 'contract', title: CANARY },
  });
  await client.addCommentAnnotation(annotation);
  customer.faults.save.push('500');
  await client.addComment('t1', comment(2));
  await client.updateComment('t1', 2, { commentText: `${CANARY} better` });
  await client.updateCommentAnnotation('t1', { diagnosis: [CANARY], status: 'closed' }, 'status.changed');
  await client.getCommentAnnotations({ refresh: true });
  await client.getNotifications();
  await client.deleteComment('t1', 2);
  customer.faults.save.push('success: false', 'invalid JSON');
  await expect(client.addComment('t1', comment(3))).rejects.toThrow('save failed');
  const bob = await made.other('bob');
  expect(bob.snapshot()).toMatchObject([
    { diagnosis: [CANARY], comments: { 1: { commentText: comment(1).commentText } } },
  ]);
  const stored = [await made.stored()];
  await client.deleteCommentAnnotation('t1');
  stored.push(await made.stored());

  // The content was there to be found.
  expect(canaryIn(customer.seen.map((it) => it.body))).toBe(true);
  expect(made.wire.filter((it) => it.startsWith('/v2/comments/save')).length).toBe(5);
  expect(made.events.length).toBeGreaterThan(20);
  expect(made.logged.length).toBeGreaterThan(20);
  expect(stored[0]).toContain('"commentId":1');
  for (const seen of [made.wire, stored, made.events, made.logged]) expect(canaryIn(seen)).toBe(false);
  expect(JSON.stringify(made.wire)).not.toContain('diagnosis');
});

test('errors quote no content', async () => {
  const made = await page();
  made.customer.faults.save.push('500');
  const error: unknown = await made.client
    .addCommentAnnotation(thread('t1', [comment(1)]))
    .catch((it: unknown) => it);
  const { message, cause } = error as Error;
  expect(canaryIn([message, (cause as Error).message])).toBe(false);
});
