import { createTestEngine, overriding } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import {
  type AgentFunction,
  type AgentRequest,
  type ApprovalStore,
  type EngineOptions,
  createApprovalEngine,
  createMemoryStore,
} from '../index.js';
import { CONTEXT, agent, edge, human, onStatus, rejectTo } from '../test-support/run.js';

const DAY = 86_400_000;

/** An agent whose calls the test answers itself. */
function manual() {
  const calls: { request: AgentRequest; answer: (passed: boolean) => void }[] = [];
  const call: AgentFunction = (request) =>
    new Promise((resolve) => calls.push({ request, answer: (passed) => resolve({ passed }) }));
  return { calls, agents: { manual: call } };
}

async function started(
  options: Partial<EngineOptions>,
  nodes = [agent('a', 'manual')],
  edges: object[] = [],
) {
  const kit = createTestEngine(options);
  await kit.engine.definitions.create({ definitionId: 'flow', name: 'Flow', nodes, edges: edges as never });
  const dispatch = async () => {
    const { executionId } = await kit.engine.executions.dispatch({
      definitionId: 'flow',
      triggerContext: CONTEXT,
    });
    await kit.settle();
    return executionId;
  };
  const executionId = await dispatch();
  const statuses = async () =>
    (await kit.engine.executions.get({ executionId })).steps.map((it) => it.status);
  return { ...kit, executionId, dispatch, statuses };
}

describe('deadlines', () => {
  const review = human('review', 'ann', { ...rejectTo('rework'), slaMs: 300 * DAY });
  const edges = [edge('review', 'rework', onStatus('breached'))];

  test('may be months away', async () => {
    const { advance, statuses } = await started({}, [review, agent('rework')], edges);
    await advance(300 * DAY - 1);
    expect(await statuses()).toEqual(['waiting']);
    await advance(1);
    expect(await statuses()).toEqual(['breached', 'completed']);
  });

  test('are kept when the clock is set forward', async () => {
    const { clock, advance, statuses } = await started({}, [review, agent('rework')], edges);
    clock.jump(400 * DAY);
    await advance(0);
    expect(await statuses()).toEqual(['breached', 'completed']);
  });

  test('are not missed because every agent is busy', async () => {
    const { agents } = manual();
    const nodes = [review, agent('rework'), agent('a', 'manual'), agent('b', 'manual')];
    const options = { agents, jobs: { agentConcurrency: 2 } };
    const { advance, engine, executionId } = await started(
      options,
      nodes.map((it) =>
        it.type === 'agent' && it.nodeId !== 'rework'
          ? { ...it, config: { ...it.config, agentMaxRuntimeMs: DAY } }
          : it,
      ),
      edges,
    );
    await advance(300 * DAY);
    const { steps } = await engine.executions.get({ executionId });
    expect(steps.find((it) => it.nodeId === 'review')?.status).not.toBe('waiting');
  });
});

describe('agent calls', () => {
  test('no more are under way than allowed; the others wait for their turn', async () => {
    const { calls, agents } = manual();
    const { dispatch, settle } = await started({ agents, jobs: { agentConcurrency: 2 } });
    for (let index = 0; index < 4; index++) await dispatch();
    expect(calls).toHaveLength(2);
    calls[0]!.answer(true);
    await settle();
    expect(calls).toHaveLength(3);
  });

  test('a worker that lives keeps its call, however long it takes', async () => {
    const { calls, agents } = manual();
    const { advance, settle, statuses } = await started({ agents, jobs: { leaseMs: 1_000 } });
    await advance(600_000);
    expect(calls).toHaveLength(1);
    calls[0]!.answer(true);
    await settle();
    expect(await statuses()).toEqual(['completed']);
  });

  test('when a worker dies, another calls again with the same attempt and key; the dead one cannot write', async () => {
    const store = createMemoryStore();
    const { calls, agents } = manual();
    // A worker that is as good as dead: its leases are not renewed, and its agent answers too late.
    let busy = false;
    const dying = overriding(store, {
      extendJobs: (held) => Promise.resolve(held.map(() => true)),
      async claimJobs(request) {
        if (busy) return { claimed: [], nextDueAt: null };
        const answer = await store.claimJobs(request);
        busy = answer.claimed.length > 0;
        return answer;
      },
    });
    const first = await started({ store: dying, agents, jobs: { leaseMs: 1_000 } });
    const second = manual();
    const survivor = createApprovalEngine({
      store,
      clock: first.clock,
      agents: second.agents,
      jobs: { leaseMs: 1_000 },
    });
    await first.advance(999);
    expect(second.calls).toHaveLength(0);
    await first.advance(2);
    await survivor.idle({ exceptAgents: true });
    expect(second.calls).toHaveLength(1);
    const keys = [calls[0]!, second.calls[0]!].map(({ request }) => [
      request.attempt,
      request.idempotencyKey,
    ]);
    expect(keys[0]).toEqual(keys[1]);
    calls[0]!.answer(false);
    await first.settle();
    expect(await first.statuses()).toEqual(['running']);
    second.calls[0]!.answer(true);
    await first.settle();
    await survivor.idle();
    const { steps } = await first.engine.executions.get({ executionId: first.executionId });
    expect(steps[0]?.output).toMatchObject({ agentExecutionStatus: 'passed' });
  });

  test('a lease that is lost aborts the call', async () => {
    const { calls, agents } = manual();
    const store = createMemoryStore();
    let lost = false;
    const losing = overriding(store, {
      extendJobs: (claims, lease) =>
        lost ? Promise.resolve(claims.map(() => false)) : store.extendJobs(claims, lease),
    });
    const { advance } = await started({ store: losing, agents, jobs: { leaseMs: 900 } });
    await advance(300);
    expect(calls[0]!.request.signal.aborted).toBe(false);
    lost = true;
    await advance(300);
    expect(calls[0]!.request.signal.aborted).toBe(true);
  });

  test('the end of the step aborts the call', async () => {
    const { calls, agents } = manual();
    const { engine, executionId } = await started({ agents });
    await engine.executions.cancel({ executionId });
    expect(calls[0]!.request.signal.aborted).toBe(true);
  });

  test('a store that fails for a while costs time, not the job', async () => {
    const { calls, agents } = manual();
    const store = createMemoryStore();
    let working = false;
    const down = () => Promise.reject(new Error('down'));
    const flaky: ApprovalStore = overriding(store, {
      claimJobs: (request) => (working ? store.claimJobs(request) : down()),
    });
    const logger = { warn: () => undefined, error: () => undefined };
    const { advance } = await started({ store: flaky, agents, logger });
    expect(calls).toHaveLength(0);
    working = true;
    await advance(10_000);
    expect(calls).toHaveLength(1);
  });
});

describe('jobs of other processes', () => {
  test('are found by polling on a shared store', async () => {
    const { calls, agents } = manual();
    const store: ApprovalStore = overriding(createMemoryStore(), { shared: true });
    const { clock, settle, ...kit } = createTestEngine({ store, agents, jobs: { pollMs: 1_000 } });
    const caller = createApprovalEngine({ store, clock, jobs: { run: false } });
    await caller.definitions.create({
      definitionId: 'flow',
      name: 'Flow',
      nodes: [agent('a', 'manual')],
      edges: [],
    });
    await caller.executions.dispatch({ definitionId: 'flow', triggerContext: CONTEXT });
    await settle();
    expect(calls).toHaveLength(0);
    await kit.advance(1_500);
    expect(calls).toHaveLength(1);
  });

  test('an engine that is told not to run jobs runs none', async () => {
    const { calls, agents } = manual();
    const { advance } = await started({ agents, jobs: { run: false } });
    await advance(DAY);
    expect(calls).toHaveLength(0);
  });
});

describe('stop', () => {
  test('waits for what is under way, and claims no more', async () => {
    const { calls, agents } = manual();
    const { engine, dispatch, statuses } = await started({ agents });
    const stopped = engine.stop();
    calls[0]!.answer(true);
    await stopped;
    expect(await statuses()).toEqual(['completed']);
    await dispatch();
    expect(calls).toHaveLength(1);
  });

  test('costs no attempt of a step whose agent is aborted', async () => {
    const aborting: AgentFunction = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('aborted'));
        });
      });
    const once = { ...agent('a', 'manual'), retry: { maximumAttempts: 1 } } as never;
    const { engine, settle, statuses } = await started({ agents: { manual: aborting } }, [once]);
    await engine.stop({ graceMs: 0 });
    await settle();
    expect(await statuses()).toEqual(['running']);
  });

  test('past its grace aborts the call and gives the job to the next process', async () => {
    const store = createMemoryStore();
    const { calls, agents } = manual();
    const { engine, clock } = await started({ store, agents });
    await engine.stop({ graceMs: 0 });
    expect(calls[0]!.request.signal.aborted).toBe(true);
    const next = manual();
    const successor = createApprovalEngine({ store, clock, agents: next.agents });
    await successor.idle({ exceptAgents: true });
    expect(next.calls).toHaveLength(1);
  });
});

describe('what makes no sense is refused when the engine is made', () => {
  test.each<[string, object, RegExp]>([
    ['no store', {}, /needs a store/],
    ['a store of another contract', { store: { contractVersion: 7 } }, /version 7 of the store contract/],
    [
      'the reserved agent',
      { store: createMemoryStore(), agents: { __mock__: () => ({ passed: true }) } },
      /reserved/,
    ],
    ['an agent that is no function', { store: createMemoryStore(), agents: { a: {} } }, /no function/],
  ])('%s', (_, options, message) => {
    expect(() => createApprovalEngine(options as EngineOptions)).toThrow(message);
  });
});
