/** Answers that are none of an engine's, and no answer at all: what the error says. */
import { describe, expect, test } from 'vitest';
import { SIGN_OFF } from './test-support/definitions.js';
import { createWorld } from './test-support/world.js';

describe('what is not a response of an engine', () => {
  test.each(['html 200', 'html 403', 'html 404', 'html 503'] as const)('%s is called that', async (fault) => {
    const world = await createWorld();
    await world.setFault(fault);
    const client = world.client({ retry: { maxAttempts: 1 } });
    const code = Number(fault.slice('html '.length));
    await expect(client.definitions.list()).rejects.toMatchObject({
      httpStatus: code,
      message: `definitions/list was answered by something else than an approval engine (HTTP ${code}, text/html); is the baseUrl right, or is a proxy in between?`,
      details: { body: expect.stringContaining('<html>') as string },
    });
  });

  test('a similar envelope with a foreign status is not one', async () => {
    const world = await createWorld();
    const error = { code: 504, status: 'DEADLINE_EXCEEDED', message: 'upstream request timeout' };
    const client = world.client({
      retry: { maxAttempts: 1 },
      fetch: async () => new Response(JSON.stringify({ error }), { status: 504 }),
    });
    await expect(client.definitions.create(SIGN_OFF)).rejects.toMatchObject({
      status: 'UNAVAILABLE',
      httpStatus: 504,
      message: expect.stringContaining('something else than an approval engine') as string,
      outcomeUnknown: true,
    });
  });

  test.each([
    [400, false],
    [403, false],
    [408, true],
    [499, false],
    [500, true],
  ])('a change that a proxy answers with %d may have been made: %s', async (status, outcomeUnknown) => {
    const world = await createWorld();
    const fetch = async () => new Response('of the proxy', { status });
    const client = world.client({ retry: { maxAttempts: 1 }, fetch });
    await expect(client.definitions.create(SIGN_OFF)).rejects.toMatchObject({ outcomeUnknown });
  });

  test('a redirect is not followed: the credentials stay', async () => {
    const world = await createWorld();
    await world.setFault('html 307');
    await expect(world.client().definitions.list()).rejects.toMatchObject({
      status: 'INTERNAL',
      httpStatus: 307,
    });
  });
});

test('what Node knows of a failure is in the message', async () => {
  const world = await createWorld();
  await world.setFault('refuse');
  await expect(world.client({ retry: { maxAttempts: 1 } }).definitions.list()).rejects.toMatchObject({
    status: 'UNAVAILABLE',
    message: expect.stringMatching(/^definitions\/list got no answer: .*ECONNREFUSED/) as string,
    httpStatus: null,
    requestId: null,
  });
});
