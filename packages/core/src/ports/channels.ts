/** Channels of notification nodes: functions of the host (contract section 2). */
import type { NotificationMessage } from '../interpreter/calls.js';

export type { MessageBody, MessageRecipient, NotificationMessage } from '../interpreter/calls.js';

/** Result of a channel. */
export interface NotificationResult {
  /** Reference of the channel for the message, cut to 200 characters; none by default. */
  readonly reference?: string | null | undefined;
  /** Indexes in `to` of recipients that were not taken. If all of them are, the step fails. */
  readonly refused?: readonly number[] | null | undefined;
}

/** Second argument of a channel. */
export interface NotificationCallOptions {
  /** Aborted after 30 s, or when the step has ended, the lease is lost, or the engine stops. */
  readonly signal: AbortSignal;
}

/**
 * Called at least once for every notification step, outside any transaction, for 30 s at most. A
 * throw is retried by the node's `retry`, unless the error has `retryable: false`. An error may
 * have `retryAfterMs`, the shortest wait before the next attempt.
 */
export type NotificationChannel = (
  message: NotificationMessage,
  options: NotificationCallOptions,
) => NotificationResult | undefined | Promise<NotificationResult | undefined> | Promise<void>;

/** The host's channels by name. */
export type NotificationChannels = Readonly<Record<string, NotificationChannel>>;
