/** Bounds of what the client takes from a server. */
export const CLIENT_LIMITS = {
  /** Characters of one block of an event stream: an event is a fraction of it. */
  blockLength: 16_777_216,
  /** Lines of it. */
  blockLines: 1_000,
} as const;
