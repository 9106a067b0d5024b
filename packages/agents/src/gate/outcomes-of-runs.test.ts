/** Effects of the end of a run on its permit, over real runs (permits G3). */
import type { Definition } from '@org/approval-core';
import type { DefinitionNode } from '@org/approval-core/definition';
import { overriding } from '@org/approval-testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { BOT, redeem } from '../test-support/asking.js';
import { type GateKit, act, approved, asks, gateKit, guarded, review } from '../test-support/gate.js';
import type { Ask, Permit } from '../types.js';

const call = { tool: 'pay', args: { amount: 5 } };
let kit: GateKit;
afterEach(() => kit.stop());

const gateOf = async (nodes: DefinitionNode[], more: Partial<Definition> = {}, ask: Partial<Ask> = {}) => {
  kit = await gateKit({ rules: [asks('pay', ask)] }, {}, [guarded('guarded', { nodes, ...more })]);
};
const plain = () => gateOf([review(), act(), act('refuse')]);
const force = (
  asked: Permit,
  action: 'force-approve' | 'force-reject' | 'force-complete',
  actorId = 'root',
) =>
  kit.engine.steps
    .resolve({ executionId: asked.executionId!, stepId: 'step_review', action, actorId })
    .then(() => kit.drain());
const after = async ({ permitId }: Permit) => {
  const { state, code } = await kit.gate.get({ permitId });
  return code === null ? state : `${state}: ${code}`;
};

describe('one reviewer', () => {
  test.each<[string, (asked: Permit) => Promise<unknown>, string]>([
    ['approves', (it) => kit.answer(it), 'granted'],
    ['rejects', (it) => kit.answer(it, { decision: 'reject' }), 'denied: rejected'],
    ['has not answered', () => Promise.resolve(), 'pending'],
    ['is overridden by force-approve', (it) => force(it, 'force-approve'), 'denied: overridden'],
    ['is overridden by force-reject', (it) => force(it, 'force-reject'), 'denied: rejected'],
    ['is overridden by force-complete', (it) => force(it, 'force-complete'), 'denied: rejected'],
    [
      'is not asked any more: the run is cancelled',
      ({ executionId }) => kit.engine.executions.cancel({ executionId: executionId!, reason: 'no' }),
      'denied: run-cancelled',
    ],
  ])('%s', async (_, answer, state) => {
    await plain();
    const asked = await kit.ask(call);
    await answer(asked);
    expect(await after(asked)).toBe(state);
    expect((await redeem(kit, asked, call)).ok).toBe(state === 'granted');
  });

  test('approves another digest: the answer is refused, and the permit is pending', async () => {
    await plain();
    const asked = await kit.ask(call);
    const other = kit.answer(asked, { digest: `sha256:${'0'.repeat(64)}` });
    await expect(other).rejects.toMatchObject({ details: { code: 'subject-changed' } });
    expect(await after(asked)).toBe('pending');
  });
});

describe('where overrides count', () => {
  const trusting = () => gateOf([review(), act(), act('refuse')], {}, { overrides: true });

  test.each<[string, Parameters<typeof force>[1], string, string]>([
    ['force-approve', 'force-approve', 'root', 'granted'],
    ['force-reject', 'force-reject', 'root', 'denied: rejected'],
    ['force-complete', 'force-complete', 'root', 'denied: rejected'],
    ['force-approve of the program itself', 'force-approve', 'bot', 'denied: self-approved'],
  ])('%s', async (_, action, actorId, state) => {
    await trusting();
    const asked = await kit.ask(call);
    await force(asked, action, actorId);
    expect(await after(asked)).toBe(state);
  });

  test('who overrode is named', async () => {
    await trusting();
    const asked = await kit.ask(call);
    await force(asked, 'force-approve');
    expect(await kit.gate.get({ permitId: asked.permitId })).toMatchObject({
      grantedBy: [{ kind: 'override', actorId: 'root', stepId: 'step_review' }],
    });
  });
});

describe('several people', () => {
  test('all of whom approved are named, in whose name and when', async () => {
    await gateOf([review('review', ['legal', 'boss']), act(), act('refuse')]);
    const asked = await kit.ask(call);
    await kit.answer(asked, { by: 'boss' });
    await kit.advance(5);
    await kit.answer(asked, { by: 'legal' });
    const { createdAt } = asked;
    const { grantedBy, history, grantedAt } = await kit.gate.get({ permitId: asked.permitId });
    const person = (userId: string, at: number) => ({
      kind: 'person',
      userId,
      onBehalfOf: null,
      stepId: 'step_review',
      at,
    });
    expect(grantedBy).toEqual([person('boss', createdAt), person('legal', createdAt + 5)]);
    expect(grantedAt).toBe(createdAt + 5);
    expect(history.at(-1)).toMatchObject({ type: 'granted', actorId: 'legal' });
  });

  test('of whom one rejects grant nothing', async () => {
    await gateOf([review('review', ['legal', 'boss']), act(), act('refuse')]);
    const asked = await kit.ask(call);
    await kit.answer(asked, { by: 'boss' });
    await kit.answer(asked, { by: 'legal', decision: 'reject' });
    expect(await after(asked)).toBe('denied: rejected');
  });

  test('in a row: the second rejection counts', async () => {
    const nodes = [review(), review('second', ['boss']), act(), act('refuse')];
    const edges = [approved('review', 'second'), approved('second', 'act')];
    await gateOf(nodes, { edges });
    const asked = await kit.ask(call);
    await kit.answer(asked);
    expect(await after(asked)).toBe('pending');
    await kit.answer(asked, { by: 'boss', decision: 'reject' });
    expect(await after(asked)).toBe('denied: rejected');
  });
});

describe('the program is not who approves', () => {
  const asked = () =>
    kit.gate.request({
      call,
      ref: { framework: 't', runId: 'r', callId: 'c' },
      requester: { ...BOT, onBehalfOf: 'ann' },
    });

  test('nor a person in its name', async () => {
    await gateOf([review('review', ['bot']), act(), act('refuse')]);
    const permit = await asked();
    await kit.answer(permit, { by: 'bot' });
    expect(await after(permit)).toBe('denied: self-approved');
  });

  test('whom it works for may', async () => {
    await gateOf([review('review', ['ann']), act(), act('refuse')]);
    const permit = await asked();
    await kit.answer(permit, { by: 'ann' });
    expect(await after(permit)).toBe('granted');
  });

  test('whom it works for may not where the node excludes the initiator', async () => {
    const reviewers = [
      { userId: 'ann', mandatory: false },
      { userId: 'ben', mandatory: true },
    ];
    const separation = { excludeInitiator: true };
    await gateOf([review('review', [], { reviewers, separation }), act(), act('refuse')]);
    const permit = await asked();
    await expect(kit.answer(permit, { by: 'ann' })).rejects.toMatchObject({ status: 'PERMISSION_DENIED' });
    await kit.answer(permit, { by: 'ben' });
    expect(await after(permit)).toBe('granted');
  });
});

describe('the run itself', () => {
  test('is of the initiator whom the program works for, and knows the call', async () => {
    await plain();
    const { executionId, permitId, digest } = await kit.gate.request({
      ...{ call, ref: { framework: 't', runId: 'r', callId: 'c' }, reason: 'because', batchId: 'b' },
      requester: { ...BOT, onBehalfOf: 'ann' },
    });
    const run = await kit.engine.executions.get({ executionId: executionId! });
    expect(run).toMatchObject({ initiatorId: 'ann', contributorIds: ['bot'], subject: { digest } });
    expect(run.idempotencyKey).toBe(`permit:${permitId}`);
    expect(run.triggerContext['permit']).toMatchObject({
      ...{
        permitId,
        digest,
        revision: 1,
        reason: 'because',
        batchId: 'b',
        requester: { principal: 'bot', onBehalfOf: 'ann' },
      },
      ...{ call: { ...call, target: null }, ref: { framework: 't', runId: 'r', callId: 'c', attempt: 1 } },
    });
  });

  test('that is deleted with its workspace is gone: the permit is denied', async () => {
    await plain();
    const asked = await kit.ask(call);
    const blind = kit.another({
      engine: overriding(kit.engine, { forWorkspace: () => kit.engine.forWorkspace('elsewhere') }),
    });
    expect(await blind.get({ permitId: asked.permitId })).toMatchObject({
      state: 'denied',
      code: 'run-gone',
    });
  });

  test('whose own agent fails grants nothing', async () => {
    const failing: DefinitionNode = {
      nodeId: 'act',
      type: 'agent',
      config: { agentId: '__mock__', urlPath: 'permit.nowhere' },
    };
    await gateOf([review(), failing, act('refuse')]);
    const asked = await kit.ask(call);
    await kit.answer(asked);
    expect(await after(asked)).toBe('denied: run-failed');
  });
});
