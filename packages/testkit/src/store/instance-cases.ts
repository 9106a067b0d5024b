/** Several processes on the same data, and the state after one has ended. */
import assert from 'node:assert/strict';
import type { ApprovalStore } from '@org/approval-core';
import type { StoreCase, StoreContext } from './case.js';
import { conflict, committed, started } from './commit-cases.js';
import { approval, cancellation, change, keyOf } from './fixtures.js';

async function second({ reopen }: StoreContext): Promise<ApprovalStore> {
  assert.ok(reopen, 'the case needs a second instance');
  return reopen();
}

export const instanceCases: readonly StoreCase[] = [
  {
    name: 'another instance sees commits at once',
    needs: ['second-instance'],
    async run(context) {
      const other = await second(context);
      const { definition, first } = await started(context);
      assert.deepEqual(await other.findDefinitions([keyOf(definition)]), [
        { uid: definition.uid, version: 1 },
      ]);
      assert.deepEqual(await other.loadExecutions([first.state]), [first.state]);
      const next = change(definition, first.state, context.now(), approval('ann'));
      assert.deepEqual(await other.commit([next]), [committed]);
      assert.deepEqual(await context.store.loadExecutions([first.state]), [next.state]);
    },
  },
  {
    name: 'one of several concurrent instances commits a change',
    needs: ['second-instance'],
    async run(context) {
      const other = await second(context);
      for (let round = 0; round < 10; round++) {
        const { definition, first } = await started(context);
        const changes = [approval('ann'), cancellation].map((it) =>
          change(definition, first.state, context.now(), it),
        );
        const results = await Promise.all([
          context.store.commit(changes.slice(0, 1)),
          other.commit(changes.slice(1)),
        ]);
        const kinds = results.flat().map((it) => it.kind);
        // A store need not wait for the faster one.
        const others = kinds.filter((kind) => kind === conflict.kind || kind === 'busy');
        assert.deepEqual([kinds.filter((kind) => kind === committed.kind).length, others.length], [1, 1]);
      }
    },
  },
  {
    name: 'one of several concurrent instances gets a job',
    needs: ['second-instance'],
    async run(context) {
      const other = await second(context);
      await Promise.all(Array.from({ length: 20 }, () => started(context)));
      const request = { kinds: ['agent-call'] as const, now: context.now(), leaseMs: 10_000, limit: 5 };
      const rounds = await Promise.all(
        Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? context.store : other).claimJobs(request)),
      );
      const given = rounds
        .flatMap(({ claimed }) => claimed)
        .filter((it) => it.job.workspaceId === context.workspaceId)
        .map((it) => it.job.executionId);
      assert.equal(new Set(given).size, given.length);
    },
  },
];
