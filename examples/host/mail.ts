/** Mails: a link to decide by for everybody who is waited for. */
import { type ApprovalEngine, ApprovalError, type Subscription, decisionMail } from '@org/approval-core';
import { createTransport } from 'nodemailer';
import { personOf } from './people.js';

export interface Mailer {
  readonly send: (mail: { to: string; subject: string; text: string; html?: string }) => Promise<unknown>;
}

/** Sends by SMTP; without an address it prints mails to the console. */
export function mailerOf(smtpUrl: string | undefined): Mailer {
  if (smtpUrl === undefined) {
    return { send: async ({ to, subject, text }) => console.log(`\nmail to ${to}: ${subject}\n${text}\n`) };
  }
  const transport = createTransport(smtpUrl);
  return { send: (mail) => transport.sendMail({ from: 'orders@acme.example', ...mail }) };
}

/** One process sends all mails, in order; a failed mail is retried, also after a crash. */
export const sendLinks = (engine: ApprovalEngine, mailer: Mailer, baseUrl: string): Subscription =>
  engine.feed.subscribe(
    'mail',
    async ([event]) => {
      if (event?.type !== 'step.awaiting-approval' || event.stepId === null) return;
      const { executionId, stepId } = event;
      for (const reviewerId of event.data.waitingForReviewers) {
        const to = personOf(reviewerId);
        const asked = { executionId, stepId, reviewerId, baseUrl };
        const link = to && (await engine.links.create(asked).catch(nothingToDecide));
        if (link) await mailer.send({ to: to.email, ...decisionMail(link) });
      }
    },
    { types: ['step.awaiting-approval'], from: 'start', batchSize: 1 },
  );

/**
 * The step was decided, delegated or ended before the mail. Errors thrown here are retried, and
 * delay all later mails.
 */
function nothingToDecide(error: unknown): null {
  const over = ['FAILED_PRECONDITION', 'PERMISSION_DENIED', 'NOT_FOUND'];
  if (error instanceof ApprovalError && over.includes(error.status)) return null;
  throw error;
}
