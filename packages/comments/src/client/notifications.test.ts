/** Notifications are made from the threads that are shown, and are stored nowhere. */
import { describe, expect, test } from 'vitest';
import { page } from '../test-support/page.js';
import { comment, thread } from '../test-support/records.js';
import { notificationsFor } from './notifications.js';

const plain = { to: [], taggedUserContacts: [] };
const at = (commentId: number, by: string, more: object = {}) =>
  comment(commentId, by, { createdAt: commentId * 1_000, ...plain, ...more });

const kindsFor = (userId: string, ...args: Parameters<typeof thread>) =>
  notificationsFor(userId, [thread(...args)]).map((it) => [it.commentId, it.kind]);

describe('what is news', () => {
  test('a mention, in `to` or in the text', () => {
    expect(kindsFor('bob', 't', [at(1, 'ada', { to: [{ userId: 'bob' }] })])).toEqual([[1, 'mention']]);
    expect(kindsFor('bob', 't', [at(1, 'ada', { taggedUserContacts: [{ userId: 'bob' }] })])).toEqual([
      [1, 'mention'],
    ]);
  });

  test('what others write in a thread from the moment that one takes part, newest first', () => {
    const comments = [at(1, 'ada'), at(2, 'bob'), at(3, 'ada'), at(4, 'cy')];
    expect(kindsFor('bob', 't', comments)).toEqual([
      [4, 'reply'],
      [3, 'reply'],
    ]);
    expect(kindsFor('ada', 't', comments)).toEqual([
      [4, 'reply'],
      [2, 'reply'],
    ]);
    expect(kindsFor('eve', 't', comments)).toEqual([]);
  });

  test('a thread that one is given', () => {
    const more = { assignedTo: { userId: 'bob' } };
    expect(kindsFor('bob', 't', [at(1, 'ada'), at(2, 'ada')], more)).toEqual([
      [2, 'reply'],
      [1, 'assignment'],
    ]);
  });

  test('never what one wrote oneself', () => {
    expect(kindsFor('ada', 't', [at(1, 'ada', { to: [{ userId: 'ada' }] })])).toEqual([]);
  });

  test('says who, what, where and when; without content it has no text', () => {
    const [told] = notificationsFor('bob', [thread('t', [at(1, 'ada', { to: [{ userId: 'bob' }] })])]);
    expect(told).toMatchObject({
      notificationId: 't:1:mention',
      annotationId: 't',
      documentId: 'contract',
      actionUser: { userId: 'ada' },
      text: comment(1).commentText,
      timestamp: 1_000,
    });
    const bare = { commentId: 1, to: [{ userId: 'bob' }] };
    expect(notificationsFor('bob', [thread('t', [bare])])).toMatchObject([{ text: null, actionUser: null }]);
  });
});

/** Values that a provider may return in place of each field. */
const WRONG = [null, 5, 'bob', true, {}, [], [null, 5, { userId: 5 }], { userId: { $ne: null } }];
const COMMENT_FIELDS = ['to', 'taggedUserContacts', 'from', 'commentText', 'createdAt', 'lastUpdated'];

describe.each(WRONG.map((it) => [JSON.stringify(it), it]))('a field that is %s', (_json, wrong) => {
  test.each(COMMENT_FIELDS)('of one comment keeps nobody’s news away: %s', (name) => {
    const odd = at(1, 'ada', { [name]: wrong });
    const told = notificationsFor('bob', [thread('t', [odd, at(2, 'ada', { to: [{ userId: 'bob' }] })])]);
    expect(told).toContainEqual(expect.objectContaining({ commentId: 2, kind: 'mention' }));
    const [own] = notificationsFor('bob', [thread('t', [{ ...odd, to: [{ userId: 'bob' }] }])]);
    const user = own?.actionUser ?? { userId: '' };
    const types = [typeof (own?.text ?? ''), typeof own?.timestamp, typeof user.userId];
    expect(types).toEqual(['string', 'number', 'string']);
  });

  test.each(['from', 'assignedTo'])('of the thread neither: %s', (name) => {
    const found = thread('t', [at(1, 'ada', { to: [{ userId: 'bob' }] })], { [name]: wrong });
    expect(notificationsFor('bob', [found])).toMatchObject([{ kind: 'mention' }]);
  });
});

test('a provider that answers with empty columns takes nobody’s notifications', async () => {
  const empty = { commentText: null, from: null, to: null, taggedUserContacts: null, attachments: null };
  const made = await page({
    provider: ({ kept }) => ({
      get: async () => {
        const rows = structuredClone([...kept]) as [string, { comments: Record<string, object> }][];
        for (const [, { comments }] of rows)
          for (const [id, it] of Object.entries(comments)) comments[id] = { ...empty, ...it };
        return { success: true, statusCode: 200, data: Object.fromEntries(rows) as never };
      },
      save: async ({ commentAnnotation }) => {
        for (const [id, it] of Object.entries(commentAnnotation)) kept.set(id, it);
        return { success: true, statusCode: 200 };
      },
      delete: async () => ({ success: true, statusCode: 200 }),
    }),
  });
  const bare = { commentId: 1, commentText: 'hi' };
  await made.client.addCommentAnnotation(thread('t1', [bare, { ...comment(2), to: [{ userId: 'bob' }] }]));
  const bob = await made.other('bob');
  expect(await bob.getNotifications({ refresh: true })).toMatchObject([{ kind: 'mention', commentId: 2 }]);
});

test('the client makes them from what it reads, and sends the service nothing for it', async () => {
  const made = await page();
  await made.client.addCommentAnnotation(thread('t1', [comment(1)]));
  const bob = await made.other('bob');
  made.log.length = 0;
  made.events.length = 0;
  const told = await bob.getNotifications({ refresh: true });
  expect(told).toMatchObject([{ kind: 'mention', text: comment(1).commentText }]);
  expect(made.log).toEqual(['service list', 'customer get']);
  expect(new Set(made.events.map((it) => it.moduleName))).toEqual(new Set(['getNotifications']));
});
