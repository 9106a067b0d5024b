/** Requests that wait on the server get that time in addition to the usual timeout. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ApprovalClient, createApprovalClient } from './index.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server that answers after so long; `asked` counts requests. */
function answering(afterMs: number) {
  const counted = { asked: 0 };
  const client = createApprovalClient({
    ...{ baseUrl: 'https://api.example.com', apiKey: 'key', authToken: 'token', retry: { maxAttempts: 1 } },
    fetch: (_, { signal }) => {
      counted.asked += 1;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => resolve(new Response('{"result":{"reached":false}}')), afterMs);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(signal.reason as Error);
        });
      });
    },
  });
  return { client, counted };
}

const WAIT = { executionId: 'exe_1', until: 'ended' } as const;

test.each<[string, number, (client: ApprovalClient) => Promise<unknown>]>([
  ['a wait for a run, as long as the server waits by default', 25_000, (it) => it.executions.wait(WAIT)],
  ['one that says how long', 20_000, (it) => it.executions.wait({ ...WAIT, waitMs: 20_000 })],
  ['one that says it in words', 20_000, (it) => it.executions.wait({ ...WAIT, waitMs: '20s' })],
  ['a wait for a permit', 15_000, (it) => it.permits.get({ permitId: 'permit_1', waitMs: 15_000 })],
])('%s is answered', async (_, waitMs, ask) => {
  const { client, counted } = answering(waitMs + 100);
  const answer = ask(client).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(waitMs + 100);
  expect(await answer).toEqual({ reached: false });
  expect(counted.asked).toBe(1);
});

test.each<[string, number, (client: ApprovalClient) => Promise<unknown>]>([
  ['a wait', 35_000, (it) => it.executions.wait(WAIT)],
  ['a short wait', 11_000, (it) => it.executions.wait({ ...WAIT, waitMs: 1_000 })],
  ['what the server would refuse', 10_000, (it) => it.executions.wait({ ...WAIT, waitMs: 26_000 })],
  ['a look', 10_000, (it) => it.permits.get({ permitId: 'permit_1' })],
  ['anything else', 10_000, (it) => it.executions.get({ executionId: 'exe_1' })],
])('%s has its end all the same', async (_, endMs, ask) => {
  const { client } = answering(600_000);
  const answer = ask(client).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(endMs - 1);
  expect(vi.getTimerCount()).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toMatchObject({ status: 'UNAVAILABLE' });
});
