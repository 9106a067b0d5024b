/** Jobs: due times, leases, tokens. */
import assert from 'node:assert/strict';
import type { ApprovalStore } from '@org/approval-core';
import type { Change, Claim, ClaimRequest, ClaimedJob, StoredJobKind } from '@org/approval-core/store';
import { itemAt } from '@org/approval-internal/lists';
import type { StoreCase, StoreContext } from './case.js';
import { committed, conflict, defined, started } from './commit-cases.js';
import { approval, cancellation, change, creation } from './fixtures.js';

const LEASE_MS = 1_000;

/** Claims jobs; on shared data only those of this case count. */
async function claim(
  context: StoreContext,
  request: Partial<ClaimRequest> = {},
  store: ApprovalStore = context.store,
): Promise<{ claimed: ClaimedJob[]; nextDueAt: number | null }> {
  const { claimed, nextDueAt } = await store.claimJobs({
    kinds: ['agent-call', 'step-deadline'],
    now: context.now(),
    leaseMs: LEASE_MS,
    limit: 100,
    ...request,
  });
  return { claimed: claimed.filter((it) => it.job.workspaceId === context.workspaceId), nextDueAt };
}

const kindsOf = (jobs: readonly ClaimedJob[]): StoredJobKind[] => jobs.map((it) => it.job.kind);
const byKind = (a: { kind: string }, b: { kind: string }): number => a.kind.localeCompare(b.kind);
const lease = (context: StoreContext) => ({ now: context.now(), leaseMs: LEASE_MS });
const uses = ({ job, token }: Claim, finishes: boolean) => ({ job, token, finishes });

async function oneClaim(context: StoreContext) {
  const run = await started(context);
  const { claimed } = await claim(context);
  assert.equal(claimed.length, 1);
  return { ...run, claimed: itemAt(claimed, 0) };
}

/** An execution with a due call to this origin. */
async function calling(context: StoreContext, origin: string) {
  const definition = await defined(context);
  const first = creation(definition, context.now());
  const newJobs = first.newJobs.map((it): Change['newJobs'][number] =>
    it.kind === 'agent-call' ? { ...it, kind: 'call', concurrencyKey: origin } : it,
  );
  assert.deepEqual(await context.store.commit([{ ...first, newJobs }]), [committed]);
  return first.state;
}

const CALLS: Pick<ClaimRequest, 'kinds'> = { kinds: ['call'] };

export const jobCases: readonly StoreCase[] = [
  {
    name: 'a job is returned once it is due, and not before',
    async run(context) {
      const { first } = await started(context);
      const { claimed, nextDueAt } = await claim(context);
      assert.deepEqual(kindsOf(claimed), ['agent-call']);
      const { workspaceId, executionId } = first.state;
      assert.deepEqual(claimed[0]?.job, {
        workspaceId,
        executionId,
        stepId: 'step_scan',
        kind: 'agent-call',
      });
      assert.deepEqual([claimed[0].dueAt, claimed[0].attempt], [first.state.createdAt, 1]);
      assert.ok(nextDueAt !== null && nextDueAt <= first.state.createdAt + 3_600_000);
    },
  },
  {
    name: 'jobs are claimed by kind',
    async run(context) {
      await started(context);
      assert.deepEqual((await claim(context, { kinds: ['step-deadline', 'agent-timeout'] })).claimed, []);
      assert.deepEqual(kindsOf((await claim(context, { kinds: ['agent-call'] })).claimed), ['agent-call']);
    },
  },
  {
    name: 'at most the requested number of jobs is returned, longest due first',
    async run(context) {
      const runs = [];
      for (let index = 0; index < 4; index++) {
        runs.push(await started(context));
        await context.advance(10);
      }
      const rounds = [await claim(context, { limit: 3 }), await claim(context, { limit: 3 })];
      const order = rounds.map(({ claimed }) => claimed.map((it) => it.job.executionId));
      const ids = runs.map((it) => it.first.state.executionId);
      assert.deepEqual(order, [ids.slice(0, 3), ids.slice(3)]);
    },
  },
  {
    name: 'jobs under a live lease are listed with their holders',
    needs: ['claim-list'],
    async run(context) {
      const { store, workspaceId } = context;
      assert.ok(store.listClaims, 'the case needs a store that lists claims');
      const listed = async (of = workspaceId) =>
        (await store.listClaims?.({ workspaceId: of, now: context.now() }))?.claims ?? [];
      const { first, claimed } = await oneClaim(context);
      const [live, ...others] = await listed();
      assert.ok(live !== undefined && others.length === 0, 'the deadline of the step has no holder');
      const { leaseUntil, worker, ...job } = live;
      assert.deepEqual(job, { ...claimed.job, dueAt: first.state.createdAt, attempt: 1 });
      assert.match(worker, /^[\w-]{1,36}$/);
      assert.ok(leaseUntil > first.state.createdAt, 'its lease is not over');
      assert.deepEqual(await listed(context.otherWorkspaceId), []);
      await store.releaseJobs([claimed]);
      assert.deepEqual(await listed(), [], 'given back');
      const again = (await claim(context)).claimed;
      assert.deepEqual(
        (await listed()).map((it) => it.worker),
        [worker],
        'the same worker',
      );
      await context.advance(LEASE_MS + 1);
      assert.deepEqual([again.length, await listed()], [1, []], 'the lease is over');
    },
  },
  {
    name: 'calls of one origin share a limit, and those of others go on',
    async run(context) {
      for (let index = 0; index < 6; index++) await calling(context, 'https://slow.example.com');
      const other = await calling(context, 'https://healthy.example.com');
      const perKey = { each: 2, left: {} };
      const { claimed } = await claim(context, { ...CALLS, perKey, limit: 5 });
      assert.deepEqual(claimed.map((it) => it.concurrencyKey).toSorted(), [
        'https://healthy.example.com',
        'https://slow.example.com',
        'https://slow.example.com',
      ]);
      assert.ok(claimed.some((it) => it.job.executionId === other.executionId));
      const left = { 'https://slow.example.com': 0 };
      const { claimed: none } = await claim(context, { ...CALLS, perKey: { each: 2, left } });
      assert.deepEqual(none, [], 'the limit of the origin is used up');
      const { claimed: rest } = await claim(context, CALLS);
      assert.equal(rest.length, 4, 'without limits all are claimable');
    },
  },
  {
    name: 'calls under a live lease are listed, and health has the longest due of the others',
    needs: ['claim-list'],
    async run(context) {
      const { store, workspaceId, otherWorkspaceId } = context;
      assert.ok(store.listClaims, 'the case needs a store that lists claims');
      const listed = async (of = workspaceId) =>
        ((await store.listClaims?.({ workspaceId: of, now: context.now() }))?.claims ?? []).map((it) => [
          it.kind,
          it.executionId,
        ]);
      const due = async (of = workspaceId) => {
        const { queues } = await store.health({ workspaceId: of, now: context.now() });
        return [queues?.due, queues?.oldestDueAt];
      };
      // The key of the longest due call is in the middle: no order of keys is its order.
      const runs = [];
      for (const name of ['m', 'a', 'z']) {
        runs.push(await calling(context, `https://${name}.example.com`));
        await context.advance(5);
      }
      const [first, second] = [itemAt(runs, 0), itemAt(runs, 1)];
      assert.deepEqual(await due(), [3, first.createdAt]);
      assert.deepEqual(await listed(), []);
      const { claimed } = await claim(context, { ...CALLS, limit: 1 });
      assert.deepEqual(await listed(), [['call', first.executionId]], 'the longest due one is claimed first');
      assert.deepEqual(await due(), [2, second.createdAt]);
      assert.deepEqual([await listed(otherWorkspaceId), await due(otherWorkspaceId)], [[], [0, null]]);
      await store.releaseJobs(claimed);
      assert.deepEqual([await listed(), await due()], [[], [3, first.createdAt]]);
    },
  },
  {
    name: 'concurrent workers get different jobs',
    async run(context) {
      const runs = await Promise.all(Array.from({ length: 30 }, () => started(context)));
      const rounds = await Promise.all(Array.from({ length: 6 }, () => claim(context, { limit: 10 })));
      const rest = await claim(context);
      const given = [...rounds, rest].flatMap(({ claimed }) => claimed.map((it) => it.job.executionId));
      assert.equal(given.length, runs.length);
      assert.equal(new Set(given).size, runs.length);
    },
  },
  {
    name: 'a claimed job is returned after its lease with a new token; the old one is invalid',
    async run(context) {
      const { definition, first, claimed: old } = await oneClaim(context);
      assert.deepEqual((await claim(context)).claimed, []);
      await context.advance(LEASE_MS + 1);
      const { claimed } = await claim(context);
      assert.deepEqual(
        claimed.map((it) => it.job),
        [old.job],
      );
      assert.notEqual(claimed[0]?.token, old.token);
      assert.deepEqual(await context.store.extendJobs([old], lease(context)), [false]);
      assert.deepEqual(await context.store.finishJobs([old]), [false]);
      await context.store.releaseJobs([old]);
      assert.deepEqual((await claim(context)).claimed, [], 'a stale release frees nothing');
      const late = change(definition, first.state, context.now(), approval('ann'), [uses(old, true)]);
      const [result] = await context.store.commit([late]);
      assert.equal(result?.kind, 'lost-claims');
      assert.deepEqual(
        result.claims.map(({ job, token }) => ({ job, token })),
        [{ job: old.job, token: old.token }],
      );
      assert.deepEqual(await context.store.loadExecutions([first.state]), [first.state]);
    },
  },
  {
    name: 'an extended lease keeps the job',
    async run(context) {
      const { claimed } = await oneClaim(context);
      await context.advance(LEASE_MS - 300);
      assert.deepEqual(await context.store.extendJobs([claimed], lease(context)), [true]);
      await context.advance(LEASE_MS - 300);
      assert.deepEqual((await claim(context)).claimed, []);
      await context.advance(301);
      assert.equal((await claim(context)).claimed.length, 1);
    },
  },
  {
    name: 'an expired lease is valid until another worker claims the job',
    async run(context) {
      const { definition, first, claimed } = await oneClaim(context);
      await context.advance(LEASE_MS + 1);
      const late = change(definition, first.state, context.now(), approval('ann'), [uses(claimed, true)]);
      assert.deepEqual(await context.store.commit([late]), [committed]);
    },
  },
  {
    name: 'a finished job is deleted',
    async run(context) {
      const { claimed } = await oneClaim(context);
      assert.deepEqual(await context.store.finishJobs([claimed]), [true]);
      assert.deepEqual(await context.store.finishJobs([claimed]), [false]);
      await context.advance(LEASE_MS + 1);
      assert.deepEqual((await claim(context)).claimed, []);
    },
  },
  {
    name: 'a released job is claimable at once',
    async run(context) {
      const { claimed } = await oneClaim(context);
      await context.store.releaseJobs([claimed]);
      assert.equal((await claim(context)).claimed.length, 1);
    },
  },
  {
    name: 'a commit that finishes a claim deletes its job; one that uses it keeps the lease',
    async run(context) {
      const { definition, first, claimed } = await oneClaim(context);
      const begin = { kind: 'begin-agent-call', stepId: 'step_scan', attempt: 1 } as const;
      const begun = change(definition, first.state, context.now(), begin, [uses(claimed, false)]);
      assert.deepEqual(await context.store.commit([begun]), [committed]);
      assert.deepEqual((await claim(context)).claimed, []);
      assert.deepEqual(await context.store.extendJobs([claimed], lease(context)), [true]);
      const failed = {
        kind: 'agent-failed',
        stepId: 'step_scan',
        attempt: 1,
        code: 'agent-error',
        message: 'no',
        retryable: true,
      } as const;
      const retried = change(definition, begun.state, context.now(), failed, [uses(claimed, true)]);
      assert.equal(retried.newJobs[0]?.attempt, 2);
      assert.deepEqual(await context.store.commit([retried]), [committed]);
      assert.deepEqual(await context.store.extendJobs([claimed], lease(context)), [false]);
      assert.deepEqual((await claim(context)).claimed, [], 'the next attempt is not due yet');
      await context.advance(1_001);
      const next = (await claim(context)).claimed;
      assert.deepEqual(
        next.map((it) => [it.job.kind, it.attempt]),
        [['agent-call', 2]],
      );
    },
  },
  {
    name: 'jobs of an ended step are deleted, even claimed ones',
    async run(context) {
      const { definition, first, claimed } = await oneClaim(context);
      const ended = change(definition, first.state, context.now(), cancellation);
      assert.deepEqual(await context.store.commit([ended]), [committed]);
      assert.deepEqual(await context.store.extendJobs([claimed], lease(context)), [false]);
      await context.advance(LEASE_MS + 1);
      const { claimed: left } = await claim(context, {
        kinds: ['agent-call', 'step-deadline', 'agent-timeout'],
      });
      assert.deepEqual(left, []);
    },
  },
  {
    name: 'a conflicting change keeps its jobs and claims unchanged',
    async run(context) {
      const { definition, first, claimed } = await oneClaim(context);
      const winner = change(definition, first.state, context.now(), approval('ann'));
      assert.deepEqual(await context.store.commit([winner]), [committed]);
      const begin = { kind: 'begin-agent-call', stepId: 'step_scan', attempt: 1 } as const;
      const loser = change(definition, first.state, context.now(), begin, [uses(claimed, true)]);
      assert.equal(loser.newJobs.length, 1);
      assert.deepEqual(await context.store.commit([loser]), [conflict]);
      assert.deepEqual(await context.store.extendJobs([claimed], lease(context)), [true]);
    },
  },
  {
    name: 'the jobs of executions are listed, claimed or not, each under its own execution',
    needs: ['job-list'],
    async run(context) {
      const { store } = context;
      assert.ok(store.listJobs, 'the case needs a store that lists jobs');
      const runs = [await started(context), await started(context)];
      const keys = runs.map(({ first: { state } }) => ({
        workspaceId: state.workspaceId,
        executionId: state.executionId,
      }));
      const unknown = { workspaceId: context.otherWorkspaceId, executionId: keys[0]?.executionId ?? '' };
      const listed = async () =>
        (await store.listJobs?.([...keys, unknown]))?.map((jobs) => jobs.toSorted(byKind)) ?? [];
      const written = runs.map(({ first }, index) =>
        first.newJobs.map((it) => ({ ...keys[index], ...it })).toSorted(byKind),
      );
      assert.ok(written.every((it) => it.length > 0));
      assert.deepEqual(await listed(), [...written, []]);
      const { claimed } = await claim(context);
      assert.deepEqual(await listed(), [...written, []]);
      await store.finishJobs(claimed);
      const done = new Set(claimed.map(({ job }) => `${job.executionId} ${job.kind}`));
      const left = written.map((jobs) => jobs.filter((it) => !done.has(`${it.executionId} ${it.kind}`)));
      assert.deepEqual(await listed(), [...left, []]);
    },
  },
];
