/** Everything together: a database, the engine on it, the server, and what sends mails. */
import { createApprovalEngine } from '@org/approval-core';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { appOf } from './app.js';
import { openDatabase } from './database.js';
import { mailerOf, sendLinks } from './mail.js';
import { orderOf } from './orders.js';
import { sessionsOf } from './session.js';
import { agentsOf, purchase } from './workflow.js';

export interface HostOptions {
  /** `postgres://…`; without it the file is the database. */
  readonly databaseUrl?: string | undefined;
  readonly file: string;
  /** 0: any free port. */
  readonly port: number;
  /** `smtp://…`; without it mails are printed. */
  readonly smtpUrl?: string | undefined;
  readonly sessionSecret: string;
  /** Folder of the built page. */
  readonly page: string;
}

export interface Host {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

export async function startHost(options: HostOptions): Promise<Host> {
  const { store, orders, close } = await openDatabase(options.databaseUrl, options.file);
  const mailer = mailerOf(options.smtpUrl);
  const engine = createApprovalEngine({
    store,
    agents: agentsOf(mailer),
    // Delay before a crashed process's work is taken over; longer than a pause of the garbage
    // collector.
    jobs: { leaseMs: '5s' },
    // The row and the decision are one transaction, for decisions by page, link or deadline.
    onCommit: ({ change, transaction }) => orders.save(transaction, orderOf(change.execution)),
  });
  await purchase.ensure(engine);

  const server = createServer();
  server.requestTimeout = 30_000;
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sessions = sessionsOf(options.sessionSecret);
  server.on('request', appOf({ engine, orders, sessions, origin, page: options.page }));
  const mails = sendLinks(engine, mailer, `${origin}/approvals`);

  return {
    origin,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      await Promise.all([mails.close(), engine.stop()]); // streams of open pages end here
      server.closeIdleConnections();
      await closed;
      await close();
    },
  };
}
