/** Pages end at 4 MiB for any page size: arguments of 500 calls are 94 MiB. */
import { LIMITS } from '@org/approval-core';
import { overriding } from '@org/approval-testkit';
import { afterEach, expect, test } from 'vitest';
import { createMemoryPermitStore } from '../store/memory.js';
import { type GateKit, asks, gateKit } from '../test-support/gate.js';
import type { PermitPage } from '../types.js';

const PERMITS = 50;
const GRANTS = 90;
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

let kit: GateKit;
afterEach(() => kit.stop());

/** A gate whose store says how many rows it was asked for at once, at most. */
async function watched() {
  const store = createMemoryPermitStore();
  let most = 0;
  const note = <T extends { readonly limit: number }>(page: T): T => {
    most = Math.max(most, page.limit);
    return page;
  };
  const watching = overriding(store, {
    listPermits: (query, page) => store.listPermits(query, note(page)),
    listGrants: (query, page) => store.listGrants(query, note(page)),
  });
  const rule = asks('mail.send', { grantable: { maxUses: 10, maxMs: 1_000_000 } });
  kit = await gateKit({ rules: [rule] }, { store: watching });
  return () => most;
}

async function pagesOf<T>(list: (cursor: string | undefined) => Promise<PermitPage<T>>): Promise<T[][]> {
  const pages: T[][] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await list(cursor);
    pages.push(page.items);
    cursor = page.nextCursor;
  }
  return pages;
}

test('of permits', async () => {
  const most = await watched();
  for (let it = 0; it < PERMITS; it++) {
    await kit.ask({ tool: 'mail.send', args: { n: it, text: 'x'.repeat(190_000) } });
  }
  const pages = await pagesOf((cursor) => kit.gate.list({ pageSize: 500, ...(cursor && { cursor }) }));
  expect(pages.length).toBeGreaterThan(2);
  expect(Math.max(...pages.map(bytes))).toBeLessThanOrEqual(LIMITS.pageBytes);
  const found = pages.flat().map(({ permitId }) => permitId);
  expect(new Set(found).size).toBe(PERMITS);
  expect(found).toHaveLength(PERMITS);
  expect(most()).toBeLessThan(PERMITS);
});

test('of standing grants', async () => {
  const most = await watched();
  for (let it = 0; it < GRANTS; it++) {
    await kit.gate.grants.create({
      requester: { principal: 'bot' },
      tool: 'mail.send',
      target: null,
      match: { text: { eq: `${it}`.padEnd(60_000, 'x') } },
      maxUses: 1,
      expiresAt: kit.clock.now() + 1_000,
      createdBy: 'ann',
    });
  }
  const pages = await pagesOf((cursor) => kit.gate.grants.list({ pageSize: 500, ...(cursor && { cursor }) }));
  expect(pages.length).toBeGreaterThan(1);
  expect(Math.max(...pages.map(bytes))).toBeLessThanOrEqual(LIMITS.pageBytes);
  expect(new Set(pages.flat().map(({ grantId }) => grantId)).size).toBe(GRANTS);
  expect(most()).toBeLessThan(GRANTS);
});
