/** Webhooks that are signed with a `whsec_` key, against node's own HMAC. */
import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { webhook } from '../test-support/webhook.js';
import { isSignedWebhook } from './signature.js';

const key = randomBytes(24);
const secret = `whsec_${key.toString('base64')}`;
const other = `whsec_${randomBytes(24).toString('base64')}`;
const now = 1_767_225_600_000;
const text = JSON.stringify(webhook());
const body = new TextEncoder().encode(text);
const at = String(now / 1_000);

const signed = (by: Uint8Array, { id = 'msg_1', time = at, kind = 'webhook' } = {}) => ({
  [`${kind}-id`]: id,
  [`${kind}-timestamp`]: time,
  [`${kind}-signature`]: `v1,${createHmac('sha256', by).update(`${id}.${time}.${text}`).digest('base64')}`,
});
const check = (headers: Record<string, string>, secrets = [secret], bytes = body) =>
  isSignedWebhook({ headers, body: bytes }, { secrets, now });

test('a webhook that the key signed is taken: under both names of the headers, in a rotation, from Headers', async () => {
  const headers = signed(key);
  expect(await check(headers)).toBe(true);
  expect(await check(signed(key, { kind: 'svix' }))).toBe(true);
  expect(await check(headers, [other, secret])).toBe(true);
  const many = { ...headers, 'webhook-signature': `v2,x v1,AAAA ${headers['webhook-signature']}` };
  expect(await check(many)).toBe(true);
  expect(await isSignedWebhook({ headers: new Headers(headers), body }, { secrets: [secret], now })).toBe(
    true,
  );
});

test.each<[string, Record<string, string>]>([
  ['signed with the text of the key', signed(Buffer.from(secret))],
  ['signed with another key', signed(randomBytes(24))],
  ['under another id', { ...signed(key), 'webhook-id': 'msg_2' }],
  ['at another time', { ...signed(key), 'webhook-timestamp': String(now / 1_000 + 1) }],
  ['too old', signed(key, { time: String(now / 1_000 - 301) })],
  ['too new', signed(key, { time: String(now / 1_000 + 301) })],
  ['with an id that has a full stop', signed(key, { id: 'msg.1' })],
  ['without a signature', { ...signed(key), 'webhook-signature': '' }],
  ['without headers', {}],
])('a webhook is refused: %s', async (_what, headers) => {
  expect(await check(headers)).toBe(false);
});

test('a body that was changed is refused', async () => {
  expect(await check(signed(key), [secret], new TextEncoder().encode(`${text} `))).toBe(false);
});

test.each([[[]], [['secret-of-another-kind']], [['whsec_!']], [['whsec_AAAA']], [[`${secret}=====`]]])(
  'keys that are none are an error that does not quote them: %j',
  async (secrets: string[]) => {
    const failed = await check(signed(key), secrets).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(TypeError);
    for (const it of secrets) expect(String(failed)).not.toContain(it);
  },
);

test('the published example of Standard Webhooks is taken', async () => {
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const example = new TextEncoder().encode('{"test": 2432232314}');
  const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];
  const checked = isSignedWebhook({ headers, body: example }, { secrets, now: 1_614_265_330_000 });
  expect(await checked).toBe(true);
});
