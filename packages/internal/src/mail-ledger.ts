/**
 * Ledger of the mails that went out. A webhook arrives at least once; its mail goes to each person
 * at most once.
 */

/**
 * Result of a claim: `mine` is taken now, `under-way` is being sent by another delivery, `sent` has
 * gone out.
 */
export type Claim = 'mine' | 'under-way' | 'sent';

/**
 * Record of the mails that are claimed or sent. Keep it where it outlives the process, with a
 * unique key, so that one of two simultaneous claims gets the mail. A claim of a process that died
 * has to end: after some minutes another process may have it.
 */
export interface MailLedger {
  /** Takes the mail of this webhook to this person, if it was neither sent nor taken. */
  readonly claim: (webhookId: string, userId: string) => Promise<Claim>;
  /** Records that the mail went out: it is not claimed again. */
  readonly sent: (webhookId: string, userId: string) => Promise<void>;
  /** Records that the mail did not go out: it may be claimed again. */
  readonly release: (webhookId: string, userId: string) => Promise<void>;
}

const MOST_KEPT = 100_000;

/** Creates a ledger in memory, for one process: it remembers the last 100,000 mails. */
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
