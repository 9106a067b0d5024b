/** A thread is deleted while a write of another person is on its way. */
import { expect, test } from 'vitest';
import { ConflictError } from '../errors.js';
import { type Fate, createNetwork } from '../test-support/histories/network.js';

async function setUp() {
  const network = createNetwork();
  const [ada, mod] = [await network.signIn('ada', true), await network.signIn('mod', true)];
  const comments = { 1: { commentId: 1, commentText: 'the first' } };
  await ada.addCommentAnnotation({ annotationId: 't1', metadata: { documentId: 'contract' }, comments });
  await mod.getCommentAnnotations();
  /** Starts a write whose requests meet these fates, until one of them is held up. */
  const held = async (fates: readonly Fate[], write: () => Promise<unknown>) => {
    const { late } = network;
    const before = late.length;
    network.fates.writes.push(...fates);
    const under = write().then(
      () => 'acknowledged',
      (error: unknown) => error,
    );
    await expect.poll(() => late.length).toBe(before + 1);
    return { arrive: late[before] ?? expect.fail(), under };
  };
  return { network, ada, mod, held };
}

test('a status between both sides is refused once a moderator deletes the thread, and not acknowledged and gone', async () => {
  const { network, ada, mod, held } = await setUp();
  const status = await held(['well', 'slow request'], () =>
    ada.updateCommentAnnotation('t1', { status: 'APPROVED' }, 'status.changed'),
  );
  // The customer's side has the write, and the moderator has read its revision.
  await mod.getCommentAnnotations({ refresh: true });
  const deletion = await held(['slow answer'], () => mod.deleteCommentAnnotation('t1'));
  await status.arrive();
  await deletion.arrive();
  expect(await status.under).toBeInstanceOf(ConflictError);
  expect(await deletion.under).toBe('acknowledged');
  expect((await network.structure.find({ organizationId: 'acme' })).threads).toEqual([]);
});

test('a status that came to both sides behind the list that a moderator was shown keeps the thread', async () => {
  const { network, ada, mod } = await setUp();
  await ada.addComment('t1', { commentId: 2, commentText: 'the second' });
  const error: unknown = await mod.deleteCommentAnnotation('t1').catch((it: unknown) => it);
  expect(error).toBeInstanceOf(ConflictError);
  // The list is older than the status, and the content that is read for it is newer.
  network.fates.reads.push('slow answer');
  const looking = mod.getCommentAnnotations();
  await expect.poll(() => network.late.length).toBe(1);
  await ada.updateCommentAnnotation('t1', { status: 'APPROVED' }, 'status.changed');
  await network.late.shift()?.();
  await looking;
  expect(mod.snapshot()[0]?.status).toBeUndefined();

  await expect(mod.retry(error)).rejects.toThrow(ConflictError);
  for (const store of [network.content, network.structure])
    expect((await store.find({ organizationId: 'acme' })).threads).toHaveLength(1);
  await ada.getCommentAnnotations();
  expect(ada.snapshot()[0]?.status).toBe('APPROVED');
});

test('a status that is newer than the view of the moderator keeps the thread at both sides', async () => {
  const { network, ada, mod } = await setUp();
  await ada.updateCommentAnnotation('t1', { status: 'APPROVED' }, 'status.changed');
  await expect(mod.deleteCommentAnnotation('t1')).rejects.toThrow(ConflictError);
  for (const store of [network.content, network.structure])
    expect((await store.find({ organizationId: 'acme' })).threads).toHaveLength(1);
});

test('a deletion whose announcement has no answer is announced again, as the same one', async () => {
  const { network, ada, mod, held } = await setUp();
  const status = await held(['well', 'slow request'], () =>
    ada.updateCommentAnnotation('t1', { status: 'APPROVED' }, 'status.changed'),
  );
  await mod.getCommentAnnotations({ refresh: true });
  network.fates.reads.push('answer lost');
  await mod.deleteCommentAnnotation('t1');
  expect(network.fates.reads).toEqual([]);
  await status.arrive();
  expect(await status.under).toBeInstanceOf(ConflictError);
  expect((await network.structure.find({ organizationId: 'acme' })).threads).toEqual([]);
});

test('a thread that both sides have alike is deleted without an announcement, whoever wrote last', async () => {
  const { network, ada, mod } = await setUp();
  await ada.updateCommentAnnotation('t1', { status: 'APPROVED' }, 'status.changed');
  await ada.addComment('t1', { commentId: 2, commentText: 'the second' });
  await mod.getCommentAnnotations();
  network.fates.reads.push('request lost');
  await mod.deleteCommentAnnotation('t1');
  expect(network.fates.reads).toEqual(['request lost']);
  expect((await network.content.find({ organizationId: 'acme' })).threads).toEqual([]);
});

test('a deletion that failed at the customer’s side leaves a thread that can be written to', async () => {
  const { network, ada, mod } = await setUp();
  network.fates.writes.push('request lost');
  const error: unknown = await mod.deleteCommentAnnotation('t1').catch((it: unknown) => it);
  await ada.getCommentAnnotations();
  await ada.updateCommentAnnotation('t1', { status: 'APPROVED' }, 'status.changed');
  // The status came after the view of the moderator.
  await expect(mod.retry(error)).rejects.toThrow(ConflictError);
  await mod.getCommentAnnotations();
  await mod.deleteCommentAnnotation('t1');
  expect((await network.content.find({ organizationId: 'acme' })).threads).toEqual([]);
});

test('a thread is not deleted while the page shows no words of it, though they were read before', async () => {
  const { network, ada, mod } = await setUp();
  network.fates.reads.push('well', 'answer lost');
  await mod.getCommentAnnotations({ refresh: true });
  expect(mod.snapshot()[0]).toMatchObject({ isCommentTextAvailable: false });
  const error: unknown = await mod.deleteCommentAnnotation('t1').catch((it: unknown) => it);
  expect(error).toMatchObject({ name: 'ConflictError', side: 'customer' });
  expect(mod.snapshot()[0]?.comments[1]?.commentText).toBe('the first');
  network.fates.reads.push('well', 'answer lost');
  await mod.getCommentAnnotations({ refresh: true });
  const again: unknown = await mod.retry(error).catch((it: unknown) => it);
  expect(again).toMatchObject({ name: 'ConflictError', side: 'customer' });
  await mod.retry(again);
  await ada.getCommentAnnotations();
  expect(ada.snapshot()).toEqual([]);
});
