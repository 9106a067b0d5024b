/** A write changes what it says, and nothing that its writer did not see. */
import { describe, expect, test } from 'vitest';
import { comment, thread } from '../test-support/records.js';
import { type WriteResult, writeAnnouncement, writeChange, writeDelete } from './annotation-store.js';
import { type SavedChange, changeOf } from './change.js';
import { createMemoryAnnotationStore } from './memory-store.js';
import { type AnnotationRecord, recordOf } from './rows.js';

const of = (comments: readonly ReturnType<typeof comment>[], more: object = {}) =>
  thread('t1', comments, more) as unknown as AnnotationRecord;

async function stored(...comments: ReturnType<typeof comment>[]) {
  const store = createMemoryAnnotationStore();
  const save = (change: SavedChange, by = 'ada') =>
    writeChange(store, 'acme', changeOf(change, { userId: by }), { makesThreads: true });
  const remove = (options: Parameters<typeof writeDelete>[2] = {}) =>
    writeDelete(store, { organizationId: 'acme', annotationId: 't1' }, options);
  const announce = (options: Parameters<typeof writeDelete>[2] = {}) =>
    writeAnnouncement(store, { organizationId: 'acme', annotationId: 't1' }, options);
  const now = async () => {
    const { threads } = await store.find({ organizationId: 'acme' });
    return threads[0] ? recordOf(threads[0]) : null;
  };
  await save({ annotation: of(comments, { note: 'first', status: 'OPEN' }), writeId: 'w0' });
  return { store, save, remove, announce, now };
}

const add = (commentId: number, more: object = {}, about: object = {}): SavedChange => ({
  annotation: of([comment(commentId, 'ada', more)]),
  event: 'comment.add',
  commentId,
  ...about,
});
const edit = (commentId: number, fields: object, about: object = {}): SavedChange => ({
  annotation: of([comment(commentId, 'ada', fields)]),
  event: 'comment.update',
  commentId,
  changedFields: Object.keys(fields),
  ...about,
});
const remove = (commentId: number, about: object = {}): SavedChange => ({
  annotation: of([]),
  event: 'comment.delete',
  commentId,
  ...about,
});
const conflict = (reason: string, commentId: number | null): Partial<WriteResult> =>
  expect.objectContaining({ outcome: 'conflict', conflict: { reason, commentId } }) as never;
const textOf = (it: AnnotationRecord | null, commentId: number) =>
  (it?.comments[String(commentId)] as { commentText?: string } | undefined)?.commentText;

describe('a write that names a comment', () => {
  test('leaves the others as they are, also where it brings older copies of them', async () => {
    const { save, now } = await stored(comment(1), comment(2));
    await save(edit(1, { commentText: 'edited' }));
    await save({ annotation: of([comment(1), comment(3)]), event: 'comment.add', commentId: 3 });
    expect(textOf(await now(), 1)).toBe('edited');
    expect(Object.keys((await now())?.comments ?? {})).toEqual(['1', '2', '3']);
  });

  test('changes the fields that it is about, and no other', async () => {
    const { save, now } = await stored(comment(1));
    await save(edit(1, { mood: 'calm' }, { revision: 1 }));
    await save(edit(1, { commentText: 'edited' }, { revision: 1 }));
    expect((await now())?.comments[1]).toMatchObject({ mood: 'calm', commentText: 'edited' });
  });

  test('takes a field away', async () => {
    const { save, now } = await stored(comment(1));
    const { attachments: _gone, ...bare } = comment(1);
    const change = { ...edit(1, {}), annotation: of([bare]), changedFields: ['attachments'] };
    await save(change);
    expect((await now())?.comments[1]).toEqual(bare);
  });

  test('is refused where somebody changed the same since it was read, and is told what there is', async () => {
    const { save, now } = await stored(comment(1));
    await save(edit(1, { commentText: 'newer' }, { revision: 1 }));
    const late = await save(edit(1, { commentText: 'older' }, { revision: 1 }));
    expect(late).toEqual(conflict('changed', 1));
    expect(late).toMatchObject({ stored: { comments: { 1: { record: { commentText: 'newer' } } } } });
    expect(await save(remove(1, { revision: 1 }))).toEqual(conflict('changed', 1));
    expect(textOf(await now(), 1)).toBe('newer');
    expect(await save(edit(1, { commentText: 'seen' }, { revision: 2 }))).toMatchObject({ outcome: 'done' });
  });

  test('does not bring back what was deleted, by an edit, an add, or a repeat of the first add', async () => {
    const { save, now } = await stored(comment(1));
    await save(add(2, {}, { writeId: 'w1' }));
    await save(remove(2));
    expect(await save(edit(2, { commentText: 'back' }))).toEqual(conflict('deleted', 2));
    expect(await save(add(2))).toEqual(conflict('deleted', 2));
    expect(await save(add(2, {}, { writeId: 'w1' }))).toMatchObject({ outcome: 'done' });
    expect(await save(remove(2))).toMatchObject({ outcome: 'done' });
    expect(Object.keys((await now())?.comments ?? {})).toEqual(['1']);
  });

  test('a repeat is the same comment; another comment with its id is refused', async () => {
    const { store, save } = await stored(comment(1));
    const first = await save(add(2, {}, { writeId: 'w1' }));
    expect(await save(add(2, {}, { writeId: 'w1' }))).toEqual(first);
    expect(await save(add(2, { createdAt: 9 }))).toMatchObject({ outcome: 'done' });
    expect(await save(add(2, { commentText: 'another' }))).toEqual(conflict('changed', 2));
    expect((await store.find({ organizationId: 'acme' })).threads[0]?.revision).toBe(2);
  });

  test('an add fills in what is not there yet, and puts no name under words without one', async () => {
    const { store, save, now } = await stored(comment(1));
    const system = (change: SavedChange) =>
      writeChange(store, 'acme', changeOf(change), { makesThreads: true });
    const comments = (it: object) => ({ ...of([]), comments: { 2: { commentId: 2, ...it } } });
    const event = 'comment.add';
    const from = { userId: 'ada' };
    await system({ annotation: comments({ from }), event, commentId: 2 });
    expect(await save(add(2, { from }))).toMatchObject({ outcome: 'done' });
    expect(textOf(await now(), 2)).toBe(comment(2).commentText);
    await system({ ...add(3, {}), annotation: of([{ commentId: 3, commentHtml: '<p>of whom?' }]) });
    expect(await save(add(3))).toEqual(conflict('changed', 3));
  });

  test('a repeat that comes late changes nothing of what came after it', async () => {
    const { save, now } = await stored(comment(1));
    const early = edit(1, { commentText: 'early' }, { writeId: 'w1', revision: 1 });
    await save(early);
    await save(edit(1, { commentText: 'later' }, { writeId: 'w2', revision: 2 }));
    await save(early);
    expect(textOf(await now(), 1)).toBe('later');
  });

  test('a delete that is faster than its add holds it up, and keeps nobody else from the id', async () => {
    const { save, now } = await stored(comment(1));
    await save(remove(7), 'ada');
    expect(await save(add(7), 'ada')).toEqual(conflict('deleted', 7));
    expect(await save(add(7), 'bob')).toMatchObject({ outcome: 'done' });
    expect(Object.keys((await now())?.comments ?? {})).toEqual(['1', '7']);
  });
});

describe('a write to the thread itself', () => {
  const set = (fields: object, about: object = {}): SavedChange => ({
    annotation: of([], fields),
    event: 'status.changed',
    changedFields: Object.keys(fields),
    ...about,
  });

  test('changes its fields and no comment, whatever else it brings', async () => {
    const { save, now } = await stored(comment(1));
    await save(edit(1, { commentText: 'edited' }));
    await save({
      ...set({ status: 'RESOLVED' }, { revision: 1 }),
      annotation: of([comment(1)], { status: 'RESOLVED', note: 'old' }),
    });
    expect(await now()).toMatchObject({ status: 'RESOLVED', note: 'first' });
    expect(textOf(await now(), 1)).toBe('edited');
  });

  test('a comment from an older view takes back no status', async () => {
    const { save, now } = await stored(comment(1));
    await save(set({ status: 'RESOLVED' }));
    await save({ ...add(2), annotation: of([comment(1), comment(2)], { status: 'OPEN', note: 'x' }) });
    expect(await now()).toMatchObject({ status: 'RESOLVED', note: 'first' });
  });

  test('of two that set one field, the one who did not see the other is refused', async () => {
    const { save } = await stored(comment(1));
    await save(set({ status: 'RESOLVED' }, { revision: 1 }));
    expect(await save(set({ status: 'CLOSED' }, { revision: 1 }))).toEqual(conflict('changed', null));
    expect(await save(set({ note: 'mine' }, { revision: 1 }))).toMatchObject({ outcome: 'done' });
  });
});

describe('a thread', () => {
  test('that two make at once has the comments of both', async () => {
    const { save, now } = await stored(comment(1));
    await save({ annotation: of([comment(2, 'bob')]), event: 'comment_annotation.add' }, 'bob');
    expect(Object.keys((await now())?.comments ?? {})).toEqual(['1', '2']);
  });

  test.each<[string, object, SavedChange]>([
    ['as its thread is', {}, { annotation: of([comment(2)]), event: 'comment_annotation.add' }],
    ['by a comment', {}, add(2)],
    ['without saying what it does', {}, { annotation: of([comment(2)]) }],
    ['by a comment that is sent whole', {}, { ...add(2), event: 'comment.update' }],
    ['to a thread of no document', { documentId: undefined }, add(2)],
  ])(
    'of another document is written to by nobody, system callers either: %s',
    async (_how, where, change) => {
      const { store } = await stored();
      const elsewhere = { organizationId: 'acme', documentId: 'bobs', ...where };
      const first = { annotation: { ...of([comment(1)]), annotationId: 't2', metadata: elsewhere } };
      const save = (it: SavedChange) => writeChange(store, 'acme', changeOf(it), { makesThreads: true });
      await save(first);
      const moved = { ...change, annotation: { ...change.annotation, annotationId: 't2' } };
      expect(await save(moved)).toEqual(conflict('changed', null));
      const { threads } = await store.find({ organizationId: 'acme', annotationIds: ['t2'] });
      expect(Object.keys(threads[0]?.comments ?? {})).toEqual(['1']);
    },
  );

  test('is added to without its document, by a writer who says none', async () => {
    const { save, now } = await stored(comment(1));
    await save({ ...add(2), annotation: of([comment(2)], { metadata: { organizationId: 'acme' } }) });
    expect(Object.keys((await now())?.comments ?? {})).toEqual(['1', '2']);
  });

  test('that was deleted has no words left and is not made again; the repeat of the delete is harmless', async () => {
    const { store, save, remove: removeThread, now } = await stored(comment(1));
    await removeThread();
    expect(await removeThread()).toMatchObject({ outcome: 'done' });
    const again = { annotation: of([comment(1)]), event: 'comment_annotation.add' };
    for (const change of [again, add(2), edit(1, { commentText: 'back' })])
      expect(await save(change)).toEqual(conflict('deleted', null));
    expect(await now()).toBeNull();
    const { threads } = await store.find({ organizationId: 'acme', withDeleted: true });
    expect(JSON.stringify(threads)).not.toContain('canary');
    expect(threads[0]?.thread.record).toEqual({
      metadata: { organizationId: 'acme', documentId: 'contract' },
    });
  });

  test('in which somebody wrote meanwhile is not deleted by who did not see it', async () => {
    const { save, remove: removeThread } = await stored(comment(1));
    await save(add(2));
    expect(await removeThread({ revision: 1 })).toEqual(conflict('changed', null));
    expect(await removeThread({ revision: 2 })).toMatchObject({ outcome: 'done' });
  });

  test('is not made by a write to it where the service does not know it', async () => {
    const { store } = await stored();
    const change = changeOf({ ...add(1), annotation: { ...of([comment(1)]), annotationId: 'gone' } });
    const result = await writeChange(store, 'acme', change, { makesThreads: false });
    expect(result).toEqual(conflict('missing', null));
  });
});

test('a write touches the thread’s row and one comment, however many there are', async () => {
  const { store, save } = await stored();
  for (let id = 1; id <= 50; id += 1) await save(add(id));
  const puts: unknown[] = [];
  const loads: unknown[] = [];
  const counting = {
    ...store,
    load: (...asked: Parameters<typeof store.load>) => {
      loads.push(asked[1]);
      return store.load(...asked);
    },
    put: (put: Parameters<typeof store.put>[0]) => {
      puts.push([put.thread === null, Object.keys(put.comments)]);
      return store.put(put);
    },
  };
  await writeChange(counting, 'acme', changeOf(edit(7, { commentText: 'x' })), { makesThreads: false });
  expect([loads, puts]).toEqual([[['7']], [[false, ['7']]]]);
});

describe('a thread whose deletion is announced', () => {
  const status = (value: string, revision: number): SavedChange => ({
    annotation: of([], { status: value }),
    event: 'status.changed',
    changedFields: ['status'],
    revision,
  });

  test('takes no field from an earlier view, and each from a later one', async () => {
    const { save, announce, remove, now } = await stored(comment(1));
    const told = await announce({ revision: 1, writeId: 'd1' });
    expect(told).toMatchObject({ outcome: 'done', revision: 2 });
    expect(await save(status('LATE', 1))).toEqual(conflict('changed', null));
    const mood = { annotation: of([], { mood: 'glad' }), changedFields: ['mood'] };
    expect(await save({ ...status('', 1), ...mood })).toEqual(conflict('changed', null));
    expect(await remove({ revision: 2 })).toMatchObject({ outcome: 'done' });
    expect(await now()).toBeNull();
  });

  test('stays, and is written to, where the deletion does not follow', async () => {
    const { save, announce, remove, now } = await stored(comment(1));
    await announce({ revision: 1, writeId: 'd1' });
    expect(await save(status('NEW', 2))).toMatchObject({ outcome: 'done', revision: 3 });
    expect(await remove({ revision: 2 })).toEqual(conflict('changed', null));
    expect(await now()).toMatchObject({ status: 'NEW' });
  });

  test('is announced once by the same write, and not from an old view', async () => {
    const { save, announce } = await stored(comment(1));
    await announce({ revision: 1, writeId: 'd1' });
    expect(await announce({ revision: 1, writeId: 'd1' })).toMatchObject({ outcome: 'done', revision: 2 });
    expect(await announce({ revision: 1, writeId: 'd2' })).toEqual(conflict('changed', null));
    await save(add(2));
    expect(await announce({ revision: 1, writeId: 'd1' })).toEqual(conflict('changed', null));
  });

  test('of a thread that is gone, or never was, there is nothing to announce', async () => {
    const { remove, announce } = await stored(comment(1));
    await remove();
    expect(await announce({ revision: 1 })).toMatchObject({ outcome: 'done', revision: 2 });
  });
});

test('the service says up to which revision of the customer’s side it has every write', async () => {
  const { save } = await stored(comment(1));
  const landed = async (customerRevision: number) => {
    const result = await save(edit(1, { mood: customerRevision }, { customerRevision }));
    return result.outcome === 'done' ? result.customerRevision : result.outcome;
  };
  // The third write overtakes the second; the fifth never comes.
  const came = [1, 3, 2, 2, 4, 6, 7];
  const known: unknown[] = [];
  for (const it of came) known.push(await landed(it));
  expect(known).toEqual([1, 1, 3, 3, 4, 4, 4]);
});
