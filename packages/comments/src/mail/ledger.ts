/**
 * Which mails went out: a webhook comes at least once, its mail goes to each person at most once.
 */

/**
 * What became of a mail before: `mine` is taken now, `under-way` is being sent by another delivery,
 * `sent` has gone out.
 */
export type Claim = 'mine' | 'under-way' | 'sent';

/**
 * Keep it where it outlives the process, with a unique key, so that of two that claim at once one
 * gets it. A claim of a process that died has to end: after some minutes another may have it.
 */
export interface MailLedger {
  /** Takes the mail of this webhook to this person, if it was neither sent nor taken. */
  readonly claim: (webhookId: string, userId: string) => Promise<Claim>;
  /** The mail has gone out: it is not claimed again. */
  readonly sent: (webhookId: string, userId: string) => Promise<void>;
  /** The mail did not go out: it may be claimed again. */
  readonly release: (webhookId: string, userId: string) => Promise<void>;
}

const MOST_KEPT = 100_000;

/** In memory, for one process: it remembers the last 100,000 mails. */
export function createMemoryMailLedger(): MailLedger {
  const claims = new Map<string, Exclude<Claim, 'mine'>>();
  const keyOf = (...ids: readonly string[]) => JSON.stringify(ids);
  return {
    claim: async (webhookId, userId) => {
      const key = keyOf(webhookId, userId);
      const before = claims.get(key);
      if (before !== undefined) return before;
      claims.set(key, 'under-way');
      const [oldest] = claims.keys();
      if (claims.size > MOST_KEPT && oldest !== undefined) claims.delete(oldest);
      return 'mine';
    },
    sent: async (webhookId, userId) => {
      claims.set(keyOf(webhookId, userId), 'sent');
    },
    release: async (webhookId, userId) => {
      claims.delete(keyOf(webhookId, userId));
    },
  };
}
