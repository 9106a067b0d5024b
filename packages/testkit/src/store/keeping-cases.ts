/** Retention, and secrets at rest. */
import assert from 'node:assert/strict';
import type { ApprovalStore } from '@org/approval-core';
import type { SealedSecret } from '@org/approval-core/store';
import type { StoreCase, StoreContext } from './case.js';
import { committed, defined, started } from './commit-cases.js';
import { aDefinition, cancellation, change, creation } from './fixtures.js';

/** An ended execution with an idempotency key. */
async function ended(context: StoreContext, idempotencyKey: string) {
  const definition = await defined(context);
  const first = creation(definition, context.now(), { idempotencyKey });
  assert.deepEqual(await context.store.commit([first]), [committed]);
  const last = change(definition, first.state, context.now(), cancellation);
  assert.deepEqual(await context.store.commit([last]), [committed]);
  return { definition, state: last.state };
}

async function secretsOf({
  store,
  workspaceId,
}: {
  store: ApprovalStore;
  workspaceId: string;
}): Promise<SealedSecret[]> {
  const found: SealedSecret[] = [];
  let cursor: string | null = null;
  do {
    const page = await store.listSecrets({ limit: 2, cursor });
    assert.ok(page !== 'bad-cursor');
    found.push(...page.items.filter((it) => it.owner.workspaceId === workspaceId));
    cursor = page.cursor;
  } while (cursor !== null);
  return found;
}

export const keepingCases: readonly StoreCase[] = [
  {
    name: 'executions that ended long ago are deleted as a whole; newer and open ones stay',
    async run(context) {
      const { store, workspaceId } = context;
      const old = await ended(context, 'old');
      const open = await started(context);
      await context.advance(50);
      const endedBefore = context.now();
      await context.advance(50);
      const young = await ended(context, 'young');
      await store.trimFeed({ before: context.now() });
      let deleted = 0;
      for (let round = 0; round < 100; round++) {
        const count = await store.deleteEnded({ endedBefore, keysBefore: 0, limit: 1 });
        deleted += count;
        if (count === 0) break;
      }
      assert.ok(deleted >= 1);
      const states = await store.loadExecutions([old.state, open.first.state, young.state]);
      assert.deepEqual(
        states.map((it) => it?.status ?? null),
        [null, open.first.state.status, 'cancelled'],
      );
      const { executionId } = old.state;
      const query = { workspaceId, executionId, afterSeq: 0, limit: 10, externalOnly: false };
      assert.deepEqual(await store.readEvents(query), []);
      const page = await store.listExecutions({ workspaceId }, { limit: 10, cursor: null });
      assert.ok(page !== 'bad-cursor');
      assert.equal(
        page.items.some((it) => it.executionId === executionId),
        false,
      );
    },
  },
  {
    name: 'an idempotency key outlives its execution for the requested time',
    async run(context) {
      const { store, workspaceId } = context;
      const { state, definition } = await ended(context, 'key');
      await context.advance(10);
      const endedBefore = context.now();
      await store.trimFeed({ before: context.now() });
      await store.deleteEnded({ endedBefore, keysBefore: state.createdAt - 1, limit: 1_000 });
      assert.deepEqual(await store.loadExecutions([state]), [null]);
      const key = { workspaceId, idempotencyKey: 'key' };
      const [known] = await store.findByIdempotencyKeys([key]);
      assert.equal(known?.executionId, state.executionId);
      const again = creation(definition, context.now(), { idempotencyKey: 'key' });
      assert.deepEqual(await store.commit([again]), [{ kind: 'duplicate' }]);
      await store.deleteEnded({ endedBefore, keysBefore: endedBefore, limit: 1_000 });
      assert.deepEqual(await store.findByIdempotencyKeys([key]), [null]);
      assert.deepEqual(await store.commit([again]), [committed]);
    },
  },
  {
    name: 'an ended execution with a pending delivery is not deleted',
    async run(context) {
      const { store } = context;
      const { definition, first } = await started(context);
      const last = change(definition, first.state, context.now(), cancellation);
      const push = { concurrencyKey: 'https://hooks.example.com', seqs: [last.state.seq] };
      assert.deepEqual(await store.commit([{ ...last, push }]), [committed]);
      await context.advance(10);
      await store.trimFeed({ before: context.now() });
      await store.deleteEnded({ endedBefore: context.now(), keysBefore: 0, limit: 1_000 });
      const [kept] = await store.loadExecutions([first.state]);
      assert.equal(kept?.status, 'cancelled');
    },
  },
  {
    name: 'secrets are listed with their owners, and replaced only if unchanged',
    async run(context) {
      const { store, workspaceId } = context;
      const definition = { ...aDefinition({ workspaceId }, context.now()), sealedSecrets: 'd1' };
      assert.equal(await store.createDefinition(definition), 'created');
      const run = { ...creation(definition, context.now()), sealedSecret: 'e1' };
      assert.deepEqual(await store.commit([run, creation(definition, context.now())]), [
        committed,
        committed,
      ]);
      const { uid } = definition;
      const { executionId } = run.state;
      const ofDefinition = { kind: 'definition', workspaceId, uid, version: 1 } as const;
      const ofRun = { kind: 'execution', workspaceId, executionId } as const;
      const byText = (secrets: SealedSecret[]) => secrets.toSorted((a, b) => (a.sealed < b.sealed ? -1 : 1));
      assert.deepEqual(byText(await secretsOf(context)), [
        { owner: ofDefinition, sealed: 'd1' },
        { owner: ofRun, sealed: 'e1' },
      ]);
      assert.equal(await store.replaceSecret({ owner: ofDefinition, sealed: 'd1' }, 'd2'), true);
      assert.equal(await store.replaceSecret({ owner: ofDefinition, sealed: 'd1' }, 'd3'), false);
      assert.equal(await store.replaceSecret({ owner: ofRun, sealed: 'e1' }, 'e2'), true);
      assert.equal(await store.replaceSecret({ owner: ofRun, sealed: 'e1' }, 'e3'), false);
      assert.deepEqual(
        byText(await secretsOf(context)).map((it) => it.sealed),
        ['d2', 'e2'],
      );
      const [version] = await store.loadDefinitions([{ workspaceId, uid, version: 1 }]);
      assert.equal(version?.sealedSecrets, 'd2');
    },
  },
];
