/** A mail server on loopback that keeps what it is sent, and the transport that sends there. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { CommentMail } from '@org/approval-comments/mail';

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

export interface MailServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

export async function startMailServer(
  port: number,
  onMail: (mail: ReceivedMail) => void,
): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      void buffer(stream)
        .then((raw) => PostalMime.parse(raw))
        .then(({ subject = '', text = '' }) => {
          onMail({ to: session.envelope.rcptTo.map((it) => it.address), subject, text: text.trim() });
        })
        .then(() => done(), done);
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}

/** In the system of yours: the host and the account of your mail provider. */
export function mailSender(port: number): (mail: CommentMail) => Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true });
  return async ({ subject, text, html, recipient: { email, name }, headers }) => {
    await transport.sendMail({
      from: { name: 'Acme comments', address: 'comments@acme.example' },
      to: { address: email, name: name ?? '' },
      subject,
      text,
      html,
      headers: { ...headers },
    });
  };
}
