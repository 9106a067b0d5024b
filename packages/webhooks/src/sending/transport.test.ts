/** Verdicts of the transport on inbound requests, and on refused addresses. */
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkUrl } from '../address/check-url.js';
import { signStandard } from '../test-support/trio.js';
import { createWebhookTransport } from './transport.js';

const NOW = Date.UTC(2026, 0, 1);
const SECRET = 'a-trigger-secret-0123456';
const body = new TextEncoder().encode('{"n":1}');
const transport = createWebhookTransport();
const verify = (headers: Record<string, string>, preset: 'svc' | 'github' | 'custom' = 'svc', now = NOW) =>
  transport.verifySignature({ preset, now, headers, body, secret: SECRET });

describe('our own events prove id, time and body (contract section 13)', () => {
  const trio = signStandard({ id: 'e-1', now: NOW, body, secret: SECRET });
  test.each<[string, Record<string, string>, number, boolean]>([
    ['as they were sent', trio, NOW, true],
    ['five minutes later', trio, NOW + 300_000, true],
    ['after that', trio, NOW + 300_001, false],
    ['before that', trio, NOW - 300_001, false],
    ['under another id', { ...trio, 'webhook-id': 'e-2' }, NOW, false],
    ['with another time', { ...trio, 'webhook-timestamp': String(NOW / 1_000 + 1) }, NOW, false],
    ['by the signature of the body alone', { 'x-svc-signature': `sha256=${hex()}` }, NOW, false],
  ])('%s', async (_, headers, now, expected) => {
    expect(await verify(headers, 'svc', now)).toBe(expected);
  });

  test('other senders sign the body', async () => {
    expect(await verify({ 'x-hub-signature-256': `sha256=${hex()}` }, 'github')).toBe(true);
    expect(await verify({ 'x-svc-signature': `sha256=${hex()}` }, 'custom')).toBe(true);
    expect(await verify(trio, 'custom')).toBe(false);
  });
});

test('every refused address is refused in the same words', () => {
  const addresses = [
    '127.0.0.1',
    '10.0.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '[::1]',
    '[fd00::1]',
    '224.0.0.1',
    '0.0.0.0',
  ];
  const refusals = addresses.map((it) => checkUrl(`https://${it}/`));
  expect(new Set(refusals.map((it) => JSON.stringify(it))).size).toBe(1);
});

test('a hot process refuses no international name', () => {
  const refused = Array.from({ length: 5_000 }, () => checkUrl('https://münchen.example/')).filter(
    (it) => !it.ok,
  );
  expect(refused).toEqual([]);
});

function hex(): string {
  return createHmac('sha256', SECRET).update(body).digest('hex');
}
