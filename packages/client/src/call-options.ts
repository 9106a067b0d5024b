/** Options of a single call of a client. */

/** What a single call takes beside its request. */
export interface CallOptions {
  /** Gives the call up: it rejects with the signal's reason. The engine may have done it all the same. */
  readonly signal?: AbortSignal | undefined;
}
