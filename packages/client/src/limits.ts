/** Limits on responses of a server. */
export const CLIENT_LIMITS = {
  /** Characters of one block of an event stream; an event is far smaller. */
  blockLength: 16_777_216,
  /** Lines of one block. */
  blockLines: 1_000,
  /** Longest time in ms that a request can ask the server to wait. */
  waitMs: 25_000,
} as const;
