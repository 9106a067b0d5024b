/** Ids that the service would refuse reach neither side. */
import { expect, test } from 'vitest';
import type { CommentAnnotation } from '../record.js';
import { page } from '../test-support/page.js';
import { comment, thread } from '../test-support/records.js';

const metadata = { documentId: 'contract' };

test.each<[unknown, RegExp]>([
  [{ metadata, comments: {} }, /annotationId must be a text of 1 to 200/],
  [{ annotationId: '', metadata, comments: {} }, /annotationId must/],
  [{ annotationId: 'x'.repeat(201), metadata, comments: {} }, /annotationId must/],
  [{ annotationId: 'a\nb', metadata, comments: {} }, /annotationId must/],
  [{ annotationId: '\ud83d', metadata, comments: {} }, /annotationId must/],
  [{ annotationId: 't2', comments: {} }, /metadata must be an object with a documentId/],
  [{ annotationId: 't2', metadata }, /comments must be an object with each/],
  [
    { annotationId: 't2', metadata, comments: { 1: comment(2) } },
    /comments must be .* each under its commentId/,
  ],
  [{ annotationId: 't2', metadata, comments: { a: {} } }, /each under its commentId/],
  [{ annotationId: 't2', metadata, comments: { 1: null } }, /each under its commentId/],
  [null, /annotationId must .*metadata must .*comments must/],
])('no thread: %j', async (made, message) => {
  const { client, log } = await page();
  const added = client.addCommentAnnotation(made as CommentAnnotation);
  await expect(added).rejects.toMatchObject({ name: 'CommentsSetupError' });
  await expect(added).rejects.toThrow(message);
  expect([client.snapshot(), log]).toEqual([[], []]);
});

test('an annotationId is counted in characters, as the service counts it', async () => {
  const { client } = await page();
  const add = (annotationId: string) => client.addCommentAnnotation({ annotationId, metadata, comments: {} });
  await expect(add('𝒙'.repeat(201))).rejects.toThrow(/annotationId must be a text of 1 to 200/);
  await add('𝒙'.repeat(200));
  expect(client.snapshot().map((it) => it.annotationId)).toEqual(['𝒙'.repeat(200)]);
});

test.each(['1', 1.5, -1, NaN, 2 ** 60, null])('no commentId: %j', async (commentId) => {
  const { client, log } = await page();
  await client.addCommentAnnotation(thread('t1', [comment(1)]));
  log.length = 0;
  const id = commentId as number;
  const writes = [
    () => client.addComment('t1', { commentText: 'a', commentId: id }),
    () => client.updateComment('t1', id, { commentText: 'b' }),
    () => client.deleteComment('t1', id),
  ];
  for (const write of writes) await expect(write()).rejects.toThrow(/commentId must be a whole number/);
  expect(log).toEqual([]);
});

test('what is left out, or undefined, is filled in', async () => {
  const { client } = await page();
  const { commentId: _id, from: _from, ...words } = comment(1);
  await client.addCommentAnnotation({ annotationId: 't1', metadata, comments: { 1: words as never } });
  const id = await client.addComment('t1', { ...words, commentId: undefined, from: undefined } as never);
  const { comments } = client.snapshot()[0]!;
  expect([comments[1]?.commentId, comments[1]?.from]).toEqual([1, { userId: 'ada' }]);
  expect([comments[id]?.commentId, comments[id]?.from]).toEqual([id, { userId: 'ada' }]);
});

test('a comment that says nothing is refused: a misspelled field is one of the host’s own to the compiler', async () => {
  const { client, log } = await page();
  await client.addCommentAnnotation(thread('t1', [comment(1)]));
  log.length = 0;
  const said = 'the comment has no commentText';
  await expect(client.addComment('t1', { comentText: 'x' })).rejects.toThrow(said);
  const empty = { annotationId: 't2', metadata, comments: { 2: { commentId: 2, comentText: 'x' } } };
  await expect(client.addCommentAnnotation(empty)).rejects.toThrow(said);
  expect(log).toEqual([]);
  // @ts-expect-error -- a text: the types of the documented fields are checked
  await client.addComment('t1', { commentText: 'x', createdAt: 'today' }).catch(() => undefined);
  for (const content of [{ commentText: '' }, { commentHtml: '<p>x</p>' }, { attachments: {} }])
    await client.addComment('t1', content);
});
