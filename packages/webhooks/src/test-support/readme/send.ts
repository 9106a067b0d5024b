import { type Secret, addressPolicy, deliveryHeaders } from '@org/approval-webhooks';
import { type SendResult, createSender } from '@org/approval-webhooks/node';

const policy = addressPolicy({ allowHosts: ['hooks.corp.internal'] });
const send = createSender({ policy });

export async function deliver(url: string, event: { eventId: string }, secret: Secret): Promise<SendResult> {
  const body = new TextEncoder().encode(JSON.stringify(event));
  const signed = { id: event.eventId, now: Date.now(), body, secrets: [secret] };
  return send({ url, body, headers: await deliveryHeaders({ ...signed, attempt: 0 }) });
}
