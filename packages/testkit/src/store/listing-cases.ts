/** Listings: order, filters, cursors. */
import assert from 'node:assert/strict';
import type { ApprovalStore } from '@org/approval-core';
import type { ExecutionQuery, Page, PageRequest, WaitingQuery } from '@org/approval-core/store';
import type { CommandKind, CommandOf } from '@org/approval-core/interpreter';
import { itemAt } from '@org/approval-internal/lists';
import type { StoreCase, StoreContext } from './case.js';
import { committed, started } from './commit-cases.js';
import { approval, cancellation, change, creation, rejection } from './fixtures.js';

/** All pages, one after the other. */
async function allOf<T>(list: (page: PageRequest) => Promise<Page<T>>, limit: number): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<T> = await list({ limit, cursor });
    assert.ok(page !== 'bad-cursor');
    assert.ok(page.items.length <= limit && (page.cursor === null || page.items.length > 0));
    items.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== null);
  return items;
}

const executions = async (store: ApprovalStore, query: ExecutionQuery, limit = 2): Promise<string[]> =>
  (await allOf((page) => store.listExecutions(query, page), limit)).map((it) => it.executionId);
const waiting = async (store: ApprovalStore, query: WaitingQuery, limit = 2): Promise<string[]> =>
  (await allOf((page) => store.listWaiting(query, page), limit)).map((it) => it.execution.executionId);

async function someRuns(context: StoreContext, count: number) {
  const runs = [];
  for (let index = 0; index < count; index++) {
    runs.push(await started(context));
    await context.advance(2);
  }
  return { runs, ids: runs.map((it) => it.first.state.executionId) };
}

/** Gives the decisions, then completes the agents' steps. */
async function complete(
  { store, now }: StoreContext,
  { definition, first }: Awaited<ReturnType<typeof started>>,
  ...answers: readonly CommandOf<'record-decision'>[]
): Promise<void> {
  let { state } = first;
  const commit = async <K extends CommandKind>(command: CommandOf<K>) => {
    const next = change(definition, state, now(), command);
    assert.deepEqual(await store.commit([next]), [committed]);
    ({ state } = next);
  };
  for (const answer of answers) await commit(answer);
  const result = { passed: true, summary: 'done', output: null, findings: null };
  for (const { stepId, status } of state.steps) {
    if (status !== 'pending') continue;
    await commit({ kind: 'begin-agent-call', stepId, attempt: 1 });
    await commit({ kind: 'agent-returned', stepId, attempt: 1, result });
  }
  assert.equal(state.status, 'completed');
}

export const listingCases: readonly StoreCase[] = [
  {
    name: 'executions are listed newest first, page by page, each once',
    async run(context) {
      const { store, workspaceId } = context;
      const { ids } = await someRuns(context, 5);
      for (const limit of [1, 2, 5, 100]) {
        assert.deepEqual(await executions(store, { workspaceId }, limit), ids.toReversed());
      }
    },
  },
  {
    name: 'executions created meanwhile do not disturb pages',
    async run(context) {
      const { store, workspaceId } = context;
      const { ids } = await someRuns(context, 4);
      const first = await store.listExecutions({ workspaceId }, { limit: 2, cursor: null });
      assert.ok(first !== 'bad-cursor');
      await someRuns(context, 2);
      const second = await store.listExecutions({ workspaceId }, { limit: 10, cursor: first.cursor });
      assert.ok(second !== 'bad-cursor');
      assert.deepEqual(
        [...first.items, ...second.items].map((it) => it.executionId),
        ids.toReversed(),
      );
    },
  },
  {
    name: 'executions are filtered by creation time, and counted up to a limit',
    async run(context) {
      const { store, workspaceId } = context;
      const { runs, ids } = await someRuns(context, 4);
      const [, second, third] = runs.map((it) => it.first.state.createdAt);
      const list = (query: Partial<ExecutionQuery>) => executions(store, { workspaceId, ...query });
      assert.deepEqual(await list({ createdFrom: third }), [ids[3], ids[2]]);
      assert.deepEqual(await list({ createdBefore: third }), [ids[1], ids[0]]);
      const between = { createdFrom: second, createdBefore: third };
      assert.deepEqual(await list(between), [ids[1]]);
      if (store.countExecutions === undefined) return;
      assert.equal(await store.countExecutions({ workspaceId }, 10), 4);
      assert.equal(await store.countExecutions({ workspaceId }, 3), 3);
      assert.equal(await store.countExecutions({ workspaceId, ...between }, 10), 1);
      assert.equal(await store.countExecutions({ workspaceId, party: 'nobody' }, 10), 0);
    },
  },
  {
    name: 'executions are filtered by definition, status, organization and document',
    async run(context) {
      const { store, workspaceId } = context;
      const { runs, ids } = await someRuns(context, 2);
      const [a, b] = [itemAt(runs, 0), itemAt(runs, 1)];
      await store.commit([change(a.definition, a.first.state, context.now(), cancellation)]);
      const scoped = creation(b.definition, context.now(), { organizationId: 'org', documentId: 'doc' });
      assert.deepEqual(await store.commit([scoped]), [committed]);
      const { executionId } = scoped.state;
      const list = (query: Partial<ExecutionQuery>) => executions(store, { workspaceId, ...query });
      assert.deepEqual(await list({ status: 'cancelled' }), [ids[0]]);
      assert.deepEqual(await list({ definitionId: a.definition.definitionId }), [ids[0]]);
      assert.deepEqual(await list({ organizationId: 'org' }), [executionId]);
      assert.deepEqual(await list({ organizationId: 'org', documentId: 'doc' }), [executionId]);
      assert.deepEqual(await list({ organizationId: 'Org' }), []);
      assert.deepEqual(await list({ organizationId: 'org', status: 'failed' }), []);
    },
  },
  {
    name: 'executions are filtered by outcome, in full pages, with every other filter',
    async run(context) {
      const { store, workspaceId } = context;
      const { runs, ids } = await someRuns(context, 6);
      const list = (query: Partial<ExecutionQuery>) => executions(store, { workspaceId, ...query });
      // Runs end in another order than they began in.
      for (const index of [4, 0, 2]) await complete(context, itemAt(runs, index), rejection('ann'));
      await complete(context, itemAt(runs, 1), approval('ann'), approval('bob'));
      await store.commit([
        change(itemAt(runs, 3).definition, itemAt(runs, 3).first.state, context.now(), cancellation),
      ]);
      assert.deepEqual(await list({ outcome: 'rejected' }), [ids[4], ids[2], ids[0]]);
      assert.deepEqual(await list({ outcome: 'approved', status: 'completed' }), [ids[1]]);
      assert.deepEqual(await list({ outcome: 'rejected', status: 'cancelled' }), []);
      const { definitionId } = itemAt(runs, 2).definition;
      assert.deepEqual(await list({ outcome: 'rejected', definitionId }), [ids[2]]);
      assert.deepEqual(await list({ outcome: 'Rejected' }), []);
      if (store.countExecutions === undefined) return;
      assert.equal(await store.countExecutions({ workspaceId, outcome: 'rejected' }, 10), 3);
    },
  },
  {
    name: 'waiting steps are listed, the longest waiting first',
    async run(context) {
      const { store, workspaceId } = context;
      const { runs, ids } = await someRuns(context, 3);
      assert.deepEqual(await waiting(store, { workspaceId }), ids);
      const { definition, first } = itemAt(runs, 1);
      await store.commit([change(definition, first.state, context.now(), cancellation)]);
      assert.deepEqual(await waiting(store, { workspaceId }), [ids[0], ids[2]]);
      const page = await store.listWaiting({ workspaceId }, { limit: 1, cursor: null });
      assert.ok(page !== 'bad-cursor');
      const [item] = page.items;
      assert.equal(item?.step.stepId, 'step_review');
      assert.equal(item.step.status, 'waiting');
      assert.deepEqual(item.step.waitingForReviewers, ['ann', 'bob']);
    },
  },
  {
    name: 'waiting steps are filtered by undecided reviewer, definition and scope',
    async run(context) {
      const { store, workspaceId } = context;
      const { runs, ids } = await someRuns(context, 2);
      const { definition, first } = itemAt(runs, 0);
      await store.commit([change(definition, first.state, context.now(), approval('ann'))]);
      const list = (query: Partial<WaitingQuery>) => waiting(store, { workspaceId, ...query });
      assert.deepEqual(await list({ reviewerId: 'ann' }), [ids[1]]);
      assert.deepEqual(await list({ reviewerId: 'bob' }), ids);
      assert.deepEqual(await list({ reviewerId: 'Ann' }), []);
      assert.deepEqual(await list({ reviewerId: 'bob', definitionId: definition.definitionId }), [ids[0]]);
      assert.deepEqual(await list({ organizationId: 'org' }), []);
    },
  },
  {
    name: 'a cursor of another source is a bad cursor',
    async run({ store, workspaceId }) {
      const definitions = { workspaceId, organizationId: null, documentId: null };
      for (const cursor of ['x', 'flow', '-1', "' or 1=1", '\u{1F600}', '{}', 'null', '1e99']) {
        assert.equal(await store.listDefinitions(definitions, { limit: 1, cursor }), 'bad-cursor', cursor);
        assert.equal(await store.listExecutions({ workspaceId }, { limit: 1, cursor }), 'bad-cursor', cursor);
        assert.equal(await store.listWaiting({ workspaceId }, { limit: 1, cursor }), 'bad-cursor', cursor);
      }
    },
  },
  {
    name: 'another workspace sees none of it',
    async run(context) {
      const { store, otherWorkspaceId: workspaceId } = context;
      await someRuns(context, 1);
      assert.deepEqual(await executions(store, { workspaceId }), []);
      assert.deepEqual(await waiting(store, { workspaceId }), []);
    },
  },
];
