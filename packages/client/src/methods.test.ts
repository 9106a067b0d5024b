/** Every operation is a method that sends its data to its path and returns the result. */
import { expect, test } from 'vitest';
import { isRecord } from '@org/approval-internal/values';
import { createApprovalClient } from './client.js';
import { EFFECTS } from './operations.gen.js';

const isMethod = (it: unknown): it is (data: object) => Promise<unknown> => typeof it === 'function';

test.each(Object.keys(EFFECTS))('%s', async (path) => {
  const sent: [url: string, body: unknown][] = [];
  const client = createApprovalClient({
    ...{ baseUrl: 'http://in-process', apiKey: 'k', authToken: 't' },
    fetch: (url, init) => {
      const body: unknown = JSON.parse(String(init.body));
      sent.push([url, body]);
      return Promise.resolve(
        new Response('{"result":{"came":"back"}}', { headers: { 'content-type': 'application/json' } }),
      );
    },
  });
  const [area = '', name = ''] = path.split('/');
  const methods: unknown = Reflect.get(client, area === 'events' ? 'feed' : area);
  const method: unknown = isRecord(methods) ? methods[name] : null;
  if (!isMethod(method)) throw new Error(`the client has no method for ${path}`);
  expect(await method({ it: 1 })).toEqual({ came: 'back' });
  expect(sent).toEqual([
    [`http://in-process/v2/workflow/${path}`, { data: expect.objectContaining({ it: 1 }) as object }],
  ]);
});
