/** Faults of the host's own, told to a host whose `onError` has one too. */
import { expect, test } from 'vitest';
import { createCommentBackend } from '../server/index.js';

test.each<[string, () => unknown]>([
  [
    'throws',
    () => {
      throw new Error('of the log');
    },
  ],
  ['rejects', () => Promise.reject(new Error('of the log'))],
])('an onError that %s leaves the answer as it is', async (_what, onError) => {
  const find = () => Promise.reject(new Error('of the store'));
  const store = { find, load: find, put: find };
  const callerOf = () => ({ userId: 'ada' });
  const backend = createCommentBackend({ store, callerOf, authorize: () => true, onError });
  const headers = { 'content-type': 'application/json' };
  const about = { method: 'POST', path: '/get', query: '', remoteAddress: null, headers };
  const value = { organizationId: 'acme', allDocuments: true };
  expect(await backend({ ...about, body: { kind: 'parsed', value } })).toMatchObject({ status: 500 });
});
