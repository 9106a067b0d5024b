/** Large runs that are not cached are not all read at once. */
import { createTestEngine, overriding } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import { type ApprovalStore, LIMITS, createMemoryStore } from '../../index.js';
import type { ExecutionKey } from '../../store.js';
import type { ExecutionState } from '../../interpreter.js';
import { agent, human, rejectTo } from '../../test-support/run.js';

const MIB = 2 ** 20;
const RUNS = 12;

/** A store whose runs are as large as it says, and what it was asked for at once. */
function sized(store: ApprovalStore, bytesOf: ((index: number) => number) | null) {
  const sizes = new Map<string, number>();
  const most = { runs: 0, bytes: 0 };
  let held = new Set<string>();
  const sizeOf = (executionId: string) => sizes.get(executionId) ?? 0;
  const look = (keys: readonly ExecutionKey[], states: (ExecutionState | null)[]) => {
    for (const it of keys) held.add(it.executionId);
    most.runs = Math.max(most.runs, held.size);
    most.bytes = Math.max(
      most.bytes,
      [...held].reduce((sum, it) => sum + sizeOf(it), 0),
    );
    return states;
  };
  const watched = overriding(store, {
    ...(store.executionBytes !== undefined && {
      executionBytes: async (keys: readonly ExecutionKey[]) => keys.map((it) => sizeOf(it.executionId)),
    }),
    loadExecutions: async (keys) => look(keys, await store.loadExecutions(keys)),
    commit: async (changes) => {
      const results = await store.commit(changes);
      // States are freed with the commit of their changes.
      held = new Set();
      return results;
    },
  });
  const name = (ids: readonly string[]) => ids.forEach((it, index) => sizes.set(it, bytesOf?.(index) ?? 0));
  return { watched, most, name };
}

async function decideOnAll(bytesOf: ((index: number) => number) | null) {
  const { executionBytes, ...silent } = createMemoryStore();
  const store: ApprovalStore = bytesOf === null ? silent : { ...silent, executionBytes: executionBytes! };
  const { watched, most, name } = sized(store, bytesOf);
  const { engine } = createTestEngine({ store: watched, jobs: { run: false } });
  const nodes = [human('review', 'ann', rejectTo('rework')), agent('rework')];
  await engine.definitions.create({ definitionId: 'flow', name: 'Flow', nodes, edges: [] });
  const runs = await Promise.all(
    Array.from({ length: RUNS }, () => engine.executions.dispatch({ definitionId: 'flow' })),
  );
  name(runs.map((it) => it.executionId));
  const answers = await Promise.all(
    runs.map(({ executionId }) =>
      engine.steps.recordReviewerDecision({
        ...{ executionId, stepId: 'step_review', reviewerId: 'ann', decision: 'approve' },
      }),
    ),
  );
  expect(answers.every((it) => it.recorded)).toBe(true);
  return most;
}

describe('decisions on many runs at once', () => {
  test('of 28 MiB: one after the other', async () => {
    expect(await decideOnAll(() => 28 * MIB)).toEqual({ runs: 1, bytes: 28 * MIB });
  });

  test('of sizes that differ: as many as fit together', async () => {
    const { runs, bytes } = await decideOnAll((index) => (index % 3 === 0 ? 20 * MIB : 2 * MIB));
    expect(bytes).toBeLessThanOrEqual(LIMITS.executionBytes);
    expect(runs).toBeGreaterThan(2);
  });

  test('small ones: all together', async () => {
    expect((await decideOnAll(() => 10_000)).runs).toBe(RUNS);
  });

  test('of a store that cannot say how large they are: a few at a time', async () => {
    expect((await decideOnAll(null)).runs).toBe(4);
  });
});
