/** Channel that posts the message, signed as events are (contract section 12). */
import type { NotificationChannel } from '@org/approval-core';
import { type Checks, checkOptions, must, text } from '@org/approval-internal/options';
import { type SecretInput, secretTexts } from '../secret.js';
import { toHex } from '../signing/hmac.js';
import { type PostTransport, post, transportCheck } from './post.js';

/** Options of a channel for an endpoint of the host. */
export interface WebhookChannelOptions {
  /** URL of the receiver. */
  readonly url: string;
  /** Secret of the signature, 16 to 512 characters. */
  readonly secret: SecretInput;
  /** `createWebhookTransport()` of `@org/approval-webhooks/node`, with its guard. */
  readonly transport: PostTransport;
}

const OPTIONS: Checks<WebhookChannelOptions> = {
  url: text,
  secret: must('a secret of 16 to 512 characters', (it) => secretTexts([it]).ok),
  transport: transportCheck,
};

/**
 * Creates a channel that posts each message as JSON, with the signatures of events and an
 * `idempotency-key`. `verify` of `@org/approval-webhooks` checks them.
 * @throws TypeError when an option makes no sense.
 */
export function webhookChannel(options: WebhookChannelOptions): NotificationChannel {
  checkOptions('webhookChannel', options, OPTIONS);
  const { url, secret, transport } = options;
  return async (message, { signal }) => {
    const known = secretTexts([secret]);
    if (!known.ok) throw new TypeError(known.fault);
    const { idempotencyKey: key } = message;
    const id = `call_${await digestOf(key)}`;
    await post(
      { transport, what: 'the receiver' },
      {
        url,
        headers: { 'idempotency-key': key },
        json: message,
        sign: { id, secrets: known.texts, now: Date.now() },
        signal,
      },
    );
  };
}

/** 32 hexadecimal digits, as in the id of a request of a webhook node. */
async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return toHex(new Uint8Array(digest)).slice(0, 32);
}
