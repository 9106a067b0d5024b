/** What the engine delivers through (its option `webhooks.transport`): signer, address guard and sender, together. */
import type { InboundSignature, WebhookTransport } from '@org/approval-core';
import { checkUrl } from '../address/check-url.js';
import { type AddressPolicyOptions, addressPolicy } from '../address/policy.js';
import { HMAC_PRESETS, type HmacPreset } from '../signing/scheme.js';
import { deliveryHeaders } from '../signing/sign.js';
import { verifyHmac } from '../signing/verify-hmac.js';
import { type SenderOptions, createSender } from './send.js';

export interface WebhookTransportOptions extends AddressPolicyOptions, Omit<SenderOptions, 'policy'> {
  /** Told once, when the options open what is closed by default; the console by default. */
  readonly logger?: { warn(message: string): void };
}

/** @throws TypeError for a host or network in the options that cannot be read. */
export function createWebhookTransport(options: WebhookTransportOptions = {}): WebhookTransport {
  const { logger = console, ...rest } = options;
  const policy = addressPolicy(rest);
  const send = createSender({ ...rest, policy });
  const opened = (['allowHttp', 'allowPrivate'] as const).filter((option) => policy[option]);
  if (opened.length > 0) {
    logger.warn(`webhooks: ${opened.join(' and ')} is on; that is for development, not for production`);
  }
  return {
    checkUrl(url) {
      const checked = checkUrl(url, policy);
      return checked.ok ? null : checked.message;
    },
    async deliver({ url, body, eventId, attempt, secrets, now, signal }) {
      const headers = await deliveryHeaders({ id: eventId, now, body, secrets, attempt });
      const result = await send({ url, headers, body, signal });
      if (result.ok) return result;
      const { code, message } = result.error;
      return { ok: false, status: result.status ?? null, error: `${code}: ${message}` };
    },
    async verifySignature({ headers, body, secret, ...scheme }) {
      return (await verifyHmac({ headers, body }, [secret], presetOf(scheme))).ok;
    },
  };
}

/** `custom` is our own scheme, but for what the trigger says. */
function presetOf({
  preset,
  header,
  algorithm,
  prefix,
}: Pick<InboundSignature, 'preset' | 'header' | 'algorithm' | 'prefix'>): HmacPreset {
  const base = preset === 'github' ? HMAC_PRESETS.github : HMAC_PRESETS.svc;
  return {
    header: header ?? base.header,
    algorithm: algorithm ?? base.algorithm,
    prefix: prefix ?? base.prefix,
  };
}
