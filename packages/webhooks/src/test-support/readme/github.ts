import { HMAC_PRESETS, verifyHmac } from '@org/approval-webhooks';

export async function isFromGitHub(request: Request): Promise<boolean> {
  const body = new Uint8Array(await request.arrayBuffer());
  const secrets = [process.env.WEBHOOK_SECRET ?? ''];
  return (await verifyHmac({ headers: request.headers, body }, secrets, HMAC_PRESETS.github)).ok;
}
