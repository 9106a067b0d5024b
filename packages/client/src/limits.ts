/** Bounds of what the client takes from a server. */
export const CLIENT_LIMITS = {
  /** Characters of one block of an event stream: an event is a fraction of it. */
  blockLength: 16_777_216,
  /** Lines of it. */
  blockLines: 1_000,
  /** Longest time in ms that a request can ask the server to wait. */
  waitMs: 25_000,
} as const;
