import { verify } from '@org/approval-webhooks';

export async function receive(headers: Headers, body: Uint8Array): Promise<number> {
  const secrets = [process.env.WEBHOOK_SECRET ?? ''];
  const verified = await verify({ headers, body }, { secrets, now: Date.now() });
  if (!verified.ok) return verified.reason === 'event-malformed' ? 400 : 401;
  console.log(`${verified.event.eventId}: ${verified.event.type}`);
  return 200;
}
