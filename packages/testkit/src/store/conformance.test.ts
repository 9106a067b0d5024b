import { type ApprovalStore, createMemoryStore } from '@org/approval-core';
import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../virtual-clock.js';
import { BROKEN_STORES } from './broken-stores.js';
import type { StoreUnderTest } from './case.js';
import { STORE_CASES, registerStoreConformance, runStoreCase } from './conformance.js';

/** In one process a second instance is the store itself. */
function open(store: ApprovalStore): StoreUnderTest {
  const clock = new VirtualClock();
  const reopen = () => Promise.resolve(store);
  return { store, now: () => clock.now(), advance: (ms) => clock.advance(ms), reopen };
}

describe('the in-memory store', () => {
  registerStoreConformance({
    test,
    skip: (name, reason) => test.skip(`${name} (${reason})`),
    open: () => Promise.resolve(open(createMemoryStore())),
    has: ['second-instance', 'job-list', 'claim-list'],
  });
});

describe('a store with a fault is found out', () => {
  test.each(BROKEN_STORES)('$fault', async ({ caughtBy, breakIt }) => {
    const storeCase = STORE_CASES.find((it) => it.name === caughtBy);
    if (storeCase === undefined) throw new Error(`case "${caughtBy}" does not exist`);
    const broken = () => Promise.resolve(open(breakIt(createMemoryStore())));
    await expect(runStoreCase(storeCase, broken)).rejects.toThrow();
  });
});

test('a case that the store cannot show is reported, with the reason', () => {
  const skipped: string[] = [];
  registerStoreConformance({
    test: () => undefined,
    skip: (name, reason) => skipped.push(`${name}: ${reason}`),
    open: () => Promise.resolve(open(createMemoryStore())),
  });
  expect(skipped).toHaveLength(STORE_CASES.filter((it) => it.needs !== undefined).length);
  for (const need of ['second-instance', 'job-list', 'claim-list'])
    expect(skipped.filter((it) => it.endsWith(need))).not.toEqual([]);
});

test('options that are misspelt or missing are all named, and no case is left out silently', () => {
  const options = { test: () => undefined, skip: 'loudly', has: ['second-instanz'], opne: open };
  const register = () => registerStoreConformance(options as never);
  expect(register).toThrow(TypeError);
  for (const name of ['opne is not an option', 'skip must be', 'open must be', 'has must be a list of needs'])
    expect(register).toThrow(name);
});
