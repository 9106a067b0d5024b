/** What the engine costs on a database, against the floor, in turns. */
import { type Definition, createApprovalEngine } from '@org/approval-core';
import { openBenchStore, openFloor } from './floor.js';
import { type Contestant, compare, inFlight, median, printRates, ratio } from './harness.js';

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

/** Approvals of one contestant; each returns the milliseconds until its decision was acknowledged. */
interface Approvals {
  readonly approve: () => Promise<number>;
  readonly close: () => Promise<void>;
}

async function engineOn(url: string): Promise<Approvals> {
  const { store, close } = await openBenchStore(url);
  // One writer at a time: rounds that wait for each other are better one larger round.
  const batches = url.startsWith('sqlite:') ? { maxConcurrent: 1 } : {};
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

const at = (sorted: readonly number[], share: number): string =>
  (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2).padStart(8);

function contestant(name: string, { approve }: Approvals, width: number): [Contestant, number[]] {
  const latencies: number[] = [];
  const work = (count: number) => inFlight(width, count, async () => void latencies.push(await approve()));
  return [{ name, prepare: () => Promise.resolve(work) }, latencies];
}

const ROUNDS = 3;
/** In flight, and approvals of a round. */
const WIDTHS = [
  [1, 200],
  [32, 960],
  [256, 2_560],
] as const;

/** @param url `sqlite:FILE`, `postgres://…` or `mysql://…`. @param only One number in flight. */
export async function benchStore(url: string, only?: number): Promise<void> {
  const [floor, engine] = [await openFloor(url), await engineOn(url)];
  for (const [width, count] of WIDTHS.filter(([it]) => only === undefined || it === only)) {
    const [bare, bareMs] = contestant(`floor, ${width} in flight`, floor, width);
    const [full, fullMs] = contestant(`engine, ${width} in flight`, engine, width);
    const measured = await compare([bare, full], count, ROUNDS);
    printRates(`Full approvals (dispatch, decision, end), ${width} in flight`, measured, 'approvals');
    const [bareRate, fullRate] = measured;
    if (!bareRate || !fullRate) continue;
    console.log(`  engine : floor               ${ratio(fullRate.perSecond, bareRate.perSecond)}`);
    for (const [name, all] of [
      ['floor', bareMs],
      ['engine', fullMs],
    ] as const) {
      const sorted = all.toSorted((a, b) => a - b);
      console.log(`  decision, ${name.padEnd(18)} p50 ${at(sorted, 0.5)} ms   p99 ${at(sorted, 0.99)} ms`);
    }
    console.log(`  p50 of engine : floor        ${ratio(median(fullMs), median(bareMs))}`);
  }
  await floor.close();
  await engine.close();
}
