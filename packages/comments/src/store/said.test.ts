/** An acknowledged word stays, however many others said the same and took it back. */
import { expect, test } from 'vitest';
import { comment, thread } from '../test-support/records.js';
import { writeChange } from './annotation-store.js';
import { type SavedChange, changeOf } from './change.js';
import { createMemoryAnnotationStore } from './memory-store.js';
import { type AnnotationRecord, recordOf } from './rows.js';

const annotation = thread('t1', [comment(1)], { note: 'first' }) as unknown as AnnotationRecord;

function stored() {
  const store = createMemoryAnnotationStore();
  const save = (change: Omit<SavedChange, 'annotation'>) =>
    writeChange(store, 'acme', changeOf({ annotation, ...change }), { makesThreads: true });
  const now = async () => {
    const { threads } = await store.find({ organizationId: 'acme' });
    return threads[0] ? recordOf(threads[0]) : null;
  };
  const row = async () => (await store.find({ organizationId: 'acme' })).threads[0];
  return { save, now, row };
}

test.each([2, 16, 17, 40])('%i adds that say the same as one that stays are taken back', async (count) => {
  const { save, now, row } = stored();
  const ids = Array.from({ length: count }, (_, index) => `w${index + 1}`);
  for (const writeId of ['w0', ...ids]) await save({ event: 'comment_annotation.add', writeId });
  const { thread: own, comments } = (await row())!;
  // The list of them is bounded.
  expect([own.said?.note?.length, comments[1]?.said?.['*']?.length]).toEqual(
    Array(2).fill(Math.min(count + 1, 16)),
  );
  for (const withdraws of ids)
    await save({ event: 'comment_annotation.delete', withdraws, writeId: `back-${withdraws}` });
  expect(await now()).toMatchObject({ note: 'first', comments: { 1: comment(1) } });
});

test('what each of them took back is gone', async () => {
  const { save, now } = stored();
  for (const writeId of ['w0', 'w1']) await save({ event: 'comment_annotation.add', writeId });
  for (const withdraws of ['w0', 'w1'])
    await save({ event: 'comment_annotation.delete', withdraws, writeId: `back-${withdraws}` });
  expect(await now()).toMatchObject({ metadata: annotation.metadata });
  expect(Object.keys((await now()) ?? {}).toSorted()).toEqual(['annotationId', 'comments', 'metadata']);
  expect((await now())?.comments).toEqual({});
});

test('an add that comes after it was taken back says nothing, though another one said the same', async () => {
  const { save, now } = stored();
  const withdraw = (withdraws: string) =>
    save({ event: 'comment_annotation.delete', withdraws, writeId: `back-${withdraws}` });
  await save({ event: 'comment_annotation.add', writeId: 'w0' });
  await withdraw('late');
  await save({ event: 'comment_annotation.add', writeId: 'late' });
  expect(await now()).toMatchObject({ note: 'first', comments: { 1: comment(1) } });
  await withdraw('w0');
  expect(await now()).toBeNull();
});

test('an add of a thread that comes after one of its comments was taken back makes the thread', async () => {
  const { save, now } = stored();
  await save({ event: 'comment.delete', commentId: 1, withdraws: 'w0', writeId: 'back' });
  expect(await now()).toBeNull();
  await save({ event: 'comment_annotation.add', writeId: 'w0' });
  expect(await now()).toMatchObject({ note: 'first' });
  expect((await now())?.comments).toEqual({});
});
