/** Reports of calls whose time is up, and their remains. */
import { expect, test } from 'vitest';
import { AbandonedCalls, HEED_SIGNAL_MS } from './abandoned-calls.js';

const STEP = { agentId: 'scanner', executionId: 'exec_1', stepId: 'step_scan' };

/** A clock of which the test looks at what is to be woken. */
function kit() {
  const waking = new Set<() => void>();
  const clock = {
    now: () => 0,
    wakeAt: (at: number, wake: () => void) => {
      expect(at).toBe(HEED_SIGNAL_MS);
      waking.add(wake);
      return () => void waking.delete(wake);
    },
  };
  const warned: unknown[] = [];
  const logger = { warn: (message: string) => warned.push(message), error: () => undefined };
  return { calls: new AbandonedCalls(clock, logger), waking, warned };
}

const never = () => new Promise<never>(() => undefined);

test('a call that follows its signal is not reported', async () => {
  const { calls, waking, warned } = kit();
  calls.add(Promise.reject(new Error('aborted')), STEP);
  expect([calls.count, waking.size]).toEqual([1, 1]);
  await new Promise((resolve) => setImmediate(resolve));
  expect([calls.count, waking.size]).toEqual([0, 0]);
  calls.stop();
  expect(warned).toEqual([]);
});

test('a call that runs on is reported, and does not keep a stopped process alive', () => {
  const { calls, waking, warned } = kit();
  calls.add(never(), STEP);
  for (const wake of waking) wake();
  expect(warned).toEqual([expect.stringMatching(/^agent "scanner" runs on after its time is up/)]);
  calls.add(never(), STEP);
  calls.stop();
  expect(waking.size).toBe(0);
  expect(warned.at(-1)).toBe('the engine has stopped while agents run on whose time is up');
  calls.add(never(), STEP);
  expect([calls.count, waking.size]).toEqual([3, 0]);
});
