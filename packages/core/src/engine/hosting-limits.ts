/** Bounds of what hosts wait for and follow: of one process, where nothing else is said. */
export const HOSTING_LIMITS = {
  /** Types that a feed is narrowed to. */
  feedTypes: 20,
  /** How long a call over HTTP waits, in ms. */
  waitMs: 25_000,
  /** Callers that wait at once. */
  waits: 1_000,
  /** Streams that are open at once. */
  streams: 1_000,
  /** Streams of one workspace. */
  workspaceStreams: 100,
  /** Events that a stream holds for a reader that takes none. */
  streamEvents: 1_000,
  /** Bytes of them. */
  streamBytes: 1_048_576,
} as const;
