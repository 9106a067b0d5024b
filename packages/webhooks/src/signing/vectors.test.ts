/** The published vectors against other implementations: `node:crypto`, Standard Webhooks, Svix. */
import { createHmac } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { VECTORS, bytesOf } from '../test-support/vectors.js';

/**
 * Our key is the UTF-8 bytes of the secret. Theirs is the base64-decoded secret without `whsec_`.
 * So `whsec_` and the base64 of our key is the same key for them.
 */
const theirSecret = (secret: string): string => `whsec_${Buffer.from(secret, 'utf8').toString('base64')}`;

const LIBRARIES = { StandardWebhook, SvixWebhook } as const;
const events = VECTORS.valid.filter((it) => it.isEvent);

afterEach(() => void vi.useRealTimers());

describe.each(Object.entries(LIBRARIES))('%s', (_name, Webhook) => {
  it.each(events)('signs alike: $name', ({ id, timestamp, body = '', secrets, headers }) => {
    const theirs = secrets.map((it) =>
      new Webhook(theirSecret(it)).sign(id, new Date(timestamp * 1_000), body),
    );
    expect(theirs.join(' ')).toBe(headers['webhook-signature']);
  });

  it.each(events)(
    'verifies with each of the secrets: $name',
    ({ timestamp, body = '', secrets, headers }) => {
      vi.useFakeTimers({ now: timestamp * 1_000, toFake: ['Date'] });
      for (const secret of secrets) {
        expect(new Webhook(theirSecret(secret)).verify(body, { ...headers })).toEqual(JSON.parse(body));
      }
      expect(() =>
        new Webhook(theirSecret('another-secret-entirely')).verify(body, { ...headers }),
      ).toThrow();
    },
  );
});

it.each(VECTORS.valid)('node:crypto signs alike: $name', (vector) => {
  const { id, timestamp, secrets, headers } = vector;
  const body = bytesOf(vector);
  const mac = (secret: string, content: Buffer) => createHmac('sha256', Buffer.from(secret)).update(content);
  expect(headers).toEqual({
    'x-svc-signature': `sha256=${mac(secrets[0] ?? '', body).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets
      .map(
        (it) => `v1,${mac(it, Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body])).digest('base64')}`,
      )
      .join(' '),
  });
});
