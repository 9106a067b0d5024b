/** Which mails went out: a webhook comes at least once, its mail goes to each person at most once. */

/** Keep it where it outlives the process, with a unique key, so that of two that claim at once one gets it. */
export interface MailLedger {
  /** Takes the mail of this webhook to this person; false: somebody has it already. */
  readonly claim: (webhookId: string, userId: string) => Promise<boolean>;
  /** The mail did not go out: it may be claimed again. */
  readonly release: (webhookId: string, userId: string) => Promise<void>;
}

const MOST_KEPT = 100_000;

/** In memory, for one process: it remembers the last 100,000 mails. */
export function createMemoryMailLedger(): MailLedger {
  const claimed = new Set<string>();
  const keyOf = (...ids: readonly string[]) => JSON.stringify(ids);
  return {
    claim: async (webhookId, userId) => {
      const key = keyOf(webhookId, userId);
      if (claimed.has(key)) return false;
      claimed.add(key);
      const [oldest] = claimed;
      if (claimed.size > MOST_KEPT && oldest !== undefined) claimed.delete(oldest);
      return true;
    },
    release: async (webhookId, userId) => {
      claimed.delete(keyOf(webhookId, userId));
    },
  };
}
