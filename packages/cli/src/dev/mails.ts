/** A mail sink: keeps the mails that templates render for reviewers, and sends none. */
import { ApprovalError, type FeedEvent, type WorkspaceOperations, decisionMail } from '@org/approval-core';

export interface SunkMail {
  readonly to: string;
  /** Time of the event that caused the mail, in ms since the epoch. */
  readonly at: number;
  readonly executionId: string;
  readonly subject: string;
  readonly text: string;
  /** Page that the link of the mail opens. */
  readonly url: string;
}

/** Number of mails that are kept. */
const KEPT = 200;

export interface MailSink {
  /** Kept mails, newest first. */
  readonly mails: () => readonly SunkMail[];
}

interface Parts {
  readonly operations: WorkspaceOperations;
  /** Address of the decision pages. */
  readonly baseUrl: string;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** Renders a mail for every assignment and reminder, from any process on the store. */
export function sinkMails({ operations, baseUrl, signal, onError }: Parts): MailSink {
  let kept: readonly SunkMail[] = [];
  const follow = async () => {
    const types = ['step.awaiting-approval', 'step.assigned', 'step.reminder'] as const;
    for await (const { events } of operations.feed.follow({ from: 'now', types: [...types] }, { signal })) {
      for (const event of events) {
        const { executionId, stepId, timestamp: at } = event;
        for (const to of askedBy(event)) {
          const mail = await mailTo(to, { executionId, stepId: stepId ?? '' });
          if (mail !== null) kept = [{ to, at, executionId, ...mail }, ...kept].slice(0, KEPT);
        }
      }
    }
  };
  /** Null when the reviewer need not decide any more. */
  const mailTo = async (reviewerId: string, step: { executionId: string; stepId: string }) => {
    try {
      const link = await operations.links.create({ ...step, reviewerId, baseUrl });
      const { subject, text } = decisionMail(link);
      return { subject, text, url: link.url };
    } catch (error) {
      if (!(error instanceof ApprovalError) || error.status === 'UNAVAILABLE') throw error;
      return null;
    }
  };
  void follow().catch((error: unknown) => {
    if (!signal.aborted) onError(error);
  });
  return { mails: () => kept };
}

/** New reviewers of an assignment, or the reminded ones. */
function askedBy(event: FeedEvent): readonly string[] {
  switch (event.type) {
    case 'step.awaiting-approval':
      return event.data.waitingForReviewers;
    case 'step.assigned':
      return event.data.added;
    case 'step.reminder':
      return event.data.userIds;
    default:
      return [];
  }
}
