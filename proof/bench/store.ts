/** Cost of the engine on a database, against the floor, in turns. */
import { type Definition, createApprovalEngine } from '@org/approval-core';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openBenchStore, openFloor } from './floor.js';
import { STORE_GOALS } from './goals.js';
import { type Contestant, compare, inFlight, printRates, ratios, sized } from './harness.js';
import { profiled } from './profile.js';
import { note } from './report.js';

const REVIEW: Definition = {
  definitionId: 'review',
  name: 'Review',
  nodes: [
    {
      nodeId: 'review',
      type: 'human',
      config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject: { routeToNodeId: 'rework' } },
    },
    { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [],
};

/** Approvals of one contestant; each returns the ms until its decision was acknowledged. */
interface Approvals {
  readonly approve: () => Promise<number>;
  readonly close: () => Promise<void>;
}

export async function engineOn(url: string): Promise<Approvals> {
  const { store, close } = await openBenchStore(url);
  // One writer at a time: the next batch is prepared during a write.
  const batches = url.startsWith('sqlite:') ? { maxConcurrent: 2 } : {};
  const whole = createApprovalEngine({ store, batches });
  const engine = whole.forWorkspace(`bench-${crypto.randomUUID()}`);
  await engine.definitions.create(REVIEW);
  const triggerContext = { url: 'https://example.com/doc' };
  return {
    async approve() {
      const { executionId } = await engine.executions.dispatch({ definitionId: 'review', triggerContext });
      const began = performance.now();
      const stepId = 'step_review';
      await engine.steps.recordReviewerDecision({
        executionId,
        stepId,
        reviewerId: 'ann',
        decision: 'approve',
      });
      return performance.now() - began;
    },
    async close() {
      await whole.stop();
      await close();
    },
  };
}

/** Results of a round beside its rate. */
interface Round {
  readonly latencies: number[];
  /** Delay of the event loop in ms, 99th percentile. */
  loopDelayMs: number;
}

/** Latencies are kept per round; the first round warms up and is left out. */
function contestant(name: string, { approve }: Approvals, width: number): [Contestant, Round[]] {
  const rounds: Round[] = [];
  const prepare = () => {
    const round: Round = { latencies: [], loopDelayMs: 0 };
    rounds.push(round);
    return Promise.resolve(async (count: number) => {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      await inFlight(width, count, async () => void round.latencies.push(await approve()));
      delay.disable();
      round.loopDelayMs = delay.percentile(99) / 1e6;
    });
  };
  return [{ name, prepare }, rounds];
}

const at = (latencies: readonly number[], share: number): number =>
  latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * share)] ?? 0;

const ROUNDS = 5;
/** Concurrency, and approvals of a round of a second or more. */
const WIDTHS = [
  [1, 1_000],
  [32, 4_800],
  [256, 7_680],
] as const;
/** Approvals before measuring, as in a long-running process with compiled code and statements. */
const WARM_UP = 10_240;

export interface StoreOptions {
  /** Only this concurrency. */
  readonly only?: number | undefined;
  readonly profile?: string | undefined;
}

const kindOf = (url: string): keyof typeof STORE_GOALS => {
  if (url.startsWith('sqlite:')) return 'sqlite';
  return url.startsWith('postgres') ? 'postgres' : 'mysql';
};

/** @param url `sqlite:FILE`, `postgres://…` or `mysql://…`. */
export async function benchStore(url: string, { only, profile }: StoreOptions): Promise<void> {
  const goals = STORE_GOALS[kindOf(url)];
  const [floor, engine] = [await openFloor(url), await engineOn(url)];
  for (const it of [floor, engine]) await inFlight(256, sized(WARM_UP), it.approve);
  for (const [width, count] of WIDTHS.filter(([it]) => only === undefined || it === only)) {
    const [bare, bareMs] = contestant(`floor, ${width} in flight`, floor, width);
    const [full, fullMs] = contestant(`engine, ${width} in flight`, engine, width);
    const measured = await compare([bare, full], count, ROUNDS);
    printRates(`Full approvals (dispatch, decision, end), ${width} in flight`, measured, 'approvals');
    const [bareRate, fullRate] = measured;
    if (!bareRate || !fullRate) continue;
    const quantiles = (all: Round[], share: number) => all.slice(1).map((it) => at(it.latencies, share));
    const delays = (all: Round[]) => all.slice(1).map((it) => it.loopDelayMs);
    note(
      `engine : floor, ${width} in flight`,
      '×',
      ratios(fullRate.rates, bareRate.rates),
      goals.rate[width],
    );
    for (const [name, all] of [
      ['floor', bareMs],
      ['engine', fullMs],
    ] as const) {
      note(`decision of the ${name}, p50`, 'ms', quantiles(all, 0.5));
      note(`decision of the ${name}, p99`, 'ms', quantiles(all, 0.99));
      const goal = name === 'engine' ? goals.loopDelay : undefined;
      note(`event loop delay of the ${name}, p99`, 'ms', delays(all), goal);
    }
    const p50 = ratios(quantiles(fullMs, 0.5), quantiles(bareMs, 0.5));
    note(`p50 of engine : floor, ${width} in flight`, '×', p50, goals.latency[width]);
  }
  if (profile !== undefined) await profiled(profile, () => inFlight(256, 5_000, () => engine.approve()));
  await floor.close();
  await engine.close();
}
