/** Sends to each recipient of a message, in turn. With a ledger a retry repeats none of them. */
import type { MailLedger } from '@org/approval-internal/mail-ledger';
import { ChannelError, isRetryable } from './failure.js';

export interface EachOnce<T> {
  /** Key of the message, the same for every attempt. */
  readonly key: string;
  readonly recipients: readonly T[];
  readonly idOf: (recipient: T) => string;
  readonly ledger: MailLedger;
  readonly signal: AbortSignal;
  readonly send: (recipient: T) => Promise<void>;
}

/**
 * Sends to each recipient who has not got the message. Returns the recipients that were refused for
 * good, with the errors.
 * @throws the first error that another attempt may get over, after all others were tried
 */
export async function eachOnce<T>({
  key,
  recipients,
  idOf,
  ledger,
  signal,
  send,
}: EachOnce<T>): Promise<ReadonlyMap<T, unknown>> {
  const refused = new Map<T, unknown>();
  let failure: { readonly error: unknown } | null = null;
  for (const it of recipients) {
    // The engine has given the attempt up, and its next attempt sends the rest.
    signal.throwIfAborted();
    const id = idOf(it);
    const claim = await ledger.claim(key, id);
    if (claim === 'under-way')
      failure ??= { error: new ChannelError('another process is sending this message', { retryable: true }) };
    if (claim !== 'mine') continue;
    try {
      await send(it);
    } catch (error) {
      await ledger.release(key, id);
      if (isRetryable(error)) failure ??= { error };
      else refused.set(it, error);
      continue;
    }
    await ledger.sent(key, id);
  }
  if (failure !== null) throw failure.error;
  return refused;
}
