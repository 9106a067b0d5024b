/** Answers that have no body: a `Response` takes not even an empty one. */
import { expect, test } from 'vitest';
import { toFetch } from './fetch.js';
import type { HttpHandler } from './message.js';

test.each([
  ['POST', 204, null],
  ['POST', 304, null],
  ['HEAD', 200, null],
  ['POST', 200, 'text'],
])('%s answered with %d', async (method, status, body) => {
  const handle = () => Promise.resolve({ status, headers: {}, body: body ?? '' });
  const handler: HttpHandler = Object.assign(handle, { maxBodyBytes: 1_000 });
  const response = await toFetch(handler)(new Request('https://example.com/a', { method }));
  expect([response.status, response.body === null]).toEqual([status, body === null]);
  expect(await response.text()).toBe(body ?? '');
});
