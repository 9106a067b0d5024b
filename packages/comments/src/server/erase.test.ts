/** A person who is erased takes their comments and their fields of threads along. */
import { expect, test } from 'vitest';
import type { StoredRow } from '../store/rows.js';
import { createMemoryAnnotationStore } from '../store/memory-store.js';
import { createNetwork } from '../test-support/histories/network.js';
import { erasePerson } from './erase.js';

const organizationId = 'acme';
const NOTHING = { comments: 0, mentions: 0, records: 0, attachmentIds: [] };
const metadata = { documentId: 'contract' };

test('fields of a thread go with the person who wrote them last, those of other people stay', async () => {
  const { signIn, content } = createNetwork();
  const [ada, bob] = [await signIn('ada', true), await signIn('bob', true)];
  await ada.addCommentAnnotation({
    ...{ annotationId: 't1', metadata, title: 'Title of Ada', note: 'Note of Ada', color: 'of Ada' },
    comments: { 1: { commentId: 1, commentText: 'Words of Ada' } },
  });
  await bob.getCommentAnnotations();
  await bob.updateCommentAnnotation('t1', { note: 'Note of Bob', hint: 'Hint of Bob' }, 'status.changed');
  const before = await content.find({ organizationId });

  expect(await erasePerson(content, { organizationId, userId: 'ada' })).toEqual({
    ...NOTHING,
    ...{ comments: 1, mentions: 1 },
  });
  const [erased] = (await content.find({ organizationId })).threads;
  expect(erased?.thread.record).toEqual({
    metadata: before.threads[0]?.thread.record.metadata,
    note: 'Note of Bob',
    hint: 'Hint of Bob',
  });
  expect(JSON.stringify(erased)).not.toContain('of Ada');
  expect(await erasePerson(content, { organizationId, userId: 'ada' })).toEqual(NOTHING);

  // A tab that shows them still does not bring them back.
  const stale = ada.updateCommentAnnotation('t1', { title: 'Title of Ada again' }, 'status.changed');
  await expect(stale).rejects.toMatchObject({ name: 'ConflictError', reason: 'changed' });
});

test('in a row that does not say who wrote a field, those that its maker brought along go', async () => {
  const store = createMemoryAnnotationStore();
  const row = (record: object, stamps: Record<string, number>): StoredRow => {
    return { record: { ...record }, revision: 2, before: 1, stamps, writeIds: [] };
  };
  const record = { metadata, from: { userId: 'ada' }, title: 'of Ada', note: 'later' };
  const thread = row(record, { metadata: 1, from: 1, title: 1, note: 2 });
  await store.put({ organizationId, annotationId: 't1', revision: 0, thread, comments: {} });
  await erasePerson(store, { organizationId, userId: 'ada' });
  const [erased] = (await store.find({ organizationId })).threads;
  expect(erased?.thread.record).toEqual({ metadata, from: { userId: 'ada' }, note: 'later' });
});
