/** Mailer, from the webhook to the mail: its recipients, its content, and the waits. */
import { VirtualClock } from '@org/approval-testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PartialCommentAnnotation, User } from '../record.js';
import { comment, thread } from '../test-support/records.js';
import { webhook } from '../test-support/webhook.js';
import {
  type CommentMail,
  type CommentMailerOptions,
  ThreadNotFoundError,
  createCommentMailer,
} from './mailer.js';
import type { Address } from './recipients.js';

const person = (userId: string, email = `${userId}@example.com`): User => ({
  userId,
  name: `The ${userId}`,
  email,
});
const plain = { to: [], taggedUserContacts: [], attachments: {} };
const by = (commentId: number, userId: string, more: object = {}) =>
  comment(commentId, userId, { ...plain, commentText: `text ${commentId}`, from: person(userId), ...more });
const stored = (...comments: ReturnType<typeof comment>[]) =>
  thread('t1', comments) as PartialCommentAnnotation;

const ABOUT = { annotationId: 't1', commentId: 2, documentId: 'contract' };

function mailer(found: PartialCommentAnnotation | null, options: Partial<CommentMailerOptions> = {}) {
  const sent: CommentMail[] = [];
  const handle = createCommentMailer({
    mayRead: () => true,
    load: async () => found,
    send: async (mail) => sent.push(mail),
    addressesOf: async (ids) => new Map(ids.map((id) => [id, accountOf(found, id)])),
    ...options,
  });
  return { handle, sent };
}

const idsOf = ({ recipient }: CommentMail) => [recipient.userId, recipient.reason];

/** The host's accounts: here they happen to be what the thread says, but for the actor's. */
function accountOf(found: PartialCommentAnnotation | null, userId: string): Address {
  if (userId === 'ada') return { email: 'ada@example.com', name: 'Ada Lovelace' };
  const comments = Object.values(found?.comments ?? {});
  const users = comments.flatMap((it) => [it.from, ...(it.to ?? [])]);
  const known = users.find((it) => it?.userId === userId) as Partial<Address> | undefined;
  return { email: known?.email ?? `${userId}@example.com`, name: known?.name };
}

describe('recipients', () => {
  test('have the ids that they decide by: up to 256 characters', async () => {
    const long = (length: number) => ({ userId: '𝒙'.repeat(length), email: 'long@example.com' });
    const to = [long(256), long(257)];
    const { handle, sent } = mailer(stored(by(1, 'bob'), by(2, 'ada', { to })));
    await handle(webhook());
    expect(sent.map((it) => it.recipient.userId)).toEqual([long(256).userId, 'bob']);
  });

  test('are whom the comment names and who takes part, everybody once, without the actor', async () => {
    const { handle, sent } = mailer({
      ...stored(
        by(1, 'bob'),
        by(2, 'ada', {
          to: [person('cy'), person('ada')],
          taggedUserContacts: [{ userId: 'dee', contact: person('dee') }],
        }),
        by(3, 'cy'),
      ),
      assignedTo: person('eve'),
    });
    expect(await handle(webhook())).toMatchObject({ outcome: 'sent' });
    expect(sent.map(idsOf)).toEqual([
      ['cy', 'mention'],
      ['dee', 'mention'],
      ['eve', 'participant'],
      ['bob', 'participant'],
    ]);
    expect(sent[0]?.recipient).toEqual({
      userId: 'cy',
      email: 'cy@example.com',
      name: 'The cy',
      reason: 'mention',
    });
  });

  test('an address gets one mail, and the actor’s none, under whatever userId', async () => {
    const { handle, sent } = mailer(
      stored(
        by(1, 'bob', { from: person('bob', 'Both@Example.com') }),
        by(2, 'ada', { to: [person('cy', 'both@example.com'), person('me', 'ADA@example.com')] }),
      ),
    );
    await handle(webhook({ actionUser: { userId: 'ada', email: 'ada@example.com' } }));
    expect(sent.map(idsOf)).toEqual([['cy', 'mention']]);
  });

  test('addresses may come from the host; whoever has none is left out', async () => {
    const asked: unknown[] = [];
    const { handle, sent } = mailer(stored(by(1, 'bob'), by(2, 'ada', { to: [{ userId: 'cy' }] })), {
      addressesOf: async (ids) => {
        asked.push(ids);
        return new Map([['cy', { email: 'cy@corp.example' }]]);
      },
    });
    await handle(webhook());
    expect(asked).toEqual([['cy', 'bob', 'ada']]);
    expect(sent.map((it) => it.recipient)).toEqual([
      { userId: 'cy', email: 'cy@corp.example', name: null, reason: 'mention' },
    ]);
  });

  test('nobody: nothing is sent', async () => {
    const { handle, sent } = mailer(stored(by(2, 'ada')));
    expect(await handle(webhook())).toEqual({ outcome: 'no-recipients' });
    expect(sent).toEqual([]);
  });

  test('the actor is never one of them', async () => {
    const people = fc.array(fc.constantFrom('ada', 'bob', 'cy'), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(people, people, fc.constantFrom('ada', 'bob', 'cy'), async (to, authors, actor) => {
        const { handle, sent } = mailer(
          stored(
            by(2, authors[0] ?? 'ada', { to: to.map((it) => person(it)) }),
            ...authors.map((it, index) => by(index + 3, it)),
          ),
        );
        await handle(webhook({ actionUser: { userId: actor } }));
        expect(sent.map((mail) => mail.recipient.userId)).not.toContain(actor);
      }),
    );
  });
});

describe('what it says', () => {
  const bob = by(1, 'bob');

  test('subject, text and html, with the words of the comment and the way there', async () => {
    const attachments = { 7: { attachmentId: 7, name: 'plan <1>.pdf' } };
    const { handle, sent } = mailer(stored(bob, by(2, 'ada', { commentText: 'a < b\n& "c"', attachments })));
    await handle(webhook());
    expect(sent[0]).toMatchObject({
      subject: 'Ada Lovelace commented',
      text: 'Ada Lovelace commented:\n\na < b\n& "c"\n\nAttached: plan <1>.pdf\n\nOpen the page: https://app.example/contract?a=1&b=2',
      html: [
        '<p><strong>Ada Lovelace</strong> commented:</p>',
        '<blockquote>a &lt; b<br>&amp; &quot;c&quot;</blockquote>',
        '<p>Attached: plan &lt;1&gt;.pdf</p>',
        '<p><a href="https://app.example/contract?a=1&amp;b=2">Open the page</a></p>',
      ].join('\n'),
    });
  });

  test.each([
    ['added', 'Ada Lovelace replied in a thread'],
    ['updated', 'Ada Lovelace edited a comment'],
    ['assigned', 'Ada Lovelace assigned a thread'],
    ['statusChanged', 'Ada Lovelace changed the status of a thread'],
    ['somethingNew', 'Ada Lovelace did something in a thread'],
    ['toString', 'Ada Lovelace did something in a thread'],
  ])('%s: %s', async (actionType, subject) => {
    const { handle, sent } = mailer(stored(bob, by(2, 'ada')));
    await handle(webhook({ actionType }));
    expect(sent[0]?.subject).toBe(subject);
  });

  test('an event about the thread needs no comment', async () => {
    const { handle, sent } = mailer(stored(bob));
    await handle(webhook({ actionType: 'statusChanged', targetComment: undefined }));
    expect(sent[0]?.text).toContain('changed the status of a thread.');
  });

  test('deleted is not mailed unless the host wants it', async () => {
    const deleted = webhook({ actionType: 'deleted' });
    const quiet = mailer(stored(bob));
    expect(await quiet.handle(deleted)).toEqual({ outcome: 'ignored' });
    const { handle, sent } = mailer(stored(bob), { isMailed: () => true });
    await handle(deleted);
    expect(sent[0]?.subject).toBe('Ada Lovelace deleted a comment');
  });

  test('a comment of which only html is there is mailed as text', async () => {
    const commentHtml = '<p>Hello<br>you</p><script>alert(1)</script> &lt;b&gt; &amp; &#39;x&#39; &other;';
    const { handle, sent } = mailer(stored(bob, by(2, 'ada', { commentText: undefined, commentHtml })));
    await handle(webhook());
    expect(sent[0]?.text).toContain("Hello\nyou\n<b> & 'x' &other;");
    expect(sent[0]?.text).not.toContain('alert');
    expect(sent[0]?.html).toContain('&lt;b&gt; &amp; &#39;x&#39;');
    expect(sent[0]?.html).not.toContain('<script');
  });

  test('no name, no line breaks in the subject, no address that runs code', async () => {
    const names = [undefined, 'Zoë\r\nBcc: all@example.com\u2028<b>', 'x'.repeat(500)];
    const { handle, sent } = mailer(stored(bob, by(2, 'zoe', { from: { userId: 'zoe' } })), {
      addressesOf: async (ids) => {
        const name = names.shift();
        return new Map(ids.map((id) => [id, { email: `${id}@example.com`, name }]));
      },
    });
    const metadata = { pageInfo: { url: 'javascript:alert(1)' } };
    await handle(webhook({ actionUser: { userId: 'zoe' }, metadata }));
    await handle(webhook({ webhookId: 'wh2', actionUser: { userId: 'zoe' } }));
    await handle(webhook({ webhookId: 'wh3', actionUser: { userId: 'zoe' } }));
    expect(sent[0]?.subject).toBe('Somebody commented');
    expect(JSON.stringify(sent[0])).not.toContain('javascript');
    expect(sent[1]?.subject).toBe('Zoë Bcc: all@example.com <b> commented');
    expect(sent[1]?.html).toContain('&lt;b&gt;');
    expect(sent[2]?.subject.length).toBe(200);
  });

  test('whatever people write, the html has no markup but its own', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (text, name) => {
        const { handle, sent } = mailer(stored(bob, by(2, 'ada', { commentText: `<i>${text}` })));
        await handle(webhook({ actionUser: { userId: 'ada', name: `<b>${name}` } }));
        const tags = [...(sent[0]?.html ?? '').matchAll(/<\/?(\w+)/g)].map((it) => it[1]);
        expect(tags.filter((it) => !['p', 'strong', 'blockquote', 'br', 'a'].includes(it ?? ''))).toEqual([]);
      }),
    );
  });
});

describe('a thread that is not there yet', () => {
  test('is waited for; so is a comment', async () => {
    const answers = [null, stored(by(1, 'bob')), stored(by(1, 'bob'), by(2, 'ada'))];
    const clock = new VirtualClock();
    const times: number[] = [];
    const start = clock.now();
    const { handle, sent } = mailer(null, {
      clock,
      load: async (query) => {
        times.push(clock.now() - start);
        expect(query).toEqual({ ...ABOUT, organizationId: null });
        setImmediate(() => void clock.advance(1_000 * 2 ** (times.length - 1)));
        return answers.shift() ?? null;
      },
    });
    await handle(webhook());
    expect(times).toEqual([0, 1_000, 3_000]);
    expect(sent.length).toBe(1);
  });

  test('and never comes: the host is told, so that the webhook comes again', async () => {
    let loads = 0;
    const { handle, sent } = mailer(null, {
      retryDelays: [0, 0],
      load: async () => {
        loads += 1;
        return null;
      },
    });
    await expect(handle(webhook())).rejects.toBeInstanceOf(ThreadNotFoundError);
    expect([loads, sent.length]).toEqual([3, 0]);
  });
});

test('what the host’s functions throw comes out', async () => {
  const down = () => Promise.reject(new Error('down'));
  const found = stored(by(1, 'bob'), by(2, 'ada'));
  await expect(mailer(found, { send: down }).handle(webhook())).rejects.toThrow('down');
  await expect(mailer(found, { load: down }).handle(webhook())).rejects.toThrow('down');
});

describe('a webhook that comes again', () => {
  const found = stored(by(1, 'bob'), by(2, 'ada', { to: [person('cy')] }));

  test('is mailed to nobody twice, also where the mail to somebody else failed', async () => {
    const tried: string[] = [];
    let isDown = true;
    const { handle } = mailer(found, {
      send: async ({ recipient }) => {
        tried.push(recipient.userId);
        if (recipient.userId === 'cy' && isDown) throw new Error('mailbox full');
      },
    });
    await expect(handle(webhook())).rejects.toThrow('mailbox full');
    isDown = false;
    const both = await Promise.allSettled([handle(webhook()), handle(webhook())]);
    expect(both.map((it) => it.status)).toEqual(['fulfilled', 'rejected']);
    expect(both[1]).toMatchObject({ reason: { name: 'MailUnderWayError' } });
    expect(tried).toEqual(['cy', 'bob', 'cy']);
    await handle(webhook({ webhookId: 'another' }));
    expect(tried.length).toBe(5);
  });
});

describe('whoever may not see it, or wants no mail', () => {
  const found = stored(by(1, 'bob'), by(2, 'ada', { to: [person('cy')] }));

  test.each<[string, object, readonly string[]]>([
    ['was denied access', { accessDeniedUsers: ['cy'] }, ['bob']],
    [
      'was denied access in the thread',
      { commentAnnotation: { annotationId: 't1', accessDeniedUsers: [{ userId: 'bob' }] } },
      ['cy'],
    ],
    [
      'is not among those who see it',
      { visibilityConfig: { type: 'restricted', userIds: ['bob'] } },
      ['bob'],
    ],
    [
      'wants no mail',
      { usersOrganizationNotificationsConfig: { cy: { config: { email: 'NONE' } } } },
      ['bob'],
    ],
    [
      'wants what names them',
      { usersDocumentNotificationsConfig: { dee: { config: { email: 'MINE' } } } },
      ['cy', 'bob'],
    ],
  ])('%s is left out', async (_what, more, expected) => {
    const { handle, sent } = mailer(found);
    await handle(webhook(more));
    expect(sent.map((it) => it.recipient.userId)).toEqual(expected);
  });

  test('the host may leave somebody out too', async () => {
    const { handle, sent } = mailer(found, { isWanted: async ({ userId }) => userId !== 'cy' });
    await handle(webhook());
    expect(sent.map((it) => it.recipient.userId)).toEqual(['bob']);
  });

  test('who shares an address with somebody left out has their mail, and both one where both are wanted', async () => {
    const shared = new Map(
      ['cy', 'bob'].map((id) => [id, { email: id === 'cy' ? 'Team@Example.com' : 'team@example.com' }]),
    );
    const addressesOf = async () => shared;
    const one = mailer(found, { addressesOf, isWanted: ({ userId }) => userId !== 'cy' });
    await one.handle(webhook());
    expect(one.sent.map((it) => it.recipient.userId)).toEqual(['bob']);
    const both = mailer(found, { addressesOf });
    await both.handle(webhook());
    expect(both.sent.map((it) => it.recipient.userId)).toEqual(['cy']);
  });

  test('reactions and subscriptions are mailed to nobody', async () => {
    const { handle } = mailer(found);
    expect(await handle(webhook({ actionType: 'reactionAdded' }))).toEqual({ outcome: 'ignored' });
  });
});

test('mails of one thread answer one another, offer to end them, and name the document', async () => {
  const found = stored(by(1, 'bob'), by(2, 'ada', { to: [person('cy')] }));
  const { handle, sent } = mailer(found, {
    documentOf: async () => ({ name: 'Contract\r\n7', url: 'https://app.example/c7' }),
    unsubscribeUrl: ({ userId }) => `https://app.example/leave?user=${userId}`,
    messageDomain: 'mail.acme.example',
  });
  await handle(webhook());
  await handle(webhook({ webhookId: 'wh 2', actionType: 'updated' }));
  expect(sent.map((it) => it.subject)).toEqual([
    'Ada Lovelace mentioned you in Contract 7',
    'Ada Lovelace commented in Contract 7',
    'Ada Lovelace edited a comment in Contract 7',
    'Ada Lovelace edited a comment in Contract 7',
  ]);
  expect(sent[0]?.text).toContain('Open the page: https://app.example/c7');
  expect(sent[0]?.headers).toEqual({
    'Message-ID': '<wh1.cy@mail.acme.example>',
    'In-Reply-To': '<thread.t1@mail.acme.example>',
    References: '<thread.t1@mail.acme.example>',
    'List-Unsubscribe': '<https://app.example/leave?user=cy>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(new Set(sent.map((it) => it.headers['Message-ID'])).size).toBe(4);
  expect(sent[2]?.headers['Message-ID']).toBe('<wh_20_2.cy@mail.acme.example>');
});

test.each([
  'a@b.example\r\nBcc: evil@example.com',
  'a@b.example, evil@example.com',
  'a@b.example\0',
  'no address',
  '"a b"@example.com',
  '<a@b.example>',
])('%j is no address that a mail goes to', async (email) => {
  const addressesOf = async (ids: readonly string[]) =>
    new Map(ids.map((id) => [id, { email, name: 'The\r\nbob' }]));
  const { handle } = mailer(stored(by(1, 'bob'), by(2, 'ada')), { addressesOf });
  expect(await handle(webhook())).toEqual({ outcome: 'no-recipients' });
});

test('an address that a comment brings redirects nobody’s mail, and a name is one line', async () => {
  const evil = by(2, 'ada', { to: [{ userId: 'cy', email: 'attacker@example.com' }] });
  const { handle, sent } = mailer(stored(by(1, 'bob'), evil), {
    addressesOf: async () => new Map([['cy', { email: 'cy@corp.example', name: 'C\r\nY' }]]),
  });
  await handle(webhook());
  expect(sent.map((it) => [it.recipient.email, it.recipient.name])).toEqual([['cy@corp.example', 'C Y']]);
});

test.each(['<', '<a', '<br ', '</p', '<div>', '&constructor;', '&__proto__;'])(
  '97 kB of %j are read by a parser that is bounded, and come out as text',
  async (piece) => {
    const commentHtml = piece.repeat(Math.ceil(97_000 / piece.length));
    const { handle, sent } = mailer(
      stored(by(1, 'bob'), by(2, 'ada', { commentText: undefined, commentHtml })),
    );
    await handle(webhook());
    expect(sent[0]?.text).not.toMatch(/native code|object Object/);
    expect(sent[0]?.text.length).toBeLessThan(25_000);
  },
);
