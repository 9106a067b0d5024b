/** A write to a thread that is shown without its content is compared with the current content. */
import { expect, test } from 'vitest';
import { ConflictError } from '../errors.js';
import { createNetwork } from '../test-support/histories/network.js';

const nextTurn = () => new Promise(setImmediate);

test('a comment without its text is not deleted, also if a list arrives while its content is read', async () => {
  const network = createNetwork();
  const { fates, late } = network;
  const ada = await network.signIn('ada', true);
  await ada.addCommentAnnotation({
    ...{ annotationId: 't1', metadata: { documentId: 'contract' } },
    comments: { 1: { commentId: 1, commentText: 'first' } },
  });
  fates.reads.push('well', 'request lost');
  const mod = await network.signIn('mod', true);
  expect(mod.snapshot()[0]?.comments[1]?.commentText).toBeUndefined();
  await ada.addComment('t1', { commentId: 2, commentText: 'second' });

  // The read before the deletion answers for a revision that the list has replaced meanwhile.
  fates.reads.push('slow answer');
  const deleting = mod.deleteComment('t1', 1).catch((error: unknown) => error);
  while (late.length === 0) await nextTurn();
  const reading = mod.getCommentAnnotations();
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  await late.shift()?.();
  const error = await deleting;
  await reading;
  expect(error).toBeInstanceOf(ConflictError);
  expect((error as ConflictError).current?.commentText).toBe('first');
  const { threads } = await network.content.find({ organizationId: 'acme' });
  expect(threads[0]?.comments[1]?.record.commentText).toBe('first');
});

test('a thread is not deleted with a comment that the service did not list when the deletion was decided', async () => {
  const network = createNetwork();
  const { fates, late } = network;
  const ada = await network.signIn('ada', true);
  await ada.addCommentAnnotation({
    ...{ annotationId: 't1', metadata: { documentId: 'contract' } },
    comments: { 1: { commentId: 1, commentText: 'first' } },
  });
  fates.writes.push('well', 'slow request');
  const adding = ada.addComment('t1', { commentId: 2, commentText: 'second' });
  while (late.length === 0) await nextTurn();
  const mod = await network.signIn('mod', true);
  fates.writes.push('slow request');
  const status = mod.updateCommentAnnotation('t1', { status: 'open' }, 'status.changed');
  while (late.length === 1) await nextTurn();
  expect(Object.keys(mod.snapshot()[0]?.comments ?? {})).toEqual(['1']);

  // It waits for the status, and the comment is listed meanwhile.
  const deleting = mod.deleteCommentAnnotation('t1').catch((error: unknown) => error);
  await late.shift()?.();
  await adding;
  await mod.getCommentAnnotations();
  await late.shift()?.();
  await status;
  expect(await deleting).toBeInstanceOf(ConflictError);
  const { threads } = await network.content.find({ organizationId: 'acme' });
  expect(threads[0]?.comments[2]?.record.commentText).toBe('second');
});

test('a status that is shown is changed while the words are missing; a title that is not shown is not', async () => {
  const network = createNetwork();
  const ada = await network.signIn('ada', true);
  await ada.addCommentAnnotation({
    ...{ annotationId: 't1', metadata: { documentId: 'contract' }, status: 'OPEN', title: 'Words' },
    comments: { 1: { commentId: 1, commentText: 'first' } },
  });
  network.fates.reads.push('well', 'request lost');
  const bob = await network.signIn('bob', true);
  expect(bob.snapshot()[0]).toMatchObject({ status: 'OPEN', isCommentTextAvailable: false });
  await bob.updateCommentAnnotation('t1', { status: 'DONE' }, 'status.changed');
  await ada.getCommentAnnotations();
  expect(ada.snapshot()[0]).toMatchObject({ status: 'DONE', title: 'Words' });

  network.fates.reads.push('well', 'request lost');
  const carol = await network.signIn('carol', true);
  const both = { status: 'OPEN', title: 'Other words' };
  await expect(carol.updateCommentAnnotation('t1', both, 'status.changed')).rejects.toThrow(ConflictError);
});
