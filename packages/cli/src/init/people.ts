/** People of a new host: its directory, and the mails that ask them. */

/** The people of the example. `ida` asks, the others decide. */
export const PEOPLE = {
  groups: { brand: ['ben', 'eva'] },
  roles: { director: ['dora'] },
  managers: { ida: 'maria', maria: 'dora', ben: 'dora', eva: 'dora' },
  attributes: Object.fromEntries(
    ['ida', 'maria', 'ben', 'eva', 'dora'].map((it) => [it, { mail: `${it}@example.com` }]),
  ),
};

export const PEOPLE_SOURCE = `/** The directory: groups, roles and managers of \`people.json\`. Replace it by your own, such as your users table. */
import { type StaticDirectoryData, staticDirectory } from '@org/approval-core';
import { readFile } from 'node:fs/promises';

const file = new URL('../people.json', import.meta.url);
const people = JSON.parse(await readFile(file, 'utf8')) as StaticDirectoryData;

export const directory = staticDirectory(people);

/** Mail address of a user; null without one. */
export function mailOf(userId: string): string | null {
  const mail = people.attributes?.[userId]?.['mail'];
  return typeof mail === 'string' ? mail : null;
}
`;

export const MAIL_SOURCE = `/** Mails with a link to decide by. They are printed here, and sent once SMTP_URL is set. */
import {
  type ApprovalEngine,
  ApprovalError,
  type FeedEvent,
  type Subscription,
  decisionMail,
} from '@org/approval-core';
import { createTransport } from 'nodemailer';
import { mailOf } from './people.js';

const { SMTP_URL, MAIL_FROM = 'approvals@localhost' } = process.env;
const transport = SMTP_URL === undefined ? null : createTransport(SMTP_URL);

/** One process sends all mails, in order. After a crash a mail can be sent twice. */
export const sendMails = (engine: ApprovalEngine, baseUrl: string): Subscription =>
  engine.feed.subscribe(
    'mails',
    async ([event]) => {
      if (event === undefined || event.stepId === null) return;
      const { executionId, stepId } = event;
      for (const reviewerId of askedBy(event)) {
        const link = await engine.links.create({ executionId, stepId, reviewerId, baseUrl }).catch(nothingToDecide);
        if (link !== null) await send(mailOf(reviewerId) ?? reviewerId, decisionMail(link));
      }
    },
    { types: ['step.awaiting-approval', 'step.assigned', 'step.reminder'], from: 'start', batchSize: 1 },
  );

function askedBy(event: FeedEvent): readonly string[] {
  if (event.type === 'step.awaiting-approval') return event.data.waitingForReviewers;
  if (event.type === 'step.assigned') return event.data.added;
  return event.type === 'step.reminder' ? event.data.userIds : [];
}

/** The step was decided, handed over or ended before the mail. Other errors are retried. */
function nothingToDecide(error: unknown): null {
  const over = ['FAILED_PRECONDITION', 'PERMISSION_DENIED', 'NOT_FOUND'];
  if (error instanceof ApprovalError && over.includes(error.status)) return null;
  throw error;
}

async function send(to: string, mail: { subject: string; text: string; html: string }): Promise<void> {
  if (transport !== null) await transport.sendMail({ from: MAIL_FROM, to, ...mail });
  else console.log(\`\\nMail to \${to}: \${mail.subject}\\n\${mail.text}\\n\`);
}
`;
