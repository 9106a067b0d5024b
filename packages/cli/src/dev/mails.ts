/** A sink for mails: what the templates make for everybody who is asked is kept here and sent to nobody. */
import { ApprovalError, type FeedEvent, type WorkspaceOperations, decisionMail } from '@org/approval-core';

export interface SunkMail {
  readonly to: string;
  /** Of the event that it was made for, in ms since the epoch. */
  readonly at: number;
  readonly executionId: string;
  readonly subject: string;
  readonly text: string;
  /** The page that its link opens. */
  readonly url: string;
}

/** Older ones go. */
const KEPT = 200;

export interface MailSink {
  /** Newest first. */
  readonly mails: () => readonly SunkMail[];
}

interface Parts {
  readonly operations: WorkspaceOperations;
  /** Where decision pages are served. */
  readonly baseUrl: string;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** Whoever is asked gets a mail, and again when they are reminded; committed by whatever process. */
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
  /** null: they need not answer any more. */
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

/** Of an assignment only those who are new. */
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
