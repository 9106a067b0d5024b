/** Requests to an endpoint, and the addresses that they are not sent to. */
import { expect, test } from 'vitest';
import { createHttpService } from '../service/http-service.js';
import { serve } from '../test-support/shells.js';
import { endpointAttempt } from './attempt.js';

const signal = new AbortController().signal;

test.each(['Content-Type', 'content-type', 'CONTENT-TYPE'])(
  'a host that names the content type too, in any case, is sent one',
  async (name) => {
    const seen: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      seen.push(request.headers['content-type']);
      response.end('{"success": true, "result": {"threads": [], "next": null}}');
    });
    const headers = { [name]: 'application/json', 'X-Tenant': 'acme' };
    await endpointAttempt({ url, headers }, fetch)({}, signal);
    await createHttpService({ url, headers }).list({ organizationId: 'acme', documentIds: ['d'] });
    expect(seen).toEqual(['application/json', 'application/json']);
  },
);

test('content and credentials do not follow a redirect: it is a failure', async () => {
  const elsewhere: unknown[] = [];
  const other = await serve((request, response) => {
    elsewhere.push(request.headers);
    response.end('{"success": true, "result": {}}');
  });
  const url = await serve((_request, response) => response.writeHead(307, { location: other }).end());
  const headers = { 'x-auth': 'secret' };
  const sent = endpointAttempt({ url, headers }, fetch)({ commentText: 'words' }, signal);
  await expect(sent).rejects.toMatchObject({ name: 'AttemptError', reason: 'redirect' });
  const listed = createHttpService({ url, headers }).list({ organizationId: 'acme', documentIds: ['d'] });
  await expect(listed).rejects.toMatchObject({ name: 'ServiceError', statusCode: 307 });
  expect(elsewhere).toEqual([]);
});
