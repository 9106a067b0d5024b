/**
 * Threads with content that any user may have stored: whichever values they hold, all other people
 * get their mail, at a bounded cost.
 */
import { describe, expect, test } from 'vitest';
import type { PartialCommentAnnotation } from '../record.js';
import { webhook } from '../test-support/webhook.js';
import { type CommentMail, type CommentMailerOptions, createCommentMailer } from './mailer.js';

const metadata = { organizationId: 'acme', documentId: 'contract' };
const bob = { commentId: 1, commentText: 'first', from: { userId: 'bob' } };
const threadWith = (target: object, more: object = {}): PartialCommentAnnotation => ({
  annotationId: 't1',
  metadata,
  comments: { 1: bob, 2: { commentId: 2, commentText: 'hello', from: { userId: 'ada' }, ...target } },
  ...more,
});

async function mailsOf(found: unknown, options: Partial<CommentMailerOptions> = {}) {
  const sent: CommentMail[] = [];
  const asked: (readonly string[])[] = [];
  const handle = createCommentMailer({
    mayRead: () => true,
    load: async () => found as PartialCommentAnnotation | null,
    send: async (mail) => sent.push(mail),
    addressesOf: async (ids) => {
      // The actor is asked for too: the mail says their name.
      asked.push(ids.filter((it) => it !== 'ada'));
      return new Map(ids.map((id) => [id, { email: `${id}@example.com` }]));
    },
    retryDelays: [],
    ...options,
  });
  await handle(webhook());
  return { sent, asked };
}

const WRONG: readonly unknown[] = [
  ...[null, 5, 'bob', true, {}, [], [null, 5, 'bob', [], { userId: 5 }, { userId: { $ne: null } }]],
  ...[{ userId: 5 }, { userId: '' }, { userId: { $ne: null } }, { userId: 'a\0b' }, { userId: '\ud83d' }],
  ...[{ userId: 'x'.repeat(257) }, { 1: null, 2: 5, 3: { name: 5 }, 4: { name: { x: 1 } } }],
];

test.each([
  { metadata: null, notificationSource: null, platform: null },
  { metadata: { apiKey: null, documentId: null, organizationId: null, pageInfo: null } },
  { commentAnnotation: { annotationId: 't1', metadata: null } },
  { commentAnnotation: { annotationId: 't1', metadata: { documentId: null } } },
])('a webhook that says with %j what it does not know is mailed', async (more) => {
  const asked: unknown[] = [];
  const handle = createCommentMailer({
    mayRead: () => true,
    load: async ({ documentId }) => {
      asked.push(documentId);
      return threadWith({});
    },
    send: async () => undefined,
    addressesOf: async () => new Map([['bob', { email: 'bob@example.com' }]]),
  });
  const sent = webhook({ ...more });
  expect(await handle(sent)).toMatchObject({ outcome: 'sent' });
  // One of the two places that may name the document does.
  const isSaid = JSON.stringify(sent).includes('"documentId":"contract"');
  expect(asked).toEqual([isSaid ? 'contract' : null]);
});

test('a thread that is not there yet is waited for, also where that is undefined', async () => {
  const found = [undefined, threadWith({})];
  const handle = createCommentMailer({
    mayRead: () => true,
    load: async () => found.shift() as never,
    send: async () => undefined,
    addressesOf: async () => new Map([['bob', { email: 'bob@example.com' }]]),
    retryDelays: [0],
  });
  const assigned = webhook({ actionType: 'assigned', targetComment: null });
  expect(await handle(assigned)).toMatchObject({ outcome: 'sent' });
});

describe.each(WRONG.map((it) => [JSON.stringify(it), it]))('%s', (_json, wrong) => {
  test.each(['to', 'taggedUserContacts', 'attachments', 'commentText', 'commentHtml', 'from'])(
    'as `%s` of a comment keeps nobody from their mail',
    async (name) => {
      const { sent, asked } = await mailsOf(threadWith({ [name]: wrong }));
      expect(asked).toEqual([['bob']]);
      expect(sent.map((it) => it.recipient.userId)).toEqual(['bob']);
    },
  );

  test.each(['from', 'assignedTo'])('as `%s` of the thread neither', async (name) => {
    const { asked } = await mailsOf(threadWith({}, { [name]: wrong }));
    expect(asked).toEqual([['bob']]);
  });

  test('as another comment, or its author, neither', async () => {
    const comments = { ...threadWith({}).comments, 3: wrong, 4: { commentId: 4, from: wrong } };
    expect((await mailsOf(threadWith({}, { comments }))).asked).toEqual([['bob']]);
  });

  test('as the name of its author is nobody’s name', async () => {
    const found = threadWith({ from: { userId: 'ada', name: wrong } });
    const sent: CommentMail[] = [];
    const handle = createCommentMailer({
      mayRead: () => true,
      load: async () => found,
      send: async (mail) => sent.push(mail),
      addressesOf: async (ids) => new Map(ids.map((id) => [id, { email: `${id}@example.com` }])),
    });
    await handle(webhook({ actionUser: { userId: 'ada' } }));
    expect(sent[0]?.subject).toBe('Somebody commented');
  });
});

test.each([null, 5, [], { annotationId: 't1' }, threadWith({}, { comments: null })])(
  'a thread that is %j is not there yet',
  async (found) => {
    await expect(mailsOf(found)).rejects.toMatchObject({ name: 'ThreadNotFoundError' });
  },
);

test('files without a name are files, and of many it is said how many there are', async () => {
  const few = { 1: { name: 5 }, 2: null, 3: { name: 'plan.pdf' } };
  expect((await mailsOf(threadWith({ attachments: few }))).sent[0]?.text).toContain(
    'Attached: a file, plan.pdf',
  );
  const name = 'x'.repeat(10_000);
  const attachments = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [index, { name }]));
  const { sent } = await mailsOf(threadWith({ attachments }));
  expect(sent[0]?.text).toContain('…, 10 more');
  expect(sent[0]?.text.length).toBeLessThan(12_000);
});

const LONG = '"'.repeat(700_000);
test.each([{ commentText: LONG }, { commentText: `  ${LONG}` }, { commentText: null, commentHtml: LONG }])(
  'very long words are cut, in text and in html',
  async (words) => {
    const { sent } = await mailsOf(threadWith(words));
    expect(sent[0]?.text.match(/"/g)?.length).toBe(19_999);
    expect(sent[0]?.html.length).toBeLessThan(6 * 20_000 + 500);
  },
);

test('each mail is written when it is sent, and one that cannot be keeps nobody from theirs', async () => {
  const log: string[] = [];
  const to = ['cy', 'dee', 'eve'].map((userId) => ({ userId }));
  const options: Partial<CommentMailerOptions> = {
    compose: ({ recipient }) => {
      log.push(`compose ${recipient.userId}`);
      if (recipient.userId === 'cy') throw new Error('no words');
      return { subject: '', text: '', html: '' };
    },
    send: async ({ recipient }) => log.push(`send ${recipient.userId}`),
  };
  await expect(mailsOf(threadWith({ to }), options)).rejects.toThrow('no words');
  expect(log).toEqual([
    ...['compose cy', 'compose dee', 'send dee', 'compose eve', 'send eve', 'compose bob', 'send bob'],
  ]);
});

test('a comment names 500 people at most; whoever takes part has a mail all the same', async () => {
  const to = Array.from({ length: 800 }, (_, index) => ({ userId: `u${index}` }));
  const { sent } = await mailsOf(threadWith({ to: [{ userId: 'ada' }, ...to], taggedUserContacts: to }));
  expect(sent.map((it) => it.recipient.userId)).toEqual([...to.slice(0, 500).map((it) => it.userId), 'bob']);
  expect(sent.at(-1)?.recipient.reason).toBe('participant');
});

test('no mail program makes a link of a name, and no character makes a text read as another', async () => {
  const found = threadWith({ commentText: 'pay \u202e01\u009b EUR, see https://app.example' });
  const sent: CommentMail[] = [];
  const handle = createCommentMailer({
    mayRead: () => true,
    load: async () => found,
    send: async (mail) => sent.push(mail),
    addressesOf: async (ids) =>
      new Map(ids.map((id) => [id, { email: `${id}@example.com`, name: 'Ada evil.example/x' }])),
    documentOf: async () => ({ name: 'bank.example \u2066now' }),
  });
  await handle(webhook());
  const { subject = '', text = '', html = '' } = sent[0] ?? {};
  expect(subject).toMatch(/^Ada evil\.example\/x .* in bank\.example now$/);
  for (const message of [text, html]) {
    expect(message).not.toMatch(/(?:evil|bank)\.\w|[\u202e\u2066\u009b]/);
    expect(message.replaceAll('\u200b', '')).toContain('bank.example now');
    // A comment may have links: they are what its author wrote.
    expect(message).toContain('pay 01 EUR, see https://app.example');
  }
});

test('ids of any characters make headers of lines that mail servers take, different for each', async () => {
  const found = threadWith({});
  const ids = ['\u{1f600}'.repeat(200), `${'\u{1f600}'.repeat(199)}\u{1f601}`];
  const seen = new Set<string>();
  for (const id of ids) {
    const sent: CommentMail[] = [];
    const handle = createCommentMailer({
      ...{ mayRead: () => true, load: async () => found, retryDelays: [] },
      send: async (mail) => sent.push(mail),
      addressesOf: async (all) => new Map(all.map((it) => [it, { email: `${it}@example.com` }])),
    });
    await handle(webhook({ webhookId: id, commentAnnotation: { annotationId: id } }));
    for (const [name, value] of Object.entries(sent[0]?.headers ?? {}))
      expect(`${name}: ${value}`.length).toBeLessThan(998);
    seen.add(String(sent[0]?.headers['Message-ID'])).add(String(sent[0]?.headers.References));
  }
  expect(seen.size).toBe(4);
});

test('words that are pasted with much markup are mailed', async () => {
  const paragraph = `<p style="${'color: red; '.repeat(40)}">paragraph</p>`;
  const commentHtml = `${paragraph.repeat(100)}<p>the end</p>`;
  const { sent } = await mailsOf(threadWith({ commentText: '', commentHtml }));
  expect(sent[0]?.text).toContain('the end');
});
