/** Pages end at 4 MiB, for every page size (contract section 1). */
import { createTestEngine, overriding } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import { LIMITS, createMemoryStore } from '../../index.js';
import { agent, blocking, edge, rejectTo, human } from '../../test-support/run.js';

const PAYLOAD = 'x'.repeat(250_000);
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Definitions of some 0.8 MB each; `read` is how many the store gave at once, at most. */
async function manyDefinitions(count: number) {
  const store = createMemoryStore();
  let read = 0;
  const watched = overriding(store, {
    async listDefinitions(scope, page) {
      const found = await store.listDefinitions(scope, page);
      if (found !== 'bad-cursor') read = Math.max(read, found.items.length);
      return found;
    },
  });
  const { engine } = createTestEngine({ store: watched });
  const nodes = Array.from({ length: 60 }, (_, index) =>
    agent(`n${index}`, '__mock__', { promptOverride: 'x'.repeat(8_000) }),
  );
  for (let index = 0; index < count; index++) {
    const definitionId = `large-${String(index).padStart(3, '0')}`;
    await engine.definitions.create({ definitionId, name: 'Large', nodes, edges: [], custom: { PAYLOAD } });
  }
  return { engine, read: () => read };
}

async function pagesOf<T>(
  list: (cursor: string | undefined) => Promise<{ items: T[]; nextCursor: string | null; hasMore: boolean }>,
) {
  const pages: T[][] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await list(cursor);
    expect(page.hasMore).toBe(page.nextCursor !== null);
    pages.push(page.items);
    if (page.nextCursor === null) return pages;
    cursor = page.nextCursor;
  }
}

describe('a page ends at 4 MiB, and the next goes on where it ended', () => {
  test('definitions; few are in memory at once', async () => {
    const { engine, read } = await manyDefinitions(20);
    const pages = await pagesOf((cursor) =>
      engine.definitions.list({ pageSize: 500, ...(cursor !== undefined && { cursor }) }),
    );
    expect(pages.flat().map((it) => it.definitionId)).toEqual(
      Array.from({ length: 20 }, (_, it) => `large-${String(it).padStart(3, '0')}`),
    );
    for (const page of pages) expect(bytes(page)).toBeLessThanOrEqual(LIMITS.pageBytes);
    expect(pages.length).toBeGreaterThan(3);
    expect(read()).toBeLessThanOrEqual(8);
  });

  test('executions', async () => {
    const { engine } = createTestEngine();
    await engine.definitions.create({
      definitionId: 'flow',
      name: 'Flow',
      nodes: [human('a', 'ann', rejectTo('b')), agent('b')],
      edges: [edge('a', 'b')],
    });
    for (let index = 0; index < 40; index++) {
      await engine.executions.dispatch({ definitionId: 'flow', triggerContext: { url: 'u', PAYLOAD } });
    }
    const pages = await pagesOf((cursor) =>
      engine.executions.list({ pageSize: 500, ...(cursor !== undefined && { cursor }) }),
    );
    expect(new Set(pages.flat().map((it) => it.executionId)).size).toBe(40);
    for (const page of pages) expect(bytes(page)).toBeLessThanOrEqual(LIMITS.pageBytes);
    expect(pages).toHaveLength(3);
    expect(
      (
        await pagesOf((cursor) =>
          engine.steps.listWaiting({ pageSize: 500, ...(cursor !== undefined && { cursor }) }),
        )
      ).flat(),
    ).toHaveLength(40);
  });

  test('events', async () => {
    const findings = [{ findingId: 'f', PAYLOAD }];
    const { engine, drain } = createTestEngine({ agents: { finds: () => ({ passed: true, findings }) } });
    const nodes = Array.from({ length: 30 }, (_, index) => blocking(`n${index}`, 'finds'));
    await engine.definitions.create({ definitionId: 'flow', name: 'Flow', nodes, edges: [] });
    const { executionId } = await engine.executions.dispatch({
      definitionId: 'flow',
      triggerContext: { url: 'u' },
    });
    await drain();
    const seqs: number[] = [];
    let sinceSeq = 0;
    for (let hasMore = true; hasMore;) {
      const page = await engine.executions.getEvents({ executionId, sinceSeq, pageSize: 500 });
      expect(bytes(page.events)).toBeLessThanOrEqual(LIMITS.pageBytes);
      seqs.push(...page.events.map((it) => it.seq));
      ({ hasMore, nextCursor: sinceSeq } = page);
    }
    expect(seqs).toHaveLength(31);
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
  });
});
