import { describe, expect, it } from 'vitest';
import { Secret } from '../secret.js';
import { VECTORS, bytesOf } from '../test-support/vectors.js';
import { type SignRequest, deliveryHeaders, sign } from './sign.js';

const REQUEST: SignRequest = {
  id: 'evt_1',
  now: 1_767_225_600_999,
  body: Buffer.from('{}'),
  secrets: ['sixteen-chars-ok'],
};

describe('signing', () => {
  it.each(VECTORS.valid)('returns the published headers: $name', async (vector) => {
    const { id, timestamp, secrets, headers } = vector;
    const request = { id, now: timestamp * 1_000, body: bytesOf(vector), secrets };
    expect(await sign(request)).toEqual(headers);
    expect(await sign({ ...request, secrets: secrets.map((it) => new Secret(it)) })).toEqual(headers);
  });

  it('signs whole seconds, rounded down', async () => {
    expect((await sign(REQUEST))['webhook-timestamp']).toBe('1767225600');
  });

  it('adds what a receiver may log', async () => {
    const headers = await deliveryHeaders({ ...REQUEST, attempt: 2 });
    expect(headers).toEqual({
      ...(await sign(REQUEST)),
      'content-type': 'application/json',
      'x-svc-event-id': 'evt_1',
      'x-svc-attempt': '2',
    });
  });

  it.each<[string, Partial<SignRequest>]>([
    ['no secret', { secrets: [] }],
    ['a short secret', { secrets: ['sixteen-chars-ok', 'short'] }],
    ['an id with a full stop', { id: 'evt.1' }],
    ['an id that would start another header', { id: 'evt\r\nx: y' }],
    ['no id', { id: '' }],
    ['no time', { now: Number.NaN }],
    ['a time before the epoch', { now: -1 }],
    ['a time with a fraction', { now: 0.5 }],
  ])('refuses %s', async (_name, change) => {
    await expect(sign({ ...REQUEST, ...change })).rejects.toThrow(TypeError);
  });
});
