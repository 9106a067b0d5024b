/** A mail server on loopback that keeps what it is sent, and a transport that sends there. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

export async function mailServer() {
  const received: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      void buffer(stream)
        .then((raw) => PostalMime.parse(raw))
        .then((mail) => void received.push(mail))
        .then(() => done(), done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.server.address() as AddressInfo;
  return { received, transport: createTransport({ host: '127.0.0.1', port, ignoreTLS: true }) };
}
