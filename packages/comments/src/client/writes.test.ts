/** Saving and deleting: order, shown threads meanwhile, and the state after a failure. */
import { describe, expect, test } from 'vitest';
import { CommentNotFoundError, ServiceError } from '../errors.js';
import { type Page, page } from '../test-support/page.js';
import { comment, thread } from '../test-support/records.js';

const texts = ({ client }: Page): unknown[] =>
  client.snapshot().flatMap((it) => Object.values(it.comments).map((one) => one.commentText ?? null));

async function pageWithThread(options: Parameters<typeof page>[0] = {}): Promise<Page> {
  const made = await page(options);
  await made.client.addCommentAnnotation(thread('t1', [comment(1)]));
  made.log.length = 0;
  return made;
}

/** A promise that the test opens. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

test('a save names the thread, the comment and the event; first for the customer, then for the service', async () => {
  const made = await page();
  await made.client.addCommentAnnotation(thread('t1', [comment(1)], { priority: 'high' }));
  await made.client.addComment('t1', comment(2));
  await made.client.updateComment('t1', 2, { commentText: 'better', attachments: undefined });
  await made.client.deleteComment('t1', 2);
  await made.client.deleteCommentAnnotation('t1');
  expect(made.log).toEqual(
    ['save', 'save', 'save', 'save', 'delete'].flatMap((it) => [`customer ${it}`, `service ${it}`]),
  );
  const metadata = { organizationId: 'acme', documentId: 'contract' };
  const [added, commented, updated, removed, deleted] = made.customer.seen.slice(0).map((it) => it.body);
  const times = { createdAt: made.clock.now(), lastUpdated: made.clock.now() };
  const writeId = expect.any(String) as unknown;
  expect(added).toEqual({
    writeId,
    commentAnnotation: { t1: { annotationId: 't1', metadata, comments: { 1: comment(1) } } },
    event: 'comment_annotation.add',
    metadata,
  });
  const { createdAt: _c, lastUpdated: _l, ...second } = { ...comment(2), ...times };
  expect(commented).toEqual({
    writeId,
    // And nothing of the rest of the thread.
    commentAnnotation: { t1: { annotationId: 't1', metadata, comments: { 2: second } } },
    event: 'comment.add',
    commentId: 2,
    metadata,
    targetComment: second,
  });
  const { attachments: _gone, ...rest } = second;
  expect(updated).toMatchObject({
    event: 'comment.update',
    targetComment: { ...rest, commentText: 'better' },
    changedFields: ['commentText', 'attachments', 'lastUpdated', 'isCommentTextAvailable'],
  });
  expect(updated?.targetComment).not.toHaveProperty('attachments');
  expect(removed).toEqual({
    writeId,
    commentAnnotation: { t1: { annotationId: 't1', metadata, comments: {} } },
    event: 'comment.delete',
    commentId: 2,
    metadata,
  });
  expect(deleted).toEqual({
    commentAnnotationId: 't1',
    metadata,
    event: 'comment_annotation.delete',
    writeId,
  });
});

describe('optimistic changes', () => {
  test('a change is shown at once, and taken back alone when it fails', async () => {
    const made = await pageWithThread();
    let changes = 0;
    made.client.subscribe(() => (changes += 1));
    made.customer.faults.save.push('500');
    const failing = made.client.addComment('t1', comment(2));
    const lasting = made.client.addComment('t1', comment(3));
    expect(texts(made)).toEqual([1, 2, 3].map((id) => comment(id).commentText));
    expect(changes).toBe(2);
    await expect(failing).rejects.toThrow('save failed');
    expect(texts(made)).toEqual([1, 3].map((id) => comment(id).commentText));
    await lasting;
    expect(texts(made)).toEqual([1, 3].map((id) => comment(id).commentText));
    // The failed write did not go out with the later one.
    expect(JSON.stringify(made.wire)).not.toContain('"commentId":2');
  });

  test('a delete is shown at once, and taken back when it fails', async () => {
    const made = await pageWithThread();
    made.customer.faults.delete.push('500');
    const failing = made.client.deleteCommentAnnotation('t1');
    expect(made.client.snapshot()).toEqual([]);
    await expect(failing).rejects.toThrow('delete failed');
    expect(texts(made)).toEqual([comment(1).commentText]);
  });

  test('the snapshot is the same object until something changes', async () => {
    const made = await pageWithThread();
    expect(made.client.snapshot()).toBe(made.client.snapshot());
    const [before] = made.client.snapshot();
    await made.client.addCommentAnnotation(thread('t2', [comment(9)]));
    expect(made.client.snapshot()[0]).toBe(before);
  });

  test('revertOnFailure: false keeps it in view; trying again sends it', async () => {
    const made = await pageWithThread({ config: { saveRetryConfig: { revertOnFailure: false } } });
    made.customer.faults.save.push('500');
    await expect(made.client.addComment('t1', comment(2))).rejects.toThrow('save failed');
    expect(texts(made)).toEqual([comment(1).commentText, comment(2).commentText]);
    made.log.length = 0;
    await made.client.updateComment('t1', 2, { commentText: 'again' });
    // The add first, as the write that it was, and then what was changed.
    const both = ['customer save', 'service save'];
    expect(made.log).toEqual(['customer get', ...both, ...both]);
    await made.client.getCommentAnnotations({ refresh: true });
    expect(texts(made)).toEqual([comment(1).commentText, 'again']);
  });

  test('revertOnFailure: false for a new thread; a comment in it takes it along', async () => {
    const made = await page({ config: { saveRetryConfig: { revertOnFailure: false } } });
    made.customer.faults.save.push('500');
    await expect(made.client.addCommentAnnotation(thread('t1', [comment(1)]))).rejects.toThrow();
    await made.client.addComment('t1', comment(2));
    await made.client.getCommentAnnotations({ refresh: true });
    expect(texts(made)).toEqual([comment(1).commentText, comment(2).commentText]);
  });
});

describe('when only the service fails', () => {
  test('a save rejects with a ServiceError, is taken back, and can be done again', async () => {
    const made = await pageWithThread();
    made.failService(true);
    const failed = made.client.addComment('t1', comment(2));
    await expect(failed).rejects.toBeInstanceOf(ServiceError);
    await expect(failed).rejects.toMatchObject({ operation: 'save', statusCode: 500 });
    expect(texts(made)).toEqual([comment(1).commentText]);
    made.failService(false);
    await made.client.addComment('t1', comment(2));
    expect(texts(made)).toEqual([comment(1).commentText, comment(2).commentText]);
  });

  test('after a delete the thread is there without content, and can be deleted again', async () => {
    const made = await pageWithThread();
    made.failService(true);
    await expect(made.client.deleteCommentAnnotation('t1')).rejects.toBeInstanceOf(ServiceError);
    expect(made.client.snapshot()).toMatchObject([{ annotationId: 't1', isCommentTextAvailable: false }]);
    made.failService(false);
    await made.client.deleteCommentAnnotation('t1');
    expect(await made.client.getCommentAnnotations()).toEqual([]);
  });
});

test('writes to one thread go out one after the other, to several side by side', async () => {
  const door = gate();
  let waiting = 0;
  const both = gate();
  const made = await page({
    provider: ({ config }) => ({
      config,
      save: async () => {
        waiting += 1;
        if (waiting === 2) both.open();
        await door.opened;
        return { success: true, statusCode: 200 };
      },
    }),
  });
  const writes = [
    made.client.addCommentAnnotation(thread('t1', [comment(1)])),
    made.client.addComment('t1', comment(2)),
    made.client.addCommentAnnotation(thread('t2', [comment(3)])),
  ];
  await both.opened;
  await new Promise(setImmediate);
  expect(waiting).toBe(2);
  door.open();
  await Promise.all(writes);
  expect(waiting).toBe(3);
});

test('a thread whose content cannot be read is not overwritten', async () => {
  const made = await pageWithThread();
  const bob = await made.other('bob');
  made.customer.faults.get.push('500', '500');
  await bob.getCommentAnnotations({ refresh: true });
  made.log.length = 0;
  await expect(bob.addComment('t1', comment(2, 'bob'))).rejects.toMatchObject({ operation: 'get' });
  expect(made.log).toEqual(['customer get']);
  await bob.addComment('t1', comment(2, 'bob'));
  expect(made.customer.kept.get('t1')).toMatchObject({ comments: { 1: comment(1) } });
});

test.each([
  ['a comment of a thread that is not there', (made: Page) => made.client.addComment('t9', comment(1))],
  ['a comment that is not there', (made: Page) => made.client.updateComment('t1', 9, { commentText: 'x' })],
  [
    'a thread that is not there',
    (made: Page) => made.client.updateCommentAnnotation('t9', {}, 'status.changed'),
  ],
])('%s cannot be changed', async (_what, change) => {
  const made = await pageWithThread();
  await expect(change(made)).rejects.toBeInstanceOf(CommentNotFoundError);
  expect(made.log).toEqual([]);
  expect(texts(made)).toEqual([comment(1).commentText]);
});

test('a list that was asked for before a write does not undo it', async () => {
  const made = await pageWithThread();
  const reading = made.client.getCommentAnnotations();
  const writing = made.client.addComment('t1', comment(2));
  await Promise.all([reading, writing]);
  expect(texts(made)).toEqual([comment(1).commentText, comment(2).commentText]);
});
