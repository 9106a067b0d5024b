/** From the webhook to the mail: who gets it, what it says, and what is waited for. */
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
import { CommentWebhookError, parseCommentWebhook } from './payload.js';

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

function mailer(found: PartialCommentAnnotation | null, options: Partial<CommentMailerOptions> = {}) {
  const sent: CommentMail[] = [];
  const handle = createCommentMailer({
    load: async () => found,
    send: async (mail) => sent.push(mail),
    ...options,
  });
  return { handle, sent };
}

const idsOf = ({ recipients }: CommentMail) => recipients.map((it) => [it.userId, it.reason]);

describe('recipients', () => {
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
      [
        ['cy', 'mention'],
        ['dee', 'mention'],
        ['eve', 'participant'],
        ['bob', 'participant'],
      ],
    ]);
    expect(sent[0]?.recipients[0]).toEqual({
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
    expect(sent.map(idsOf)).toEqual([[['cy', 'mention']]]);
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
    expect(asked).toEqual([['cy', 'bob']]);
    expect(sent[0]?.recipients).toEqual([
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
        expect(sent.flatMap((mail) => mail.recipients.map((it) => it.userId))).not.toContain(actor);
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
    expect(sent[0]?.text).toContain("Hello\nyou\nalert(1) <b> & 'x' &other;");
    expect(sent[0]?.html).toContain('&lt;b&gt; &amp; &#39;x&#39;');
    expect(sent[0]?.html).not.toContain('<script');
  });

  test('no name, no line breaks in the subject, no address that runs code', async () => {
    const { handle, sent } = mailer(stored(bob, by(2, 'zoe', { from: { userId: 'zoe' } })));
    const metadata = { pageInfo: { url: 'javascript:alert(1)' } };
    await handle(webhook({ actionUser: { userId: 'zoe' }, metadata }));
    await handle(webhook({ actionUser: { userId: 'zoe', name: 'Zoë\r\nBcc: all@example.com\u2028<b>' } }));
    await handle(webhook({ actionUser: { userId: 'zoe', name: 'x'.repeat(500) } }));
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
        expect(query).toEqual({ annotationId: 't1', documentId: 'contract', organizationId: null });
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

describe('the payload', () => {
  test('keeps what it does not know', () => {
    expect(parseCommentWebhook(webhook({ more: 1, actionType: 'whatever' }))).toEqual(
      webhook({ more: 1, actionType: 'whatever' }),
    );
  });

  test.each<[unknown, RegExp]>([
    [null, /body/],
    [webhook({ actionType: '' }), /actionType/],
    [webhook({ commentAnnotation: {} }), /commentAnnotation\.annotationId/],
    [webhook({ actionUser: { name: 'x' } }), /actionUser\.userId/],
    [webhook({ targetComment: { commentId: '2' } }), /targetComment\.commentId/],
  ])('%j is refused', async (value, message) => {
    await expect(mailer(null).handle(value)).rejects.toThrow(message);
    await expect(mailer(null).handle(value)).rejects.toBeInstanceOf(CommentWebhookError);
  });
});
