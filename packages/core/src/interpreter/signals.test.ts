/** Signals: taken, kept, dropped, repeated; and how many are kept. */
import { expect, test } from 'vitest';
import type { DefinitionNode } from '../definition.js';
import { Run, agent, edge, human } from '../test-support/run.js';

const wait = (nodeId: string, config: object): DefinitionNode => ({ nodeId, type: 'wait', config });
const signal = (run: Run, name: string, more = {}) =>
  run.engine.executions.signal({ executionId: run.executionId, name, ...more });
const outputs = async (run: Run) => (await run.get()).steps.map((it) => [it.nodeId, it.output?.['payload']]);

test('a signal completes every open step of its name, without decisions in its payload', async () => {
  const run = await Run.start({
    nodes: [
      wait('a', { signal: 'go' }),
      wait('b', { signal: 'go', withinMs: 60_000 }),
      wait('c', { signal: 'on' }),
    ],
    edges: [],
  });
  const payload = { decision: 'approve', approved: true, n: [1] };
  expect(await signal(run, 'go', { payload })).toEqual({ received: true, stepIds: ['step_a', 'step_b'] });
  expect(await outputs(run)).toEqual([
    ['a', { n: [1] }],
    ['b', { n: [1] }],
    ['c', undefined],
  ]);
  await signal(run, 'on');
  expect((await run.get()).status).toBe('completed');
  await expect(signal(run, 'go')).rejects.toMatchObject({ status: 'FAILED_PRECONDITION' });
});

/** A review that a loop takes back to a draft, then two waits. */
const kept = () =>
  Run.start({
    nodes: [
      wait('draft', { forMs: 1 }),
      human('review', 'ann'),
      wait('a', { signal: 'go' }),
      wait('b', { signal: 'go' }),
    ],
    edges: [edge('draft', 'review'), edge('review', 'a'), edge('a', 'b')],
    loops: [{ loopId: 'l', entryNodeId: 'draft', bodyNodeIds: ['draft', 'review'], maxIterations: 3 }],
  });

test('an early signal is kept for the next step, the oldest first', async () => {
  const run = await kept();
  await run.advance(1);
  for (const payload of [1, 2, null]) {
    expect(await signal(run, 'go', { payload })).toEqual({ received: true, stepIds: [] });
  }
  await run.engine.steps.recordReviewerDecision({
    executionId: run.executionId,
    stepId: 'step_draft__to__review',
    reviewerId: 'ann',
    decision: 'approve',
  });
  expect((await outputs(run)).slice(2)).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
});

test('a rewind drops the signals that its body waits for, and no others', async () => {
  const run = await Run.start({
    nodes: [wait('w', { signal: 'go' }), human('review', 'ann'), wait('after', { signal: 'on' })],
    edges: [edge('w', 'review'), edge('review', 'after')],
    loops: [{ loopId: 'l', entryNodeId: 'w', bodyNodeIds: ['w', 'review'], maxIterations: 3 }],
  });
  await signal(run, 'go', { payload: 1 });
  await signal(run, 'go', { payload: 2 });
  await signal(run, 'on', { payload: 3 });
  const review = (await run.get()).steps.find((it) => it.nodeId === 'review')?.stepId ?? '';
  const decide = (stepId: string, decision: 'approve' | 'reject') =>
    run.engine.steps.recordReviewerDecision({
      executionId: run.executionId,
      stepId,
      reviewerId: 'ann',
      decision,
    });
  await decide(review, 'reject');
  const again = (await run.get()).steps.filter((it) => it.nodeId === 'w')[1];
  expect(again?.status).toBe('running');
  await signal(run, 'go', { payload: 4 });
  await decide((await run.get()).steps.at(-1)?.stepId ?? '', 'approve');
  expect((await run.get()).steps.at(-1)?.output).toMatchObject({ payload: 3 });
});

test('the same key again changes nothing; with another signal it is refused', async () => {
  const run = await Run.start({
    nodes: [wait('a', { signal: 'go' }), wait('b', { signal: 'on' })],
    edges: [],
  });
  const data = { payload: { n: 1, m: 2 }, idempotencyKey: 'k' };
  expect((await signal(run, 'go', data)).received).toBe(true);
  expect(await signal(run, 'go', { ...data, payload: { m: 2, n: 1 } })).toEqual({
    received: false,
    stepIds: [],
  });
  for (const [name, payload] of [
    ['on', data.payload],
    ['go', { n: 2 }],
    ['go', undefined],
  ] as const) {
    await expect(signal(run, name, { ...data, payload })).rejects.toMatchObject({
      details: { code: 'key-reused' },
    });
  }
});

test('without payload and with null are the same', async () => {
  const run = await Run.start({ nodes: [wait('a', { signal: 'go' })], edges: [] });
  await signal(run, 'other', { idempotencyKey: 'k' });
  expect((await signal(run, 'other', { idempotencyKey: 'k', payload: null })).received).toBe(false);
});

test('20 signals of a name, 100 in all and 1 MiB are kept', async () => {
  const run = await Run.start({ nodes: [wait('a', { signal: 'go' }), agent('x', '__mock__')], edges: [] });
  const full = { status: 'RESOURCE_EXHAUSTED' };
  for (let n = 0; n < 20; n++) await signal(run, 's0');
  await expect(signal(run, 's0')).rejects.toMatchObject(full);
  for (let n = 20; n < 100; n++) await signal(run, `s${Math.floor(n / 20)}`);
  await expect(signal(run, 'other')).rejects.toMatchObject(full);
  expect((await signal(run, 'go')).stepIds).toEqual(['step_a']);
  const large = await Run.start({ nodes: [wait('a', { signal: 'go' })], edges: [] });
  const payload = 'x'.repeat(260_000);
  for (let n = 0; n < 4; n++) await signal(large, 's', { payload });
  await expect(signal(large, 's', { payload })).rejects.toMatchObject(full);
  await expect(signal(large, 'go', { payload: 'x'.repeat(262_144) })).rejects.toMatchObject({
    status: 'INVALID_ARGUMENT',
  });
});
