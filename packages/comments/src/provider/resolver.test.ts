/** Waits between attempts, and what a late answer is worth. */
import { VirtualClock } from '@org/approval-testkit';
import { expect, test } from 'vitest';
import type { ResolverResponse } from './config.js';
import { register } from './register.js';
import { createResolver } from './resolver.js';

const later = () => new Promise((resolve) => setImmediate(resolve));
const request = { commentAnnotationId: 't1' };
const call = {
  moduleName: 'deleteCommentAnnotations',
  payload: { organizationId: 'acme', commentAnnotationIds: [] },
} as const;

function resolver(answer: () => Promise<ResolverResponse>) {
  const clock = new VirtualClock();
  let attempts = 0;
  const ok = async () => ({ success: true, statusCode: 200, data: {} });
  const deleteRetryConfig = { retryCount: 2, retryDelay: 500 };
  const provider = {
    get: ok,
    save: ok,
    delete: () => {
      attempts += 1;
      return answer();
    },
    config: { resolveTimeout: 1_000, deleteRetryConfig },
  };
  const resolve = createResolver(register('comment', provider, fetch), {
    clock,
    emit: () => undefined,
    uniqueId: () => '1',
  });
  return { clock, resolve, attempts: () => attempts };
}

test('the next attempt waits for retryDelay', async () => {
  const { clock, resolve, attempts } = resolver(async () => ({ success: false, statusCode: 500 }));
  const failed = resolve('delete', request, call);
  failed.catch(() => undefined);
  await later();
  const seen = [attempts()];
  for (const ms of [499, 1, 499, 1]) {
    await clock.advance(ms);
    await later();
    seen.push(attempts());
  }
  expect(seen).toEqual([1, 1, 2, 2, 3]);
  await expect(failed).rejects.toMatchObject({ attempts: 3, operation: 'delete' });
});

test('an answer that comes after the timeout changes nothing any more', async () => {
  const answers: ((response: ResolverResponse) => void)[] = [];
  const { clock, resolve, attempts } = resolver(() => new Promise((done) => answers.push(done)));
  const outcome = resolve('delete', request, call);
  await later();
  await clock.advance(1_000);
  answers[0]?.({ success: true, statusCode: 200 });
  await later();
  await clock.advance(500);
  await later();
  expect(attempts()).toBe(2);
  answers[1]?.({ success: true, statusCode: 200, message: 'second' });
  expect(await outcome).toMatchObject({ message: 'second' });
});

test('headers that never come are part of the attempt', async () => {
  const clock = new VirtualClock();
  const deleteConfig = { url: 'http://127.0.0.1:1', headers: () => new Promise<never>(() => undefined) };
  const ok = async () => ({ success: true, statusCode: 200, data: {} });
  const provider = register(
    'comment',
    { get: ok, save: ok, config: { deleteConfig, resolveTimeout: 1_000 } },
    fetch,
  );
  const resolve = createResolver(provider, { clock, emit: () => undefined, uniqueId: () => '1' });
  const failed = resolve('delete', request, call);
  failed.catch(() => undefined);
  await later();
  await clock.advance(1_000);
  await expect(failed).rejects.toMatchObject({ cause: { reason: 'timeout' } });
});
