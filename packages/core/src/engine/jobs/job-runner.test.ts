import { createTestEngine, overriding } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import {
  type AgentFunction,
  type AgentRequest,
  type ApprovalStore,
  type EngineOptions,
  createApprovalEngine,
  createMemoryStore,
} from '../../index.js';
import { HEED_SIGNAL_MS } from './abandoned-calls.js';
import { CONTEXT, agent, edge, human, onStatus, rejectTo } from '../../test-support/run.js';

const DAY = 86_400_000;

/** An agent whose calls the test responds to itself. */
function manual() {
  const calls: { request: AgentRequest; respond: (passed: boolean) => void }[] = [];
  const call: AgentFunction = (request) =>
    new Promise((resolve) => calls.push({ request, respond: (passed) => resolve({ passed }) }));
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
    await kit.drain();
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
    const { dispatch, drain } = await started({ agents, jobs: { agentConcurrency: 2 } });
    for (let index = 0; index < 4; index++) await dispatch();
    expect(calls).toHaveLength(2);
    calls[0]!.respond(true);
    await drain();
    expect(calls).toHaveLength(3);
  });

  test('a worker that lives keeps its call, however long it takes', async () => {
    const { calls, agents } = manual();
    const { advance, drain, statuses } = await started({ agents, jobs: { leaseMs: 1_000 } });
    await advance(600_000);
    expect(calls).toHaveLength(1);
    calls[0]!.respond(true);
    await drain();
    expect(await statuses()).toEqual(['completed']);
  });

  test('when a worker dies, another calls again with the same attempt and key; the dead one cannot write', async () => {
    const store = createMemoryStore();
    const { calls, agents } = manual();
    // A worker that is as good as dead: it renews no lease, and its agent responds too late.
    let busy = false;
    const dying = overriding(store, {
      extendJobs: (held) => Promise.resolve(held.map(() => true)),
      async claimJobs(request) {
        if (busy) return { claimed: [], nextDueAt: null };
        const result = await store.claimJobs(request);
        busy = result.claimed.length > 0;
        return result;
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
    calls[0]!.respond(false);
    await first.drain();
    expect(await first.statuses()).toEqual(['running']);
    second.calls[0]!.respond(true);
    await first.drain();
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

describe('a call whose time is up gives its place back (contract section 8)', () => {
  /** An agent that hangs and ignores its signal, and the mock that waits behind it. */
  async function hanging() {
    const { calls, agents } = manual();
    const warnings: unknown[][] = [];
    const logger = { warn: (...of: unknown[]) => warnings.push(of), error: () => undefined };
    const store = createMemoryStore();
    const kit = createTestEngine({ store, agents, logger, jobs: { agentConcurrency: 2, leaseMs: 1_000 } });
    const limited = agent('a', 'manual');
    const nodes = [{ ...limited, config: { ...limited.config, agentMaxRuntimeMs: 5_000 } }];
    await kit.engine.definitions.create({
      definitionId: 'hung',
      name: 'Hung',
      nodes: nodes as never,
      edges: [],
    });
    await kit.engine.definitions.create({
      definitionId: 'mock',
      name: 'Mock',
      nodes: [agent('m')],
      edges: [],
    });
    const dispatch = async (definitionId: string) => {
      const dispatched = await kit.engine.executions.dispatch({ definitionId, triggerContext: CONTEXT });
      await kit.drain();
      return dispatched.executionId;
    };
    const statusOf = async (executionId: string) => (await kit.engine.executions.get({ executionId })).status;
    const hung = [await dispatch('hung'), await dispatch('hung')] as const;
    return { ...kit, calls, warnings, dispatch, statusOf, hung };
  }
  const running = (running: number, abandoned: number) => ({ agentCalls: { running, abandoned } });

  test('past agentMaxRuntimeMs, so that other agents are called', async () => {
    const { advance, dispatch, statusOf, engine, hung } = await hanging();
    const waiting = await dispatch('mock');
    expect(await statusOf(waiting)).toBe('pending');
    expect(engine.stats()).toMatchObject(running(2, 0));
    await advance(5_000);
    expect(await statusOf(hung[0])).toBe('failed');
    expect(await statusOf(waiting)).toBe('completed');
    expect(engine.stats()).toMatchObject(running(0, 2));
  });

  test('when its step has ended otherwise', async () => {
    const { dispatch, statusOf, engine, drain, hung } = await hanging();
    const waiting = await dispatch('mock');
    await engine.executions.cancel({ executionId: hung[0] });
    await drain();
    expect(await statusOf(waiting)).toBe('completed');
    expect(engine.stats()).toMatchObject(running(1, 1));
  });

  test('is reported when it ignores its signal, and counted until it ends', async () => {
    const { advance, calls, engine, drain, warnings } = await hanging();
    await advance(5_000);
    calls[0]!.respond(true);
    await drain();
    expect(engine.stats()).toMatchObject(running(0, 1));
    expect(warnings).toEqual([]);
    await advance(HEED_SIGNAL_MS);
    expect(warnings).toEqual([
      [expect.stringMatching(/agent "manual" runs on/), expect.objectContaining({ abandonedAgentCalls: 1 })],
    ]);
    calls[1]!.respond(true);
    await drain();
    expect(engine.stats()).toMatchObject(running(0, 0));
  });

  test('its late result changes nothing', async () => {
    const { advance, calls, drain, statusOf, hung } = await hanging();
    await advance(5_000);
    calls[0]!.respond(true);
    await drain();
    expect(await statusOf(hung[0])).toBe('failed');
  });

  test('neither idle nor stop waits for it', async () => {
    const { advance, engine } = await hanging();
    await advance(5_000);
    await engine.idle();
    await engine.stop();
    expect(engine.stats()).toMatchObject(running(0, 2));
  });
});

describe('jobs of other processes', () => {
  test('are found by polling on a shared store', async () => {
    const { calls, agents } = manual();
    const store: ApprovalStore = overriding(createMemoryStore(), { shared: true });
    const { clock, drain, ...kit } = createTestEngine({ store, agents, jobs: { pollMs: 1_000 } });
    const caller = createApprovalEngine({ store, clock, jobs: { run: false } });
    await caller.definitions.create({
      definitionId: 'flow',
      name: 'Flow',
      nodes: [agent('a', 'manual')],
      edges: [],
    });
    await caller.executions.dispatch({ definitionId: 'flow', triggerContext: CONTEXT });
    await drain();
    expect(calls).toHaveLength(0);
    await kit.advance(1_500);
    expect(calls).toHaveLength(1);
  });

  test('an engine with jobs disabled runs none', async () => {
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
    calls[0]!.respond(true);
    await stopped;
    expect(await statuses()).toEqual(['completed']);
    await dispatch();
    expect(calls).toHaveLength(1);
  });

  test('waits for a claim under way, whose jobs the next process has at once', async () => {
    const memory = createMemoryStore();
    const { calls, agents } = manual();
    let holds = false;
    let answer: (() => void) | undefined;
    const store = overriding<ApprovalStore>(memory, {
      claimJobs: async (request) => {
        const claimed = await memory.claimJobs(request);
        if (holds && request.kinds.includes('agent-call')) await new Promise<void>((go) => (answer = go));
        return claimed;
      },
    });
    const { engine, clock, dispatch } = await started({ store, agents });
    calls[0]!.respond(true);
    await engine.idle();
    holds = true;
    const dispatched = dispatch();
    await expect.poll(() => answer).toBeDefined();
    let hasStopped = false;
    const stopped = engine.stop({ graceMs: 60_000 }).then(() => (hasStopped = true));
    await Promise.resolve();
    expect(hasStopped).toBe(false);
    answer?.();
    await stopped;
    await dispatched;
    expect(calls).toHaveLength(1);
    const next = manual();
    const successor = createApprovalEngine({ store: memory, clock, agents: next.agents });
    await successor.idle({ exceptAgents: true });
    expect(next.calls).toHaveLength(1);
  });

  test('costs no attempt of a step whose agent is aborted', async () => {
    const aborting: AgentFunction = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('aborted'));
        });
      });
    const once = { ...agent('a', 'manual'), retry: { maximumAttempts: 1 } } as never;
    const { engine, drain, statuses } = await started({ agents: { manual: aborting } }, [once]);
    await engine.stop({ graceMs: 0 });
    await drain();
    expect(await statuses()).toEqual(['running']);
  });

  test('aborts what is under way, and holds no lease, also when the store takes no job back', async () => {
    const sound = createMemoryStore();
    let renewals = 0;
    const store = overriding(sound, {
      releaseJobs: () => Promise.reject(new Error('the database is down')),
      extendJobs: (...given) => {
        renewals += 1;
        return sound.extendJobs(...given);
      },
    });
    const warned: string[] = [];
    const logger = { warn: (line: string) => warned.push(line), error: () => undefined };
    const { calls, agents } = manual();
    const { engine, advance } = await started({ store, agents, logger });
    await engine.stop({ graceMs: 0 });
    expect(calls[0]!.request.signal.aborted).toBe(true);
    expect(warned).toContain('jobs could not be given back; others have them when their leases end');
    await advance(DAY);
    expect(renewals).toBe(0);
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
