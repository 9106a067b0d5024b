/** Options of a single call of a client. */

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call: it rejects with the signal's reason. The engine may have done it anyway. */
  readonly signal?: AbortSignal | undefined;
}
