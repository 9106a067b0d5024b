/** Commits: all or nothing, one winner, separate results. */
import assert from 'node:assert/strict';
import type { Change, DefinitionVersion } from '@org/approval-core/store';
import { itemAt } from '@org/approval-internal/lists';
import type { StoreCase, StoreContext } from './case.js';
import { aDefinition, approval, cancellation, change, creation, unique } from './fixtures.js';

export async function defined(context: StoreContext): Promise<DefinitionVersion> {
  const { workspaceId, now } = context;
  const definition = aDefinition({ workspaceId, definitionId: unique('flow') }, now());
  assert.equal(await context.store.createDefinition(definition), 'created');
  return definition;
}

export async function started(
  context: StoreContext,
): Promise<{ definition: DefinitionVersion; first: Change }> {
  const definition = await defined(context);
  const first = creation(definition, context.now());
  assert.deepEqual(await context.store.commit([first]), [{ kind: 'committed' }]);
  return { definition, first };
}

export const committed = { kind: 'committed' } as const;
export const conflict = { kind: 'conflict' } as const;

const all = { afterSeq: 0, limit: 1_000, externalOnly: false };

async function stored({ store }: StoreContext, { state }: Change) {
  const [loaded] = await store.loadExecutions([state]);
  return { state: loaded, events: await store.readEvents({ ...state, ...all }) };
}

export const commitCases: readonly StoreCase[] = [
  {
    name: 'a committed change is stored unchanged: state and events',
    async run(context) {
      const { definition, first } = await started(context);
      assert.deepEqual(await stored(context, first), { state: first.state, events: first.events });
      const second = change(definition, first.state, context.now(), approval('ann'));
      assert.deepEqual(await context.store.commit([second]), [committed]);
      assert.deepEqual(await stored(context, second), {
        state: second.state,
        events: [...first.events, ...second.events],
      });
    },
  },
  {
    name: 'a change on an older seq conflicts, and leaves nothing behind',
    async run(context) {
      const { definition, first } = await started(context);
      const winner = change(definition, first.state, context.now(), approval('ann'));
      const loser = change(definition, first.state, context.now(), cancellation);
      assert.deepEqual(await context.store.commit([winner]), [committed]);
      assert.deepEqual(await context.store.commit([loser]), [conflict]);
      assert.deepEqual(await stored(context, winner), {
        state: winner.state,
        events: [...first.events, ...winner.events],
      });
    },
  },
  {
    name: 'an execution is created once; a change of an unknown one conflicts',
    async run(context) {
      const { definition, first } = await started(context);
      assert.deepEqual(await context.store.commit([first]), [conflict]);
      const unknown = creation(definition, context.now());
      const later = change(definition, unknown.state, context.now(), approval('ann'));
      assert.deepEqual(await context.store.commit([later]), [conflict]);
      assert.deepEqual(await context.store.loadExecutions([unknown.state]), [null]);
    },
  },
  {
    name: 'a conflict in a batch fails no other change',
    async run(context) {
      const runs = [await started(context), await started(context), await started(context)];
      const at = ({ definition, first }: (typeof runs)[number]) =>
        change(definition, first.state, context.now(), approval('ann'));
      const changes = runs.map(at);
      assert.deepEqual(await context.store.commit([itemAt(changes, 1)]), [committed]);
      assert.deepEqual(await context.store.commit(changes), [committed, conflict, committed]);
      const states = await context.store.loadExecutions(changes.map((it) => it.state));
      assert.deepEqual(
        states,
        changes.map((it) => it.state),
      );
    },
  },
  {
    name: 'exactly one of several concurrent changes on one seq is committed',
    async run(context) {
      for (let round = 0; round < 5; round++) {
        const { definition, first } = await started(context);
        const racing = Array.from({ length: 8 }, (_, index) =>
          change(definition, first.state, context.now(), index % 2 === 0 ? approval('ann') : cancellation),
        );
        const results = (await Promise.all(racing.map((it) => context.store.commit([it])))).flat();
        assert.equal(results.filter((it) => it.kind === 'committed').length, 1);
        const winner = itemAt(
          racing,
          results.findIndex((it) => it.kind === 'committed'),
        );
        assert.deepEqual((await stored(context, winner)).state, winner.state);
      }
    },
  },
  {
    name: 'batches with the same executions in different orders all succeed',
    async run(context) {
      const runs = await Promise.all(Array.from({ length: 6 }, () => started(context)));
      const changes = runs.map(({ definition, first }) =>
        change(definition, first.state, context.now(), approval('ann')),
      );
      const results = await Promise.all([
        context.store.commit(changes),
        context.store.commit(changes.toReversed()),
        context.store.commit([...changes.slice(3), ...changes.slice(0, 3)]),
      ]);
      assert.equal(results.flat().filter((it) => it.kind === 'committed').length, changes.length);
    },
  },
  {
    name: 'an idempotency key creates one execution of its workspace, also when the calls race',
    async run(context) {
      const { store, otherWorkspaceId } = context;
      const { definition } = await started(context);
      const idempotencyKey = unique('key');
      const racing = Array.from({ length: 10 }, () =>
        creation(definition, context.now(), { idempotencyKey }),
      );
      const [batch, ...singles] = [racing.slice(0, 3), ...racing.slice(3).map((it) => [it])];
      const results = (
        await Promise.all([store.commit(batch), ...singles.map((it) => store.commit(it))])
      ).flat();
      assert.equal(results.filter((it) => it.kind === 'committed').length, 1);
      assert.equal(results.filter((it) => it.kind === 'duplicate').length, racing.length - 1);
      const { state } = itemAt(
        racing,
        results.findIndex((it) => it.kind === 'committed'),
      );
      const [known, theirs] = await store.findByIdempotencyKeys([
        { workspaceId: state.workspaceId, idempotencyKey },
        { workspaceId: otherWorkspaceId, idempotencyKey },
      ]);
      const { executionId, correlationId, definitionId } = state;
      assert.deepEqual(
        { ...known },
        { ...known, executionId, correlationId, definitionId },
        'the key leads to the execution that won',
      );
      assert.equal(theirs, null);
      const other = aDefinition({ workspaceId: otherWorkspaceId }, context.now());
      await store.createDefinition(other);
      assert.deepEqual(await store.commit([creation(other, context.now(), { idempotencyKey })]), [committed]);
    },
  },
  {
    name: 'several executions are returned in order, unknown ones as null',
    async run(context) {
      const [a, b] = [(await started(context)).first.state, (await started(context)).first.state];
      const loaded = await context.store.loadExecutions([b, { ...a, executionId: 'none' }, a]);
      assert.deepEqual(loaded, [b, null, a]);
    },
  },
  {
    name: 'another workspace sees no execution and no event',
    async run(context) {
      const { store, otherWorkspaceId: workspaceId } = context;
      const { first } = await started(context);
      const theirs = { ...first.state, workspaceId };
      assert.deepEqual(await store.loadExecutions([theirs]), [null]);
      assert.deepEqual(await store.readEvents({ ...theirs, ...all }), []);
    },
  },
  {
    name: 'JSON is returned unchanged, including the order of its keys',
    async run(context) {
      const { definition } = await started(context);
      const triggerContext = {
        z: 1,
        a: [0, -1.5, 1e-7, 1e21, 9_007_199_254_740_991, 5e-324, 1.7976931348623157e308],
        texts: [
          '',
          ' ',
          'a\u0001b',
          '\\u0000',
          '"',
          '\\',
          '\u2028',
          'é',
          'e\u0301',
          '😀',
          '\uffff',
          'x'.repeat(100_000),
        ],
        '': null,
        constructor: { prototype: { polluted: true } },
        'a.b': { '': [[], {}, [{}]] },
        '1': 'keys of digits come first in JavaScript',
        yes: true,
      };
      const first = creation(definition, context.now(), { triggerContext });
      assert.deepEqual(await context.store.commit([first]), [committed]);
      const [state] = await context.store.loadExecutions([first.state]);
      assert.equal(JSON.stringify(state?.triggerContext), JSON.stringify(triggerContext));
    },
  },
  {
    name: 'ids are compared byte for byte',
    async run(context) {
      const { definition } = await started(context);
      const base = unique('key');
      const keys = ['Key', 'key', 'KEY', 'key-', 'k.e.y'].map((it) => `${base}${it}`);
      const changes = keys.map((idempotencyKey) => creation(definition, context.now(), { idempotencyKey }));
      assert.deepEqual(
        (await context.store.commit(changes)).map((it) => it.kind),
        keys.map(() => 'committed'),
      );
    },
  },
  {
    name: 'events are read from a seq on, up to a limit, optionally without internal ones',
    async run(context) {
      const { store } = context;
      const { definition, first } = await started(context);
      const second = change(definition, first.state, context.now(), approval('ann'));
      await store.commit([second]);
      const events = [...first.events, ...second.events];
      const read = (query: Partial<typeof all>) => store.readEvents({ ...first.state, ...all, ...query });
      assert.deepEqual(await read({ afterSeq: 2 }), events.slice(2));
      assert.deepEqual(await read({ afterSeq: 1, limit: 2 }), events.slice(1, 3));
      assert.deepEqual(await read({ afterSeq: events.length }), []);
      const external = events.filter((it) =>
        ['execution.dispatched', 'step.awaiting-approval'].includes(it.type),
      );
      assert.deepEqual(await read({ externalOnly: true }), external);
      assert.deepEqual(await read({ externalOnly: true, limit: 1 }), external.slice(0, 1));
      assert.deepEqual(await read({ externalOnly: true, afterSeq: 1, limit: 1 }), external.slice(1, 2));
    },
  },
];
