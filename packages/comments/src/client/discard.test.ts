/**
 * Writes that their author gave up after "Not sent" are withdrawn: no one finds them, however late
 * they arrive.
 */
import { expect, test } from 'vitest';
import { ConflictError, ServiceError } from '../errors.js';
import { type Fate, createNetwork } from '../test-support/histories/network.js';

const first = { annotationId: 't1', metadata: { documentId: 'contract' }, comments: {} };
const words = { commentId: 2, commentText: 'better not' };
const failureOf = (write: Promise<unknown>): Promise<unknown> =>
  write.then(
    () => new Error('the write went through'),
    (error: unknown) => error,
  );

async function world() {
  const network = createNetwork();
  const ada = await network.signIn('ada', true);
  await ada.addCommentAnnotation({ ...first, comments: { 1: { commentId: 1, commentText: 'first' } } });
  /**
   * Texts that every user finds, once a process has finished the half-done writes and all late
   * requests have arrived.
   */
  const found = async () => {
    for (const send of network.late.splice(0)) await send();
    await (await network.signIn('system', true)).reconcile();
    const bob = await network.signIn('bob', true);
    return bob.snapshot().flatMap((it) => Object.values(it.comments).map((one) => one.commentText));
  };
  const fail = async (write: () => Promise<unknown>, ...fates: Fate[]) => {
    network.fates.writes.push(...fates);
    return failureOf(write());
  };
  return { ...network, ada, found, fail };
}

test.each<[string, Fate[]]>([
  ['it arrived', ['answer lost', 'answer lost']],
  ['it arrives after it was taken back', ['late', 'request lost']],
  ['it arrived, and comes once more', ['late', 'answer lost']],
])('an add that failed is published by nobody: %s', async (_what, fates) => {
  const { ada, fail, found } = await world();
  await fail(() => ada.addComment('t1', words), ...fates);
  await ada.getCommentAnnotations();
  expect(await found()).toEqual(['first']);
});

test('what could not be taken back at once is taken back with the next read', async () => {
  const { ada, fail, found } = await world();
  await fail(() => ada.addComment('t1', words), 'answer lost', 'answer lost', 'request lost', 'request lost');
  await ada.getCommentAnnotations();
  expect(await found()).toEqual(['first']);
});

test.each<[string, Fate[]]>([
  ['the taking back has arrived', ['answer lost', 'answer lost']],
  ['the taking back comes later', ['answer lost', 'answer lost', 'late', 'late']],
])('it is sent when it is tried again, and stays: %s', async (_what, fates) => {
  const { ada, fail, found } = await world();
  const failed = await fail(() => ada.addComment('t1', words), ...fates);
  await ada.retry(failed);
  expect(await found()).toEqual(['first', 'better not']);
});

test('a thread of which others have made use stays, without what was given up', async () => {
  const { fail, found, signIn, content } = await world();
  const [ada, bob] = [await signIn('ada', true), await signIn('bob', true)];
  const made = { ...first, annotationId: 't2' };
  const own = { ...made, title: 'better not', comments: { 1: { commentId: 1, commentText: 'better not' } } };
  await fail(() => ada.addCommentAnnotation(own), 'answer lost', 'late', 'request lost', 'request lost');
  await bob.addCommentAnnotation({ ...made, comments: { 2: { commentId: 2, commentText: 'by bob' } } });
  await ada.getCommentAnnotations();
  expect(await found()).toEqual(['first', 'by bob']);
  expect(JSON.stringify((await content.find({ organizationId: 'acme' })).threads)).not.toContain(
    'better not',
  );
});

test('a thread that was given up is made by the next person as if it had never been', async () => {
  const { fail, found, signIn } = await world();
  const [ada, bob] = [await signIn('ada', true), await signIn('bob', true)];
  const made = { ...first, annotationId: 't2' };
  const own = { ...made, comments: { 1: { commentId: 1, commentText: 'better not' } } };
  const failed = await fail(() => ada.addCommentAnnotation(own), 'late', 'answer lost');
  await ada.getCommentAnnotations();
  await bob.addCommentAnnotation({ ...made, comments: { 2: { commentId: 2, commentText: 'by bob' } } });
  expect(await found()).toEqual(['first', 'by bob']);
  await ada.retry(failed);
  expect(await found()).toEqual(expect.arrayContaining(['first', 'by bob', 'better not']));
});

test.each([true, false])(
  'discard takes back what only the service failed to take (answered: %s)',
  async (isLost) => {
    const { ada, fail, found } = await world();
    const failed = await fail(
      () => ada.addComment('t1', words),
      'well',
      isLost ? 'request lost' : 'answer lost',
    );
    expect(failed).toBeInstanceOf(ServiceError);
    await ada.discard(failed);
    expect(await found()).toEqual(['first']);
  },
);

test('deleteComment withdraws what was never shown', async () => {
  const { ada, fail, found } = await world();
  await fail(() => ada.addComment('t1', words), 'answer lost', 'answer lost', 'request lost', 'request lost');
  await ada.deleteComment('t1', 2);
  expect(await found()).toEqual(['first']);
});

test('discard takes the errors of writes, and of this client alone', async () => {
  const { ada } = await world();
  await expect(ada.discard(new Error('another'))).rejects.toThrow('discard takes an error of a write');
});

test('a failed thread that a later comment went out after is withdrawn with its words', async () => {
  const { signIn, fates, found } = await world();
  const ada = await signIn('ada', false);
  const made = { ...first, annotationId: 't2', comments: { 1: { commentId: 1, commentText: 'better not' } } };
  fates.writes.push('request lost', 'request lost');
  const failed = await failureOf(ada.addCommentAnnotation(made));
  await ada.addComment('t2', { commentId: 2, commentText: 'this stays' });
  expect(await found()).toEqual(['first', 'better not', 'this stays']);
  await ada.discard(failed);
  expect(await found()).toEqual(['first', 'this stays']);
});

test.each(['well', 'request lost', 'answer lost'] as const)(
  'words that were half given up are sent when they are tried again (the taking back at the service: %s)',
  async (fate) => {
    const { ada, fail, found, fates } = await world();
    const failed = await fail(() => ada.addComment('t1', words), 'well', 'request lost');
    fates.writes.push('well', fate);
    const given = await failureOf(ada.discard(failed));
    if (fate !== 'well') expect(given).toBeInstanceOf(ServiceError);
    await ada.retry(failed);
    expect(await found()).toEqual(['first', 'better not']);
  },
);

test('what was sent under two ids is taken back under both', async () => {
  const { ada, fail, found, fates } = await world();
  const failed = await fail(() => ada.addComment('t1', words), 'well', 'answer lost');
  fates.writes.push('well', 'request lost');
  expect(await failureOf(ada.discard(failed))).toBeInstanceOf(ServiceError);
  // The service still lists it under its first id.
  const again = await fail(() => ada.retry(failed), 'request lost', 'request lost');
  await ada.discard(again);
  expect(await found()).toEqual(['first']);
});

test('a note that is written where a thread was shown as deleted goes over no note when it was not', async () => {
  const { signIn, fates, late, content } = await world();
  const ada = await signIn('mod', true);
  await ada.updateCommentAnnotation('t1', { note: 'shown' }, 'status.changed');
  fates.writes.push('slow request');
  const deleting = failureOf(ada.deleteCommentAnnotation('t1'));
  expect(ada.snapshot()).toEqual([]);
  const writing = failureOf(ada.updateCommentAnnotation('t1', { note: 'blind' }, 'status.changed'));
  await expect.poll(() => late.length).toBe(1);
  const bob = await signIn('bob', true);
  await bob.addComment('t1', words);
  for (const send of late.splice(0)) await send();
  expect(await deleting).toBeInstanceOf(ConflictError);
  expect(await writing).toMatchObject({ name: 'ConflictError', current: { note: 'shown' } });
  const { threads } = await content.find({ organizationId: 'acme', annotationIds: ['t1'] });
  expect(threads[0]?.thread.record.note).toBe('shown');
});

test('a kept thread that is deleted before the customer’s side was heard of is withdrawn with its fields', async () => {
  const network = createNetwork();
  const { fates, late, content } = network;
  const ada = await network.signIn('ada', false);
  fates.writes.push('answer lost', 'late');
  const own = { ...first, title: 'better not', comments: { 1: { commentId: 1, commentText: 'better not' } } };
  await failureOf(ada.addCommentAnnotation(own));
  await ada.deleteCommentAnnotation('t1');
  for (const send of late.splice(0)) await send();
  expect(JSON.stringify(await content.find({ organizationId: 'acme', withDeleted: true }))).not.toContain(
    'better not',
  );
});

test('fields of a thread that was given up go, though another person has made it too', async () => {
  const { fail, signIn, content } = await world();
  const [ada, bob] = [await signIn('ada', true), await signIn('bob', true)];
  const made = { ...first, annotationId: 't2' };
  const own = {
    ...made,
    title: 'better not',
    note: 'of both',
    comments: { 1: { commentId: 1, commentText: 'x' } },
  };
  // The withdrawal gets through with the read only, after the other person.
  await fail(
    () => ada.addCommentAnnotation(own),
    'answer lost',
    'answer lost',
    'request lost',
    'request lost',
  );
  await bob.addCommentAnnotation({
    ...made,
    note: 'of both',
    comments: { 2: { commentId: 2, commentText: 'by bob' } },
  });
  await ada.getCommentAnnotations();
  const { threads } = await content.find({ organizationId: 'acme', annotationIds: ['t2'] });
  expect(threads[0]?.thread.record).not.toHaveProperty('title');
  expect(threads[0]?.thread.record.note).toBe('of both');
  expect(threads[0]?.comments[2]?.record.commentText).toBe('by bob');
});

test.each([undefined, 'a note'])(
  'an add that arrives behind its repeat, and is taken back, takes nothing of the repeat (%s)',
  async (note) => {
    const network = createNetwork();
    const { fates, late } = network;
    const ada = await network.signIn('ada', true);
    fates.writes.push('late', 'late', 'request lost', 'request lost');
    const error: unknown = await ada
      .addCommentAnnotation({
        ...{ annotationId: 't1', metadata: { documentId: 'contract' }, ...(note !== undefined && { note }) },
        comments: { 1: { commentId: 1, commentText: 'word' } },
      })
      .catch((it: unknown) => it);
    while (fates.writes.length > 0) await new Promise(setImmediate);
    fates.writes.push('request lost', 'request lost');
    const repeating = ada.retry(error);
    while (fates.writes.length > 0) await new Promise(setImmediate);
    await repeating.catch(async (it: unknown) => ada.retry(it));
    // The first request arrives, and with the next read it is taken back.
    for (const send of late.splice(0)) await send();
    await ada.getCommentAnnotations({ refresh: true });
    const bob = await network.signIn('bob', true);
    expect(bob.snapshot()[0]?.comments[1]?.commentText).toBe('word');
    expect(bob.snapshot()[0]?.note).toBe(note);
  },
);
