/** Mails never reach a person whom a restriction excludes, in any place and of any shape. */
import { describe, expect, test } from 'vitest';
import type { PartialCommentAnnotation } from '../record.js';
import { comment, thread } from '../test-support/records.js';
import { webhook } from '../test-support/webhook.js';
import { createMemoryMailLedger } from '@org/approval-internal/mail-ledger';
import { type CommentMail, type CommentMailerOptions, createCommentMailer } from './mailer.js';

const plain = { taggedUserContacts: [], attachments: {} };
const stored = (threadFields: object = {}, target: object = {}) =>
  ({
    ...thread('t1', [
      comment(1, 'bob', { ...plain, to: [], createdAt: 1 }),
      comment(2, 'ada', { ...plain, to: [{ userId: 'cy' }], createdAt: 2, ...target }),
      comment(3, 'dee', { ...plain, to: [], createdAt: 3 }),
    ]),
    assignedTo: { userId: 'eve' },
    ...threadFields,
  }) as unknown as PartialCommentAnnotation;

const ABOUT = { annotationId: 't1', commentId: 2, documentId: 'contract' };

function mailer(found: PartialCommentAnnotation, options: Partial<CommentMailerOptions> = {}) {
  const sent: CommentMail[] = [];
  const handle = createCommentMailer({
    load: async () => found,
    mayRead: () => true,
    addressesOf: async (ids) =>
      new Map(ids.map((id) => [id, { email: `${id}@example.com`, name: `The ${id}` }])),
    send: async (mail) => sent.push(mail),
    ...options,
  });
  return { handle, sent, to: () => sent.map((it) => it.recipient.userId) };
}

const EVERYBODY = ['cy', 'eve', 'bob', 'dee'];
const RESTRICTED = { type: 'restricted', userIds: ['bob', 'mallory'] };

describe.each<[string, (fields: object) => [object, PartialCommentAnnotation]]>([
  ['at the top of the webhook', (fields) => [fields, stored()]],
  ['in its thread', (it) => [{ commentAnnotation: { annotationId: 't1', ...it } }, stored()]],
  [
    'in its target comment',
    (it) => [{ targetComment: { commentId: 2, from: { userId: 'ada' }, ...it } }, stored()],
  ],
  ['in its metadata', (fields) => [{ metadata: { documentId: 'contract', ...fields } }, stored()]],
  [
    'in the metadata of its thread',
    (fields) => [{ commentAnnotation: { annotationId: 't1', metadata: fields } }, stored()],
  ],
  ['in the stored metadata alone', (fields) => [{}, stored({ metadata: fields })]],
  ['in the stored thread alone', (fields) => [{}, stored(fields)]],
  ['in the stored comment alone', (fields) => [{}, stored({}, fields)]],
])('a restriction %s', (_where, place) => {
  test.each<[object, readonly string[]]>([
    [{ visibility: 'public' }, EVERYBODY],
    [{ visibility: { type: 'public' }, isPrivate: false, isDraft: false, accessMode: 'public' }, EVERYBODY],
    [{ visibility: 'restricted' }, []],
    [{ visibility: { type: 'restricted' } }, []],
    [{ visibility: { type: 'restricted', userIds: [] } }, []],
    [{ visibility: RESTRICTED }, ['bob']],
    [{ visibilityConfig: RESTRICTED }, ['bob']],
    [{ visibilityConfig: { type: 'restricted', users: [{ userId: 'bob' }] } }, ['bob']],
    [{ visibility: 'everyone' }, []],
    [{ visibility: 7 }, []],
    [{ visibilityConfig: { type: 'restricted', userIds: 7 } }, []],
    [{ visibilityConfig: {} }, []],
    [{ isPrivate: true }, []],
    [{ isPrivate: 'yes' }, []],
    [{ isDraft: true }, []],
    [{ accessMode: 'private' }, []],
    [{ accessMode: 'members' }, []],
    [{ accessDeniedUsers: ['cy'] }, ['eve', 'bob', 'dee']],
    [{ accessDeniedUsers: [{ userId: 'cy' }] }, ['eve', 'bob', 'dee']],
    [{ accessDeniedUsers: { cy: true, bob: { userId: 'bob' }, dee: false } }, ['eve', 'dee']],
    [{ accessDeniedUsers: 'cy' }, ['eve', 'bob', 'dee']],
    [{ accessDeniedUsers: [7] }, []],
    [{ accessDeniedUsers: 7 }, []],
  ])('%j', async (fields, expected) => {
    const [more, found] = place(fields);
    const { handle, to } = mailer(found);
    await handle(webhook(more));
    expect(to().toSorted()).toEqual([...expected].toSorted());
  });
});

test('several restrictions all hold', async () => {
  const { handle, to } = mailer(stored({ visibilityConfig: { type: 'restricted', userIds: ['bob', 'cy'] } }));
  await handle(webhook({ visibility: RESTRICTED, accessDeniedUsers: ['cy'] }));
  expect(to()).toEqual(['bob']);
});

test('a restriction of a shape that is not known is told of by its name and place', async () => {
  const { handle } = mailer(stored({ visibility: 'somehow' }));
  expect(await handle(webhook())).toEqual({
    outcome: 'withheld',
    reason: 'stored: visibility has a shape that is not known',
  });
});

test('organizationPrivate is for the people of that organization, its own among them', async () => {
  const of = (organizationId: string) => ({ visibility: { type: 'organizationPrivate', organizationId } });
  const accounts: CommentMailerOptions['addressesOf'] = async (ids) =>
    new Map(
      ids.map((id) => [id, { email: `${id}@example.com`, organizationId: id === 'cy' ? 'other' : 'acme' }]),
    );
  const own = mailer(stored(of('acme')), { addressesOf: accounts });
  await own.handle(webhook());
  expect(own.to()).toEqual(['eve', 'bob', 'dee']);
  // Accounts that do not say where they belong are of the thread's organization.
  const thread = mailer(stored(of('acme')));
  const acme = { documentId: 'contract', organizationId: 'acme' };
  await thread.handle(webhook({ metadata: acme }));
  expect(thread.to()).toEqual(EVERYBODY);
  const foreign = mailer(stored(of('other')));
  expect(await foreign.handle(webhook({ metadata: acme }))).toEqual({ outcome: 'no-recipients' });
});

test('people who may not open the document are not mailed, whatever names them', async () => {
  const asked: unknown[] = [];
  const { handle, to } = mailer(stored(), {
    mayRead: (userId, query) => {
      asked.push(query);
      return userId === 'dee';
    },
  });
  await handle(webhook());
  expect(to()).toEqual(['dee']);
  expect(asked[0]).toEqual({ ...ABOUT, organizationId: null });
  expect(() => createCommentMailer({ load: async () => null } as never)).toThrow('mayRead');
  const unsure = mailer(stored(), { mayRead: (() => 'yes') as never });
  await expect(unsure.handle(webhook())).rejects.toThrow('mayRead must give true or false');
});

describe('wishes', () => {
  const wish = (email: string) => ({ config: { email } });
  const all = (email: string) => Object.fromEntries(EVERYBODY.map((it) => [it, wish(email)]));
  test.each<[string, object, readonly string[]]>([
    [
      'MINE is what names a person, what they began, and what is theirs to deal with',
      { usersOrganizationNotificationsConfig: all('MINE') },
      ['cy', 'eve', 'bob'],
    ],
    [
      'a wish in lower case',
      { usersOrganizationNotificationsConfig: { cy: wish('none') } },
      ['eve', 'bob', 'dee'],
    ],
    [
      'wishes in lower case that allow mail',
      { usersOrganizationNotificationsConfig: { ...all('mine'), cy: wish('all') } },
      ['cy', 'eve', 'bob'],
    ],
    [
      'the document goes before the organization',
      {
        usersOrganizationNotificationsConfig: all('NONE'),
        usersDocumentNotificationsConfig: { dee: wish('ALL') },
      },
      ['dee'],
    ],
    [
      'the document may silence what the organization allows',
      {
        usersOrganizationNotificationsConfig: all('ALL'),
        usersDocumentNotificationsConfig: { dee: wish('NONE') },
      },
      ['cy', 'eve', 'bob'],
    ],
    [
      'a wish that is not known is none',
      { usersDocumentNotificationsConfig: { cy: wish('WEEKLY') } },
      ['eve', 'bob', 'dee'],
    ],
    [
      'who has unsubscribed',
      { commentAnnotation: { annotationId: 't1', unsubscribedUsers: ['dee'] } },
      ['cy', 'eve', 'bob'],
    ],
  ])('%s', async (_what, more, expected) => {
    const { handle, to } = mailer(stored());
    await handle(webhook(more));
    expect(to()).toEqual(expected);
  });

  test('who has subscribed to the thread is told', async () => {
    const { handle, to } = mailer(stored({ subscribedUsers: { fay: { userId: 'fay' } } }));
    await handle(webhook());
    expect(to()).toEqual([...EVERYBODY, 'fay']);
  });
});

describe('what arrives', () => {
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
  const { webhookId: _id, actionType: _type, ...data } = webhook();
  test.each<[string, unknown]>([
    ['an envelope of V2', { id: 'wh1', event: 'comment.newlyAdded', data }],
    ['a body in base64', base64(webhook())],
    ['an envelope with data in base64', { webhookId: 'wh1', actionType: 'newlyAdded', data: base64(data) }],
    ['a webhook that names no actor', webhook({ actionUser: undefined })],
  ])('%s is taken', async (_what, payload) => {
    const { handle, to, sent } = mailer(stored());
    await handle(payload);
    expect(to()).toEqual(EVERYBODY);
    expect(sent[0]?.subject).toBe('The ada mentioned you');
  });

  test.each(['huddle', 'recorder'])('events of %s are not comments', async (notificationSource) => {
    const { handle } = mailer(stored());
    expect(await handle({ webhookId: 'x', actionType: 'created', notificationSource })).toEqual({
      outcome: 'ignored',
    });
    expect(await handle({ id: 'x', event: `${notificationSource}.created`, data: {} })).toEqual({
      outcome: 'ignored',
    });
  });

  test('a text that is not base64 of JSON is refused', async () => {
    await expect(mailer(stored()).handle('?')).rejects.toThrow('not JSON in base64');
  });
});

test('a person is named as their account names them, and not as a writer says', async () => {
  const forged = { userId: 'ada', name: 'Carol, CFO', email: 'carol@example.com' };
  const inputs: unknown[] = [];
  const { handle, sent } = mailer(stored({ from: forged }, { from: forged }), {
    compose: (input) => {
      inputs.push(input);
      return { subject: input.webhook.actionUser?.name ?? '', text: '', html: '' };
    },
  });
  await handle(webhook({ actionUser: forged }));
  expect(sent[0]?.subject).toBe('The ada');
  expect(JSON.stringify(inputs)).not.toContain('Carol');
});

test('a delivery that is slow, comes again and then fails is still sent', async () => {
  const ledger = createMemoryMailLedger();
  let fail: (error: Error) => void = () => undefined;
  let tries = 0;
  const { handle } = mailer(stored({ visibility: { type: 'restricted', userIds: ['cy'] } }), {
    ledger,
    send: () => {
      tries += 1;
      return tries > 1 ? Promise.resolve() : new Promise((_resolve, reject) => (fail = reject));
    },
  });
  const slow = handle(webhook());
  slow.catch(() => undefined);
  await new Promise(setImmediate);
  // The sender delivers it again, so the mailer must not report success.
  await expect(handle(webhook())).rejects.toMatchObject({ name: 'MailUnderWayError' });
  fail(new Error('mailbox full'));
  await expect(slow).rejects.toThrow('mailbox full');
  expect(await handle(webhook())).toMatchObject({ outcome: 'sent', mails: [{}] });
  expect(await handle(webhook())).toMatchObject({ outcome: 'sent', mails: [] });
});

test('what turns the direction of text is in no subject and no name of a file', async () => {
  const attachments = { 1: { attachmentId: 1, name: 'bill\u202Efdp.exe' } };
  const { handle, sent } = mailer(stored({}, { attachments }), {
    addressesOf: async (ids) =>
      new Map(ids.map((id) => [id, { email: `${id}@example.com`, name: `A\u202E${id}` }])),
  });
  await handle(webhook());
  expect(sent[0]?.subject).toBe('Aada mentioned you');
  expect(sent[0]?.text).toContain('Attached: billfdp.exe');
});
