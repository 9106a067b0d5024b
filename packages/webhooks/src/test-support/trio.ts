/** The Standard Webhooks trio, made without our own code. */
import { createHmac } from 'node:crypto';

export function signStandard(parts: {
  readonly id: string;
  readonly now: number;
  readonly body: Uint8Array;
  readonly secret: string;
}): Record<string, string> {
  const { id, now, body, secret } = parts;
  const timestamp = String(Math.floor(now / 1_000));
  const digest = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${digest}` };
}
