/** Transport of the engine (its option `webhooks.transport`): signer, address guard and sender. */
import type { WebhookTransport } from '@org/approval-core';
import type { InboundSignature } from '@org/approval-core/views';
import { type Checks, checkOptions, optional, picked, withMethods } from '@org/approval-internal/options';
import { checkUrl } from '../address/check-url.js';
import { ADDRESS_OPTIONS, type AddressPolicyOptions, addressPolicy } from '../address/policy.js';
import { HMAC_PRESETS, type HmacPreset } from '../signing/scheme.js';
import { nodeHmac } from '../signing/node-hmac.js';
import { deliveryHeadersBy } from '../signing/sign.js';
import { verifyHmac } from '../signing/verify-hmac.js';
import { verifyStandard } from '../signing/verify-standard.js';
import { makeCall } from './call.js';
import { EXCHANGE_OPTIONS, type SenderOptions, createExchange, createSender } from './send.js';

/** Allowed addresses and settings of the transport. */
export interface WebhookTransportOptions extends AddressPolicyOptions, Omit<SenderOptions, 'policy'> {
  /** Called once, when the options allow what is refused by default; the console by default. */
  readonly logger?: { warn(message: string): void };
}

const OPTIONS: Checks<WebhookTransportOptions> = {
  ...ADDRESS_OPTIONS,
  ...EXCHANGE_OPTIONS,
  logger: optional(withMethods('warn')),
};

/**
 * Creates the transport for the engine's option `webhooks`: signed requests to public addresses
 * over https, one connection each. Node.js only.
 * @throws TypeError when an option makes no sense, also for a host or network that cannot be read.
 * @example
 * ```ts
 * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
 * import { createWebhookTransport } from '@org/approval-webhooks/node';
 *
 * const transport = createWebhookTransport();
 * const engine = createApprovalEngine({ store: createMemoryStore(), webhooks: { transport } });
 * console.log(transport.checkUrl('https://example.com/hooks')); // → null
 * console.log(transport.checkUrl('http://example.com/hooks')); // → use https:
 * await engine.stop();
 * ```
 */
export function createWebhookTransport(options: WebhookTransportOptions = {}): Required<WebhookTransport> {
  checkOptions('createWebhookTransport', options, OPTIONS);
  const { logger = console } = options;
  const policy = addressPolicy(picked<AddressPolicyOptions>(options, ADDRESS_OPTIONS));
  const sending = { ...picked<Omit<SenderOptions, 'policy'>>(options, EXCHANGE_OPTIONS), policy };
  const send = createSender(sending);
  const exchange = createExchange(sending);
  const opened = (['allowHttp', 'allowPrivate'] as const).filter((option) => policy[option]);
  if (opened.length > 0) {
    logger.warn(`webhooks: ${opened.join(' and ')} is on; use it only in development`);
  }
  return {
    checkUrl(url) {
      const checked = checkUrl(url, policy);
      return checked.ok ? null : checked.message;
    },
    async deliver({ url, body, eventId, attempt, secrets, now, signal }) {
      const headers = await deliveryHeadersBy(nodeHmac, { id: eventId, now, body, secrets, attempt });
      const result = await send({ url, headers, body, signal });
      if (result.ok) return result;
      const { code, message } = result.error;
      return {
        ok: false,
        status: result.status ?? null,
        error: `${code}: ${message}`,
        retryAfterMs: result.retryAfterMs,
      };
    },
    call: (request) => makeCall(exchange, request),
    async verifySignature({ headers, body, secret, now, ...scheme }) {
      if (scheme.preset === 'svc') return (await verifyStandard({ headers, body }, [secret], { now })).ok;
      return (await verifyHmac({ headers, body }, [secret], presetOf(scheme))).ok;
    },
  };
}

/**
 * `custom` is our own scheme, with the settings of the trigger. Its default prefix names SHA-256 in
 * hex, so SHA-1 and other encodings have no prefix by default.
 */
function presetOf({
  preset,
  header,
  algorithm,
  prefix,
  encoding,
}: Pick<InboundSignature, 'preset' | 'header' | 'algorithm' | 'prefix' | 'encoding'>): HmacPreset {
  const base = HMAC_PRESETS[preset === 'custom' ? 'svc' : preset];
  return {
    header: header ?? base.header,
    algorithm: algorithm ?? base.algorithm,
    ...(encoding !== undefined && { encoding }),
    prefix: prefix ?? (algorithm === 'sha1' || encoding !== undefined ? '' : base.prefix),
  };
}
