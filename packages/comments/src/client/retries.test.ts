/**
 * A retry repeats its own write, never goes over what others wrote since, and says when it had no
 * effect.
 */
import { expect, test } from 'vitest';
import { ConflictError, ResolverError, ServiceError } from '../errors.js';
import { type StoredThread, recordOf } from '../store/rows.js';
import { createNetwork } from '../test-support/histories/network.js';
import type { CommentsClient } from './client.js';

const STATUS = 'status.changed';
const thread = (comments: Readonly<Record<number, string>>, more: object = {}) => ({
  ...{ annotationId: 't1', metadata: { documentId: 'contract' }, ...more },
  comments: Object.fromEntries(
    Object.entries(comments).map(([id, commentText]) => [id, { commentId: Number(id), commentText }]),
  ),
});
const failureOf = (write: Promise<unknown>): Promise<unknown> => write.then(fail, (error: unknown) => error);
const fail = () => new Error('the write went through');

async function world() {
  const network = createNetwork();
  const find = async (store: 'content' | 'structure', id = 't1') => {
    const { threads } = await network[store].find({ organizationId: 'acme', annotationIds: [id] });
    return (threads[0] && recordOf(threads[0] satisfies StoredThread)) ?? null;
  };
  const lose = (...fates: typeof network.fates.writes) => network.fates.writes.push(...fates);
  const texts = async (id = 't1') => textsIn(await find('content', id));
  return { ...network, find, lose, texts };
}

const textsIn = (record: { readonly comments: object } | null | undefined) =>
  Object.values(record?.comments ?? {}).map((it: { readonly commentText?: string }) => it.commentText);

test('two writes that met the same failed read are tried again each by itself', async () => {
  const { signIn, fates, texts } = await world();
  const ada = await signIn('ada', true);
  for (const id of ['t1', 't2'])
    await ada.addCommentAnnotation({ ...thread({ 1: 'first' }), annotationId: id });
  const bob = await signIn('bob', true);
  for (const id of ['t1', 't2']) await bob.addComment(id, { commentId: 2, commentText: 'by bob' });
  fates.reads.push('well', 'request lost', 'request lost');
  await ada.getCommentAnnotations();
  const writes = ['t1', 't2'].map((id) => failureOf(ada.addComment(id, { commentText: `for ${id}` })));
  const [first, second] = await Promise.all(writes);
  expect([first, second]).toMatchObject([{ operation: 'get' }, { operation: 'get' }]);
  expect(first).not.toBe(second);
  await ada.retry(first);
  expect([await texts('t1'), await texts('t2')]).toMatchObject([
    ['first', 'by bob', 'for t1'],
    ['first', 'by bob'],
  ]);
  await ada.retry(second);
  expect(await texts('t2')).toEqual(expect.arrayContaining(['for t2']));
});

test.each(['note', 'text'])(
  'a retry does not go over a %s that was replaced since, nor shows its own',
  async (what) => {
    const { signIn, lose, find, texts } = await world();
    const ada = await signIn('mod', true);
    await ada.addCommentAnnotation(thread({ 1: 'n0' }, { note: 'n0' }));
    const bob = await signIn('mod', true);
    const write = (by: CommentsClient, value: string) =>
      what === 'note'
        ? by.updateCommentAnnotation('t1', { note: value }, STATUS)
        : by.updateComment('t1', 1, { commentText: value });
    const shown = () => {
      const [it] = ada.snapshot();
      return what === 'note' ? it?.note : it?.comments[1]?.commentText;
    };
    const stored = async () => (what === 'note' ? (await find('content'))?.note : (await texts())[0]);
    lose('well', 'request lost');
    const failed = await failureOf(write(ada, 'of ada'));
    expect(failed).toBeInstanceOf(ServiceError);
    await bob.retry(await failureOf(write(bob, 'of bob')));
    const again = await failureOf(ada.retry(failed));
    expect(again).toMatchObject({ name: 'ConflictError', reason: 'changed' });
    expect((again as ConflictError).current).toMatchObject(
      what === 'note' ? { note: 'of bob' } : { commentText: 'of bob' },
    );
    expect([shown(), await stored()]).toEqual(['of bob', 'of bob']);
    // The repeat is a new decision now.
    await ada.retry(again);
    expect([shown(), await stored()]).toEqual(['of ada', 'of ada']);
  },
);

test('the second maker of a thread writes over nothing that they were not shown', async () => {
  const { signIn, find } = await world();
  const [ada, bob] = [await signIn('ada', true), await signIn('bob', true)];
  await ada.addCommentAnnotation(thread({ 1: 'by ada' }, { title: 'of ada' }));
  await bob.addCommentAnnotation(thread({ 2: 'by bob' }));
  const carol = await signIn('carol', true);
  await carol.updateCommentAnnotation('t1', { note: 'of carol', status: 'RESOLVED' }, STATUS);
  const over = bob.updateCommentAnnotation('t1', { title: 'of bob', note: 'of bob', status: 'OPEN' }, STATUS);
  await expect(over).rejects.toBeInstanceOf(ConflictError);
  expect(await find('content')).toMatchObject({ title: 'of ada', note: 'of carol' });
  expect(await find('structure')).toMatchObject({ status: 'RESOLVED' });
});

test('a status that was set on a thread whose add failed does not undo a newer one', async () => {
  const { signIn, lose, find } = await world();
  const ada = await signIn('ada', true);
  lose('well', 'request lost');
  const add = failureOf(ada.addCommentAnnotation(thread({ 1: 'by ada' })));
  const status = failureOf(ada.updateCommentAnnotation('t1', { status: 'DRAFT' }, STATUS));
  const [failed, after] = [await add, await status];
  await ada.retry(failed);
  const bob = await signIn('bob', true);
  await bob.updateCommentAnnotation('t1', { status: 'APPROVED' }, STATUS);
  await expect(ada.retry(after)).rejects.toBeInstanceOf(ConflictError);
  expect((await find('structure'))?.status).toBe('APPROVED');
});

test.each([true, false])(
  'an older write that is tried again leaves one’s own newer one (reverts: %s)',
  async (reverts) => {
    const { signIn, lose, texts } = await world();
    const ada = await signIn('ada', reverts);
    await ada.addCommentAnnotation(thread({ 1: 'n0' }));
    lose('request lost', 'request lost');
    const failed = await failureOf(ada.updateComment('t1', 1, { commentText: 'older' }));
    expect(failed).toBeInstanceOf(ResolverError);
    await ada.updateComment('t1', 1, { commentText: 'newer' });
    const again = await failureOf(ada.retry(failed));
    expect(again).toMatchObject({ name: 'ConflictError', current: { commentText: 'newer' } });
    expect(await texts()).toEqual(['newer']);
  },
);

test('a comment of a thread whose add is not acknowledged is deleted with its words', async () => {
  const { signIn, lose, texts, late, find } = await world();
  const ada = await signIn('ada', false);
  lose('late', 'answer lost');
  await failureOf(ada.addCommentAnnotation(thread({ 1: 'a secret', 2: 'fine' })));
  await ada.deleteComment('t1', 1);
  expect(await texts()).toEqual(['fine']);
  for (const send of late.splice(0)) await send();
  expect(await texts()).toEqual(['fine']);
  const system = await signIn('system', true);
  await system.reconcile();
  const bob = await signIn('bob', true);
  expect(textsIn(bob.snapshot()[0])).toEqual(['fine']);
  // The rest of the add goes with the next write.
  await ada.addComment('t1', { commentId: 3, commentText: 'more' });
  expect(Object.keys((await find('structure'))?.comments ?? {})).toEqual(['2', '3']);
});

test('a comment that was shown without its words is not deleted with words that were never shown', async () => {
  const { signIn, fates, texts } = await world();
  const ada = await signIn('ada', true);
  await ada.addCommentAnnotation(thread({ 1: 'words' }));
  const moderator = await signIn('mod', true);
  fates.reads.push('well', 'request lost');
  await moderator.getCommentAnnotations({ refresh: true });
  const failed = await failureOf(moderator.deleteComment('t1', 1));
  expect(failed).toMatchObject({ name: 'ConflictError', current: { commentText: 'words' } });
  expect(await texts()).toEqual(['words']);
  await moderator.retry(failed);
  expect(await texts()).toEqual([]);
});

test('a thread is not deleted with words that the service did not tell of yet, nor with a status that was not seen', async () => {
  const { signIn, lose, texts, find } = await world();
  const ada = await signIn('ada', true);
  await ada.addCommentAnnotation(thread({ 1: 'first' }));
  const moderator = await signIn('mod', true);
  lose('well', 'slow request');
  const adding = ada.addComment('t1', { commentText: 'second' });
  await new Promise(setImmediate);
  await moderator.getCommentAnnotations({ refresh: true });
  await expect(moderator.deleteCommentAnnotation('t1')).rejects.toBeInstanceOf(ConflictError);
  expect(await texts()).toEqual(['first', 'second']);
  void adding;
  const bob = await signIn('bob', true);
  await bob.updateCommentAnnotation('t1', { status: 'RESOLVED' }, STATUS);
  await expect(moderator.deleteCommentAnnotation('t1')).rejects.toBeInstanceOf(ConflictError);
  expect((await find('content'))?.annotationId).toBe('t1');
});

test('to delete a thread is tried again on what the page shows of it by then, and on nothing newer', async () => {
  const { signIn, texts } = await world();
  const moderator = await signIn('mod', true);
  await moderator.addCommentAnnotation(thread({ 1: 'first' }));
  const ada = await signIn('ada', true);
  await ada.addComment('t1', { commentId: 2, commentText: 'never shown' });
  const failed = await failureOf(moderator.deleteCommentAnnotation('t1'));
  expect(failed).toBeInstanceOf(ConflictError);
  const again = await failureOf(moderator.retry(failed));
  expect(again).toBeInstanceOf(ConflictError);
  expect(await texts()).toEqual(['first', 'never shown']);
  // The first retry has read it, so that it is shown now.
  expect(textsIn(moderator.snapshot()[0])).toEqual(['first', 'never shown']);
  await moderator.retry(again);
  expect(await texts()).toEqual([]);
});

test('a comment whose words are missing beside others is not edited over words that were never shown', async () => {
  const { signIn, fates, texts, lose } = await world();
  const ada = await signIn('ada', true);
  await ada.addCommentAnnotation(thread({ 1: 'first' }));
  const moderator = await signIn('mod', true);
  await ada.addComment('t1', { commentId: 2, commentText: 'second' });
  fates.reads.push('well', 'request lost');
  await moderator.getCommentAnnotations();
  lose();
  const failed = await failureOf(moderator.updateComment('t1', 2, { commentText: 'blind' }));
  expect(failed).toMatchObject({ name: 'ConflictError', current: { commentText: 'second' } });
  expect(await texts()).toEqual(['first', 'second']);
});

test('two adds of one thread that failed do not take each other along', async () => {
  const { signIn, lose, find } = await world();
  const ada = await signIn('ada', false);
  lose('request lost', 'request lost');
  await failureOf(ada.addCommentAnnotation(thread({ 1: 'one' }, { note: 'of the first' })));
  await ada.addCommentAnnotation(thread({ 2: 'two' }, { note: 'of the second' }));
  expect((await find('content'))?.note).toBe('of the second');
});
