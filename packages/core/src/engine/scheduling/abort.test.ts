/** A signal that ends with others, and leaves nothing behind on them. */
import { expect, test, vi } from 'vitest';
import { endingWith } from './abort.js';

/** A signal that lives long, and how many listeners it has been given. */
function longLived() {
  const controller = new AbortController();
  let listeners = 0;
  const add = controller.signal.addEventListener.bind(controller.signal);
  controller.signal.addEventListener = (...given: Parameters<typeof add>) => {
    listeners += 1;
    add(...given);
  };
  return { controller, signal: controller.signal, listeners: () => listeners };
}

test('ends with the first of the others, and by itself', () => {
  const [a, b] = [longLived(), longLived()];
  const both = endingWith(a.signal, undefined, b.signal);
  const one = endingWith(a.signal);
  one.end();
  expect([both.signal.aborted, one.signal.aborted, a.signal.aborted]).toEqual([false, true, false]);
  b.controller.abort();
  expect(both.signal.aborted).toBe(true);
  expect(endingWith(a.signal, b.signal).signal.aborted).toBe(true);
});

test('a thousand on one signal are one listener of it, and those that have ended are forgotten', () => {
  const { controller, signal, listeners } = longLived();
  const all = Array.from({ length: 1_000 }, () => endingWith(signal));
  const aborted: number[] = [];
  for (const [index, { signal: own }] of all.entries())
    own.addEventListener('abort', () => aborted.push(index));
  for (const { end } of all.slice(1)) end();
  expect(aborted).toHaveLength(999);
  const aborting = vi.spyOn(AbortController.prototype, 'abort');
  controller.abort();
  // The long-lived one itself, and the one that had not ended: nothing is called of the others.
  expect(aborting).toHaveBeenCalledTimes(2);
  aborting.mockRestore();
  expect(aborted).toHaveLength(1_000);
  expect(listeners()).toBe(1);
});
