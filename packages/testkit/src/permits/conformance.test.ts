import { createMemoryPermitStore, type PermitStore } from '@org/approval-agents';
import { describe, expect, test } from 'vitest';
import { BROKEN_PERMIT_STORES } from './broken-permit-stores.js';
import { PERMIT_STORE_CASES, registerPermitStoreConformance, runPermitStoreCase } from './conformance.js';

const open = (store: PermitStore) => async () => ({ store, reopen: async () => store });

describe('the permit store in memory', () => {
  registerPermitStoreConformance({ test, open: () => open(createMemoryPermitStore())() });
});

describe('a permit store with a fault is found out', () => {
  test.each(BROKEN_PERMIT_STORES)('$fault', async ({ caughtBy, breakIt }) => {
    const storeCase = PERMIT_STORE_CASES.find((it) => it.name === caughtBy);
    if (storeCase === undefined) throw new Error(`case "${caughtBy}" does not exist`);
    await expect(runPermitStoreCase(storeCase, open(breakIt(createMemoryPermitStore())))).rejects.toThrow();
  });
});
