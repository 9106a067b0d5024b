/**
 * Shape of a write, on both sides. A write that is accepted is stored; one that would do nothing is
 * refused.
 */
import { describe, expect, test } from 'vitest';
import { type Write, sides } from '../test-support/sides.js';

const metadata = { organizationId: 'acme', documentId: 'contract' };
const from = { userId: 'ada' };
const thread = (comments: object = {}, more: object = {}) => ({
  annotationId: 't1',
  metadata,
  comments,
  ...more,
});
const made: Write = {
  annotation: thread({ 1: { commentId: 1, from } }, { from }),
  event: 'comment_annotation.add',
};
const named = (changedFields: string[], about: object = {}): Write => ({
  annotation: thread({ 1: { commentId: 1 } }),
  event: 'status.changed',
  changedFields,
  ...about,
});
const ofComment = { event: 'comment.update', commentId: 1 };
const adding = (fields: object, key = '2'): Write => ({
  annotation: thread({ [key]: { commentId: 2, from, ...fields } }),
  event: 'comment.add',
  commentId: 2,
});
const setting = (fields: object): Write => ({
  ...named(Object.keys(fields)),
  annotation: thread({}, fields),
});

describe.each(['customer', 'service'] as const)('at the %s', (name) => {
  test.each<[string, Write]>([
    ['takes a thread out of its document', named(['metadata'])],
    ['names the id of the thread', named(['annotationId'])],
    ['names all comments', named(['comments'])],
    ['takes the id of a comment away', named(['commentId'], ofComment)],
    ['changes a comment, and does not say which', { ...named([]), event: 'comment.update' }],
    ['deletes a comment, and does not say which', { annotation: thread(), event: 'comment.delete' }],
    ['adds none', { annotation: thread(), event: 'comment.add' }],
    ['has a comment under another id', adding({}, '3')],
    ['has a comment under a word', adding({}, 'constructor')],
    ['has a text for a person', adding({ to: 'bob' })],
    ['has people that are none', adding({ to: null })],
    ['has a person without a userId', adding({ to: [{ name: 'Bob' }] })],
    ['has a person with a number for a userId', setting({ assignedTo: { userId: 5 } })],
    ['has mentions that are none', adding({ taggedUserContacts: 'bob' })],
    ['has a file that is none', adding({ attachments: { 1: null } })],
    ['has a time that is a text', adding({ createdAt: 'today' })],
    ['says another organization', { ...made, annotation: thread({}, { metadata: { organizationId: 'x' } }) }],
  ])('a write that %s is refused, and changes nothing', async (_what, write) => {
    const side = sides()[name];
    expect(await side.save('ada', made)).toBe(200);
    const before = await side.stored();
    // The request says the organization at the service; at the customer it says it beside the
    // thread.
    const about = name === 'customer' ? { metadata } : {};
    expect(await side.save('ada', { ...write, ...about })).toBe(400);
    expect(await side.stored()).toEqual(before);
  });

  test('people have the ids that they decide by: up to 256 characters', async () => {
    const side = sides()[name];
    const long = (length: number) => ({ userId: '𝒙'.repeat(length) });
    const writer = long(256);
    const annotation = (by: object, to: object) =>
      thread({ 1: { commentId: 1, from: by, to: [to] } }, { from: by });
    const event = 'comment_annotation.add';
    for (const [by, to] of [
      [writer, long(257)],
      [long(257), writer],
    ] as const)
      expect(await side.save(by.userId, { annotation: annotation(by, to), event })).toBe(400);
    expect(await side.save(writer.userId, { annotation: annotation(writer, writer), event })).toBe(200);
    expect(await side.stored()).toMatchObject({ comments: { 1: { from: writer, to: [writer] } } });
  });

  test('a comment is added that its event does not name, and nothing is said of others that come along', async () => {
    const side = sides()[name];
    await side.save('ada', made);
    const add = { annotation: thread({ 2: { commentId: 2, from } }), event: 'comment.add' };
    expect(await side.save('ada', add)).toBe(200);
    const along = { 1: { commentId: 1, from, type: 'x' }, 3: { commentId: 3, from } };
    const event = 'status.changed';
    expect(await side.save('ada', { annotation: thread(along), event, changedFields: [] })).toBe(200);
    const first = { commentId: 1, from };
    expect((await side.stored())?.comments).toEqual({ 1: first, 2: { commentId: 2, from }, 3: along[3] });
  });
});

describe('at the customer', () => {
  test.each([
    { commentText: 5 },
    { commentHtml: {} },
    { from: { ...from, name: 5 } },
    { attachments: { 1: { attachmentId: 1, url: 5 } } },
    { taggedUserContacts: [{ userId: 'bob', text: 5 }] },
  ])('content is what it is documented as: %j is refused', async (fields) => {
    const { customer } = sides();
    expect(await customer.save('ada', adding(fields))).toBe(400);
    expect(await customer.stored()).toBeNull();
  });

  test('a new thread keeps its comments, whatever its event is called', async () => {
    const { customer } = sides();
    const write = {
      annotation: thread({ 1: { commentId: 1, from } }, { from, note: 'x' }),
      event: 'imported',
    };
    expect(await customer.save('ada', write)).toBe(200);
    expect(await customer.stored()).toEqual(write.annotation);
  });

  test.each([
    ['in the thread', thread({ 2: { commentId: 2, from, commentText: 'words' } })],
    ['beside it', thread()],
  ])('targetComment says which comment it is; it may stand %s', async (_where, annotation) => {
    const { customer } = sides();
    await customer.save('ada', made);
    const targetComment = { commentId: 2, from, commentText: 'words' };
    expect(await customer.save('ada', { annotation, event: 'comment.add', targetComment })).toBe(200);
    expect((await customer.stored())?.comments[2]).toEqual(targetComment);
    const gone = { annotation: thread(), event: 'comment.delete', targetComment };
    expect(await customer.save('ada', { ...gone, commentId: 1 })).toBe(400);
    expect(await customer.save('ada', gone)).toBe(200);
    expect(Object.keys((await customer.stored())?.comments ?? {})).toEqual(['1']);
  });
});

test.each([{ annotationId: { words: 'x' } }, { annotationId: 'words' }, { metadata: { documentId: 'x' } }])(
  'the service takes no %j in a comment',
  async (fields) => {
    const { service } = sides();
    await service.save('ada', made);
    expect(await service.save('ada', adding(fields))).toBe(400);
  },
);
