/**
 * Starts everything and says where to look.
 *
 *     npm run example:review-app
 *
 * PORT (3000), SERVICE_PORT (3001) and SMTP_PORT (2525) come from the environment; 0 is any free
 * port.
 */
import { fileURLToPath } from 'node:url';
import { startReviewApp } from './server/start.js';

const { PORT = '3000', SERVICE_PORT = '3001', SMTP_PORT = '2525' } = process.env;

const app = await startReviewApp({
  page: fileURLToPath(new URL('dist', import.meta.url)),
  ports: { page: Number(PORT), service: Number(SERVICE_PORT), smtp: Number(SMTP_PORT) },
  onMail: ({ to, subject, text }) => console.log(`\nmail to ${to.join(', ')}: ${subject}\n${text}`),
});

console.log(`the page      ${app.pageUrl}
the service   ${app.serviceUrl} (engine and comment service)
mails         127.0.0.1:${app.smtpPort}, printed here as they arrive
the database  ${app.folder}
Sign in as Ada, mention @Bob Okafor, and then decide as Bob. Ctrl+C ends it.`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void app.stop());
