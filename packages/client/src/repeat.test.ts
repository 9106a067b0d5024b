/** Calls whose response was lost: which are repeated, and their result. */
import { describe, expect, test } from 'vitest';
import { SIGN_OFF, TRIGGER_CONTEXT } from './test-support/definitions.js';
import { type World, createWorld } from './test-support/world.js';

const { definitionId } = SIGN_OFF;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Heals while the client waits. */
const recovering = (world: World) =>
  world.client({ retry: { sleep: () => world.setFault(null), random: () => 0 } });

const keysOf = ({ proxy }: World) => proxy.requests.map((it) => it.data['idempotencyKey']);

describe('dispatch', () => {
  test('that loses its answer makes one execution, and answers with it', async () => {
    const world = await createWorld();
    await world.on.definitions.create(SIGN_OFF);
    await world.setFault('drop');
    const answer = await recovering(world).executions.dispatch({
      definitionId,
      triggerContext: TRIGGER_CONTEXT,
    });
    const { items } = await world.on.executions.list();
    expect(items.map((it) => it.executionId)).toEqual([answer.executionId]);
    expect(answer.deduplicated).toBe(true);
  });

  test('has its own key for each call, the same in each attempt', async () => {
    const world = await createWorld();
    await world.on.definitions.create(SIGN_OFF);
    const client = recovering(world);
    await world.setFault('reset');
    await client.executions.dispatch({ definitionId });
    // A caller without exact optional properties may pass undefined.
    await client.executions.dispatch({ definitionId, idempotencyKey: undefined });
    const [first, again, other] = keysOf(world);
    expect(first).toMatch(UUID);
    expect(again).toBe(first);
    expect(other).toMatch(UUID);
    expect(other).not.toBe(first);
  });

  test('keeps the key that it is given', async () => {
    const world = await createWorld();
    await world.on.definitions.create(SIGN_OFF);
    await world.setFault('drop');
    await recovering(world).executions.dispatch({ definitionId, idempotencyKey: 'contract:7' });
    expect(keysOf(world)).toEqual(['contract:7', 'contract:7']);
  });

  test('alone gets a key', async () => {
    const world = await createWorld();
    await world.client().definitions.create(SIGN_OFF);
    await world.client().executions.list();
    expect(keysOf(world)).toEqual([undefined, undefined]);
  });
});

test('a decision that loses its answer is recorded once, and says that it was there', async () => {
  const world = await createWorld();
  await world.on.definitions.create(SIGN_OFF);
  const { executionId } = await world.on.executions.dispatch({ definitionId });
  await world.setFault('drop');
  const decision = { executionId, stepId: 'step_review', reviewerId: 'maria', decision: 'reject' } as const;
  const answer = await recovering(world).steps.recordReviewerDecision(decision);
  expect(answer).toMatchObject({
    recorded: false,
    aggregatorStatus: 'resolved',
    rejectionReason: 'idempotent',
  });
  expect(world.proxy.requests).toHaveLength(2);
  const [step] = (await world.on.executions.get({ executionId })).steps;
  expect(step?.output).toMatchObject({ decision: 'reject', rejectedBy: 'maria' });
});

test('an update that loses its answer is not asked for again, as it would be refused', async () => {
  const world = await createWorld();
  await world.on.definitions.create(SIGN_OFF);
  await world.setFault('drop');
  const update = recovering(world).definitions.update({ definitionId, ifVersion: 1, name: 'Other' });
  await expect(update).rejects.toMatchObject({ status: 'UNAVAILABLE', outcomeUnknown: true });
  expect((await world.on.definitions.get({ definitionId })).version).toBe(2);
});
