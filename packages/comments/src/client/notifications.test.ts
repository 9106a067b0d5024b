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
