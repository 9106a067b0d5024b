/** Failure of a channel: the engine reads from it if another attempt makes sense. */

/** Thrown by the channels. */
export class ChannelError extends Error {
  override readonly name = 'ChannelError';
  /** False if another attempt would fail as well. */
  readonly retryable: boolean;
  /** Wait that the receiver asks for, in ms; null without one. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    {
      retryable = false,
      retryAfterMs = null,
      cause,
    }: {
      /** False by default. */
      readonly retryable?: boolean;
      /** None by default. */
      readonly retryAfterMs?: number | null;
      /** Error behind it. */
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause });
    this.retryable = retryable;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Returns true if another attempt may go well after this error. */
export const isRetryable = (error: unknown): boolean =>
  (Object(error) as { readonly retryable?: unknown }).retryable !== false;
