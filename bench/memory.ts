/** What the engine costs on the store in memory: the engine itself, with nothing to wait for. */
import {
  type ApprovalEngine,
  type Definition,
  type JsonObject,
  createApprovalEngine,
  createMemoryStore,
} from '@org/approval-core';
import { MEMORY_GOALS } from './goals.js';
import { type Contestant, compare, inFlight, printRates, ratios, sized } from './harness.js';
import { note } from './report.js';

const reviewBy = (reviewers: readonly string[]): Definition => ({
  definitionId: 'review',
  name: 'Review',
  nodes: [
    {
      nodeId: 'review',
      type: 'human',
      config: {
        reviewers: reviewers.map((userId) => ({ userId, mandatory: true })),
        onReject: { routeToNodeId: 'rework' },
      },
    },
    { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [],
});

const CONTEXT: JsonObject = { url: 'https://example.com/doc' };
const STEP = 'step_review';

async function engineWith(definition: Definition): Promise<ApprovalEngine> {
  const engine = createApprovalEngine({ store: createMemoryStore() });
  await engine.definitions.create(definition);
  return engine;
}

async function start(engine: ApprovalEngine): Promise<string> {
  return (await engine.executions.dispatch({ definitionId: 'review', triggerContext: CONTEXT })).executionId;
}

const approve = (engine: ApprovalEngine, executionId: string, reviewerId: string) =>
  engine.steps.recordReviewerDecision({ executionId, stepId: STEP, reviewerId, decision: 'approve' });

/** Dispatch, decision, end. */
const approvals = (width: number): Contestant => ({
  name: `engine, ${width} in flight`,
  async prepare() {
    const engine = await engineWith(reviewBy(['ann']));
    return async (count) => {
      await inFlight(width, count, async () => approve(engine, await start(engine), 'ann'));
      await engine.stop();
    };
  },
});

/** The same rows in plain maps: what a program without any engine would keep. */
const floor = (width: number): Contestant => ({
  name: `floor, ${width} in flight`,
  prepare() {
    const executions = new Map<string, object>();
    const events = new Map<string, object[]>();
    const event = (executionId: string, seq: number, type: string, data: object) => ({
      eventId: crypto.randomUUID(),
      executionId,
      seq,
      type,
      timestamp: Date.now(),
      data,
    });
    const one = async () => {
      const executionId = crypto.randomUUID();
      const review = { stepId: STEP, status: 'waiting', output: null };
      await Promise.resolve();
      executions.set(executionId, {
        executionId,
        status: 'running',
        context: { ...CONTEXT },
        steps: [review],
      });
      events.set(executionId, [
        event(executionId, 1, 'dispatched', {}),
        event(executionId, 2, 'awaiting', {}),
      ]);
      await Promise.resolve();
      const output = { decision: 'approve', decisions: [{ reviewerId: 'ann', decision: 'approve' }] };
      executions.set(executionId, {
        ...executions.get(executionId),
        status: 'completed',
        steps: [{ ...review, status: 'completed', output }],
      });
      events
        .get(executionId)
        ?.push(event(executionId, 3, 'completed', output), event(executionId, 4, 'ended', {}));
    };
    return Promise.resolve((count: number) => inFlight(width, count, one));
  },
});

const FIFTY = Array.from({ length: 50 }, (_, index) => `u${index}`);

/** Fifty reviewers answer one step at once. */
const decisions: Contestant = {
  name: '50 reviewers on one step',
  async prepare() {
    const engine = await engineWith(reviewBy(FIFTY));
    const ids: string[] = [];
    for (let index = 0; index < 400; index++) ids.push(await start(engine));
    return async (count) => {
      await inFlight(4, count / FIFTY.length, (index) =>
        Promise.all(FIFTY.map((reviewerId) => approve(engine, ids[index] as string, reviewerId))),
      );
      await engine.stop();
    };
  },
};

/** A chain of agents that pass at once. */
const chain = (length: number): Contestant => ({
  name: `a run of ${length} steps`,
  async prepare() {
    const nodes = Array.from({ length }, (_, index) => `n${index}`);
    const engine = await engineWith({
      definitionId: 'review',
      name: 'Chain',
      nodes: nodes.map((nodeId) => ({
        nodeId,
        type: 'agent',
        config: { agentId: '__mock__', urlPath: 'url' },
      })),
      edges: nodes.slice(1).map((to, index) => ({ from: nodes[index] as string, to })),
    });
    return async (count) => {
      for (let index = 0; index < count; index++) {
        await start(engine);
        await engine.idle();
      }
      await engine.stop();
    };
  },
});

async function bytesPerWaitingRun(): Promise<number[]> {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('run with --expose-gc');
  const measured: number[] = [];
  const runs = sized(20_000);
  for (let round = 0; round < 3; round++) {
    const engine = await engineWith(reviewBy(['ann']));
    gc();
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < runs; index++) await start(engine);
    gc();
    measured.push((process.memoryUsage().heapUsed - before) / runs);
    await engine.stop();
  }
  return measured;
}

export async function benchMemory(): Promise<void> {
  for (const width of [1, 32, 256]) {
    const measured = await compare([floor(width), approvals(width)], 10_000);
    printRates(`Full approvals (dispatch, decision, end), ${width} in flight`, measured, 'approvals');
    const [bare, engine] = measured;
    if (bare && engine) note(`engine : floor, ${width} in flight`, '×', ratios(engine.rates, bare.rates));
  }
  const hot = await compare([decisions], 20_000);
  printRates('Decisions', hot, 'decisions');
  for (const { name, rates } of hot) note(name, 'decisions/s', rates);
  const chains = await compare([chain(5), chain(100)], 200);
  printRates('Runs by length', chains, 'runs');
  const [short, long] = chains;
  if (short && long)
    note('a 100-step run against one of 5', '×', ratios(short.rates, long.rates), MEMORY_GOALS.hundredSteps);
  console.log('\nMemory');
  note('a waiting run', 'bytes', await bytesPerWaitingRun(), MEMORY_GOALS.waitingRun);
}
