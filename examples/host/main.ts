/**
 * Purchase orders of a small company.
 *
 *     npm run example:host
 *
 * From the environment: DATABASE_URL (`postgres://…`; without it SQLite, in FILE), PORT (3000; 0 is
 * any free port), SMTP_URL (without it mails are printed) and SESSION_SECRET (without it everybody
 * signs in again after a restart).
 */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { startHost } from './host.js';

const { DATABASE_URL, FILE = 'orders.db', PORT = '3000', SMTP_URL, SESSION_SECRET } = process.env;

const { origin, stop } = await startHost({
  databaseUrl: DATABASE_URL,
  file: FILE,
  port: Number(PORT),
  smtpUrl: SMTP_URL,
  sessionSecret: SESSION_SECRET ?? randomBytes(32).toString('hex'),
  page: fileURLToPath(new URL('dist', import.meta.url)),
});
console.log(`listening on ${origin}
Sign in as Eve, order something, and decide as Max, on the page or by the link in the mail. Ctrl+C ends it.`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
