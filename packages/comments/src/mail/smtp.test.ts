/**
 * A mail that really goes out: a webhook, the customer's backend, nodemailer, and an SMTP server on
 * loopback.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import type { PartialCommentAnnotation } from '../record.js';
import { writeChange } from '../store/annotation-store.js';
import { changeOf } from '../store/change.js';
import { createMemoryAnnotationStore } from '../store/memory-store.js';
import { type AnnotationRecord, recordOf } from '../store/rows.js';
import { comment, thread } from '../test-support/records.js';
import { webhook } from '../test-support/webhook.js';
import { createCommentMailer } from './mailer.js';

interface Received {
  readonly to: readonly string[];
  readonly mail: Email;
}

async function smtpServer() {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      void buffer(stream)
        .then((raw) => PostalMime.parse(raw))
        .then((mail) => {
          received.push({ to: session.envelope.rcptTo.map((it) => it.address), mail });
          done();
        });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  );
  return { received, port: (server.server.address() as AddressInfo).port };
}

test('a mention is read in the inbox of whom it names, and in no other', async () => {
  const { received, port } = await smtpServer();
  const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true });
  onTestFinished(() => {
    transport.close();
  });
  const store = createMemoryAnnotationStore();
  const bob = { userId: 'bob', name: 'Bob, "the" Builder', email: 'bob@example.com' };
  const ada = { userId: 'ada', name: 'Ada', email: 'ada@example.com' };
  const words = 'Grüße an <script>alert("x")</script> 🐤\n.\nand a line with a dot';
  const record = thread('t1', [
    comment(2, 'ada', { commentText: words, from: ada, to: [bob], taggedUserContacts: [] }),
  ]);
  const saved = { annotation: record as unknown as AnnotationRecord };
  await writeChange(store, 'acme', changeOf(saved), { makesThreads: true });

  const handle = createCommentMailer({
    mayRead: () => true,
    load: async ({ annotationId }) => {
      const { threads } = await store.find({ organizationId: 'acme', annotationIds: [annotationId] });
      return (threads[0] ? recordOf(threads[0]) : null) as PartialCommentAnnotation | null;
    },
    addressesOf: async () =>
      new Map([
        ['bob', bob],
        ['ada', { ...ada, name: 'Ada\r\nBcc: evil@example.com' }],
      ]),
    messageDomain: 'acme.example',
    send: ({ subject, text, html, recipient: { email, name }, headers }) =>
      transport.sendMail({
        from: 'comments@acme.example',
        to: { address: email, name: name ?? '' },
        subject,
        text,
        html,
        headers: { ...headers },
      }),
  });
  await handle(webhook({ actionUser: ada }));

  expect(received.map((it) => it.to)).toEqual([['bob@example.com']]);
  const { mail } = received[0]!;
  expect(mail.subject).toBe('Ada Bcc: evil@example.com mentioned you');
  expect([mail.messageId, mail.inReplyTo]).toEqual(['<wh1.bob@acme.example>', '<thread.t1@acme.example>']);
  expect(mail.headers.map((it) => it.key)).not.toContain('bcc');
  expect(mail.text).toContain(words);
  expect(mail.html).toContain('Grüße an &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; 🐤<br>.<br>');
  expect(mail.html).not.toContain('<script>');
});
