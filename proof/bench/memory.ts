/** Cost of the engine on the store in memory, without any I/O. */
import {
  type ApprovalEngine,
  type Definition,
  type JsonObject,
  createApprovalEngine,
  createMemoryStore,
} from '@org/approval-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { itemAt } from '@org/approval-internal/lists';
import { MEMORY_GOALS } from './goals.js';
import { type Contestant, compare, inFlight, printRates, ratios, sized, whole } from './harness.js';
import { note } from './report.js';
import { reviewBy } from './review.js';

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

/** The same rows in plain maps, like a program without an engine. */
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

/** Fifty reviewers decide one step at once. */
const decisions: Contestant = {
  name: '50 reviewers on one step',
  async prepare() {
    const engine = await engineWith(reviewBy(FIFTY));
    const ids: string[] = [];
    for (let index = 0; index < 400; index++) ids.push(await start(engine));
    return async (count) => {
      await inFlight(4, count / FIFTY.length, (index) =>
        Promise.all(FIFTY.map((reviewerId) => approve(engine, itemAt(ids, index), reviewerId))),
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
      edges: nodes.slice(1).map((to, index) => ({ from: itemAt(nodes, index), to })),
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

/** A run of 1,000 steps: fifty in a loop of twenty, since the reviewer rejects. */
const thousand: Contestant = {
  name: 'a run of 1,000 steps',
  async prepare() {
    const agents = Array.from({ length: 49 }, (_, index) => `n${index}`);
    const edges = [...agents, 'review'];
    const engine = await engineWith({
      definitionId: 'review',
      name: 'Loop',
      nodes: [
        ...agents.map((nodeId) => ({
          ...{ nodeId, type: 'agent' as const, config: { agentId: '__mock__', urlPath: 'url' } },
        })),
        {
          nodeId: 'review',
          type: 'human',
          config: {
            reviewers: [{ userId: 'ann', mandatory: true }],
            onReject: { loopBack: { toNodeId: 'n0', maxIterations: 20 } },
          },
        },
      ],
      edges: edges.slice(1).map((to, index) => ({ from: itemAt(edges, index), to })),
    });
    return async (count) => {
      for (let index = 0; index < count; index++) await sentBack(engine, await start(engine));
      await engine.stop();
    };
  },
};

async function sentBack(engine: ApprovalEngine, executionId: string): Promise<void> {
  for (let iteration = 1; iteration <= 20; iteration++) {
    await engine.idle();
    const { items } = await engine.steps.listWaiting({ reviewerId: 'ann' });
    const { stepId } = items[0] ?? { stepId: '' };
    const decision = iteration === 20 ? 'approve' : 'reject';
    await engine.steps.recordReviewerDecision({ executionId, stepId, reviewerId: 'ann', decision });
  }
}

const MEGABYTE = 2 ** 20;

/** Memory while runs are created, decided by fifty, and deleted after their end. */
async function growth(decisions: number): Promise<void> {
  const engine = createApprovalEngine({
    store: createMemoryStore(),
    retention: { endedMs: 200, keysMs: 200, everyMs: 100, batchSize: 1_000 },
  });
  await engine.definitions.create(reviewBy(FIFTY));
  const sizes: number[] = [];
  for (let part = 0; part < 10; part++) {
    await inFlight(4, decisions / 10 / FIFTY.length, async () => {
      const executionId = await start(engine);
      await Promise.all(FIFTY.map((reviewerId) => approve(engine, executionId, reviewerId)));
    });
    await sleep(500);
    globalThis.gc?.();
    sizes.push(process.memoryUsage().rss / MEGABYTE);
  }
  await engine.stop();
  note(`memory while ${whole(decisions)} decisions are made`, 'MB', sizes);
  const third = sizes[3] ?? NaN;
  note('memory at the end : after four tenths', '×', [(sizes.at(-1) ?? NaN) / third], MEMORY_GOALS.growth);
}

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

/** @param growingBy decisions that the memory of the process is looked at for. */
export async function benchMemory(growingBy = 500_000): Promise<void> {
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
  const loops = await compare([chain(5), thousand], 20);
  printRates('A run of 1,000 steps', loops, 'runs');
  const [five, many] = loops;
  if (five && many)
    note(
      'a 1,000-step run against one of 5',
      '×',
      ratios(five.rates, many.rates),
      MEMORY_GOALS.thousandSteps,
    );
  console.log('\nMemory');
  await growth(sized(growingBy));
  note('a waiting run', 'bytes', await bytesPerWaitingRun(), MEMORY_GOALS.waitingRun);
}
