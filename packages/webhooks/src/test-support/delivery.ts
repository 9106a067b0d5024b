/** An event, and deliveries of it as the engine makes them. */
import type { WebhookEvent } from '../event.js';
import type { SecretInput } from '../secret.js';
import { deliveryHeaders } from '../signing/sign.js';

export const NOW = Date.UTC(2026, 0, 1);
export const SECRET = 'whsec_0123456789abcdef';

export const EVENT: WebhookEvent = {
  eventId: 'evt_1',
  seq: 7,
  type: 'execution.completed',
  executionId: 'exec_1',
  stepId: null,
  timestamp: NOW,
  correlationId: 'corr_1',
  data: { outcome: 'approved', durationMs: 5 },
};

export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface DeliveryOptions {
  readonly event?: object;
  readonly text?: string;
  readonly secrets?: readonly SecretInput[];
  readonly now?: number;
  readonly attempt?: number;
}

export async function delivery(options: DeliveryOptions = {}): Promise<Delivery> {
  const { event = EVENT, secrets = [SECRET], now = NOW, attempt = 0 } = options;
  const body = Buffer.from(options.text ?? JSON.stringify(event));
  const id = (event as { eventId: string }).eventId;
  return { body, headers: await deliveryHeaders({ id, now, body, secrets, attempt }) };
}
