/** Events of the host on the in-memory store (contract section 13). */
import { createTestEngine } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import type { EventTrigger } from '../../definition/triggers.js';
import type { Definition } from '../../definition/types.js';
import { op, variable, when } from '../../expression/build.js';
import { agent, human, rejectTo } from '../../test-support/run.js';
import { listening, triggered } from '../../test-support/triggers.js';
import { sha256Hex } from '../scheduling/encoding.js';

async function kit(event: Partial<EventTrigger> = {}, more: Partial<Definition> = {}) {
  const it = createTestEngine();
  await it.engine.definitions.create(triggered(listening(event), more));
  const runs = async () => (await it.engine.executions.list({ pageSize: 500 })).items;
  const trigger = async (definitionId = 'flow') => (await it.engine.triggers.list({ definitionId })).items[0];
  return { ...it, runs, trigger };
}

describe('emit', () => {
  test('starts one execution, with the event as its context', async () => {
    const { engine, clock, drain, runs, trigger } = await kit();
    const emitted = await engine.emit('order.paid', { n: 1 }, { id: 'o-1', initiatorId: 'ida' });
    expect(emitted).toEqual({ id: 'o-1', emitted: true, matched: 1 });
    await drain();
    const event = { id: 'o-1', type: 'order.paid', payload: { n: 1 }, emittedAt: clock.now() };
    const nowhere = { organizationId: null, documentId: null, initiatorId: 'ida' };
    const [run] = await runs();
    expect(run).toMatchObject({
      triggerContext: { event: { ...event, ...nowhere } },
      startedBy: { kind: 'event', triggerId: 'told', id: 'o-1' },
      idempotencyKey: `evt:def_1:told:${sha256Hex('o-1').slice(0, 32)}`,
      initiatorId: 'ida',
    });
    expect(await trigger()).toMatchObject({ kind: 'event', lastExecutionId: run?.executionId });
  });

  test('one id is one event', async () => {
    const { engine, drain, runs } = await kit();
    const request = { type: 'order.paid', payload: { n: 1, m: 2 }, id: 'o-1' };
    await engine.triggers.emit(request);
    const again = await engine.triggers.emit({ ...request, payload: { m: 2, n: 1 } });
    expect(again).toEqual({ id: 'o-1', emitted: false, matched: 1 });
    for (const more of [
      { payload: 1 },
      { type: 'order.late' },
      { organizationId: 'o' },
      { initiatorId: 'x' },
    ])
      await expect(engine.triggers.emit({ ...request, ...more })).rejects.toMatchObject({
        details: { code: 'key-reused' },
      });
    await drain();
    expect(await runs()).toHaveLength(1);
  });

  test.each([
    ['over the payload', op('gt', variable('event.payload.total'), 10), { total: 11 }, true],
    ['that does not hold', op('gt', variable('event.payload.total'), 10), { total: 10 }, false],
    ['over the organization', op('eq', variable('event.organizationId'), 'acme'), {}, true],
    ['over the type', op('eq', variable('event.type'), 'order.paid'), {}, true],
  ])('a condition %s decides', async (_, condition, payload, matches) => {
    const { engine } = await kit({ when: when(condition) });
    const { matched } = await engine.emit('order.paid', payload, { organizationId: 'acme' });
    expect(matched).toBe(matches ? 1 : 0);
  });

  test('a condition without a value matches nothing, and says why', async () => {
    const { engine, trigger } = await kit({ when: when(op('ne', variable('event.payload.total'), 10)) });
    expect(await engine.emit('order.paid', {})).toMatchObject({ matched: 0 });
    expect(await trigger()).toMatchObject({ lastError: { code: 'condition-path-missing' } });
  });

  test('conditions that are too costly together emit nothing', async () => {
    const costly = when(op('regex', variable('event.payload.text'), '(a|b|c|d){50}x'));
    const { engine, runs, drain } = await kit({ when: costly });
    for (let index = 0; index < 8; index++)
      await engine.definitions.create(
        triggered(listening({ when: costly }), { definitionId: `flow-${index}` }),
      );
    const payload = { text: 'abcd'.repeat(1_500) };
    await expect(engine.emit('order.paid', payload, { id: 'o-1' })).rejects.toMatchObject({
      status: 'RESOURCE_EXHAUSTED',
    });
    await drain();
    expect(await runs()).toEqual([]);
    expect(await engine.emit('order.late', payload, { id: 'o-1' })).toMatchObject({ emitted: true });
  });

  test('the most specific definition of an id alone, and only within the scope', async () => {
    const { engine, drain, runs } = await kit();
    const scope = { level: 'organization', organizationId: 'acme' } as const;
    await engine.definitions.create(triggered(listening(), { scope, nodes: [agent('own')] }));
    for (const organizationId of ['acme', 'other']) await engine.emit('order.paid', null, { organizationId });
    await engine.emit('order.paid');
    await drain();
    const roots = await Promise.all(
      (await runs()).map(async ({ executionId, organizationId }) => {
        const { steps } = await engine.executions.get({ executionId });
        return [organizationId, steps[0]?.nodeId];
      }),
    );
    expect(roots.toSorted()).toEqual(
      [
        ['acme', 'own'],
        ['other', 'check'],
        [null, 'check'],
      ].toSorted(),
    );
  });

  test('a definition that is created later does not run, and a trigger that is gone is dropped', async () => {
    const it = createTestEngine({ jobs: { run: false } });
    await it.engine.definitions.create(triggered(listening()));
    await it.engine.emit('order.paid');
    await it.engine.definitions.create(triggered(listening(), { definitionId: 'later' }));
    await it.engine.definitions.update({ definitionId: 'flow', ifVersion: 1, triggers: [] });
    const worker = createTestEngine({ store: it.store, clock: it.clock });
    await worker.drain();
    expect((await it.engine.executions.list()).items).toEqual([]);
    expect(await it.store.claimJobs({ kinds: ['event-start'], now: Infinity, leaseMs: 1, limit: 1 })).toEqual(
      {
        claimed: [],
        nextDueAt: null,
      },
    );
  });

  test('the context is a template over the event', async () => {
    const context = { who: '{{event.payload.who}}', line: 'at {{event.type}}' };
    const { engine, drain, runs } = await kit({ context });
    await engine.emit('order.paid', { who: { a: 1 } });
    await drain();
    expect(await runs()).toMatchObject([{ triggerContext: { who: { a: 1 }, line: 'at order.paid' } }]);
  });

  test('a refused execution is the last error of its trigger', async () => {
    const separation = { excludeInitiator: true };
    const nodes = [human('review', 'ann', { ...rejectTo('rework'), separation }), agent('rework')];
    const { engine, drain, runs, trigger } = await kit({}, { nodes });
    await engine.emit('order.paid');
    await drain();
    expect(await runs()).toEqual([]);
    expect(await trigger()).toMatchObject({ lastError: { code: 'initiator-required' } });
    await engine.emit('order.paid', null, { initiatorId: 'ben' });
    await drain();
    expect(await runs()).toHaveLength(1);
  });

  test('workspaces do not see events of each other', async () => {
    const { engine, drain, runs } = await kit();
    expect(await engine.forWorkspace('other').emit('order.paid', null, { id: 'o-1' })).toMatchObject({
      matched: 0,
    });
    expect(await engine.emit('order.paid', null, { id: 'o-1' })).toMatchObject({ emitted: true, matched: 1 });
    await drain();
    expect(await runs()).toHaveLength(1);
  });

  test.each(['sub:x', 'sched:x', 'evt:x', 'ask:x'])('the key %s is reserved', async (idempotencyKey) => {
    const { engine } = await kit();
    await expect(engine.executions.dispatch({ definitionId: 'flow', idempotencyKey })).rejects.toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { code: 'reserved-key' },
    });
  });
});
