/** Faults of a host's logger do not change what the caller is answered. */
import { createTestEngine } from '@org/approval-testkit';
import { afterEach, expect, test, vi } from 'vitest';
import { createHandler } from './index.js';

afterEach(() => void vi.restoreAllMocks());

test.each<[string, () => void]>([
  [
    'throws',
    () => {
      throw new Error('of the log');
    },
  ],
  ['rejects', async () => Promise.reject(new Error('of the log'))],
])('a log that %s leaves the answer as it is', async (_what, fails) => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { engine } = createTestEngine();
  const authenticate = () => Promise.reject(new Error('of the host'));
  const handler = createHandler({ engine, authenticate, logger: { warn: fails, error: fails } });
  const answer = await handler({
    ...{ method: 'POST', path: '/v2/workflow/definitions/list', query: '', remoteAddress: null },
    headers: { 'content-type': 'application/json' },
    body: { kind: 'bytes', bytes: new TextEncoder().encode('{"data":{}}') },
  });
  expect(answer.status).toBe(500);
  await vi.waitFor(() => expect(said.mock.calls.flat().join(' ')).toMatch(/the logger of the host threw/));
  await engine.stop();
});
