/**
 * `npm run pressure`: throughput while a transaction stays open, so that nothing can be vacuumed.
 *
 *     npm run pressure -- --store postgres --minutes 15
 *
 * Two databases on the same machine take turns, one with such a transaction, so that other load
 * cancels out in their ratio. The ratio must not fall below 80 % of its initial value.
 */
import { type ApprovalEngine, createApprovalEngine } from '@org/approval-core';
import { openStore } from '@org/approval-store-sql/open';
import { parseArgs } from 'node:util';
import { HOLD } from './held-transaction.js';
import { STORES, type StoreName, startDatabase } from './servers.js';

const CALLERS = 8;
const TURN_MS = 5_000;
const LEAST = 0.8;
/** Share of the turns for the first and the last figure. */
const PART = 1 / 4;

const definition = {
  definitionId: 'pressure',
  name: 'Pressure',
  nodes: [
    {
      nodeId: 'review',
      type: 'human',
      config: {
        reviewers: [{ userId: 'ann', mandatory: true }],
        onReject: { routeToNodeId: 'publish' },
      },
    },
    { nodeId: 'publish', type: 'agent', config: { agentId: 'scan', urlPath: 'url' } },
  ],
  edges: [{ from: 'review', to: 'publish' }],
} as const;

interface Side {
  /** Runs that were started and decided in this time. */
  readonly turn: (ms: number) => Promise<number>;
  readonly url: string;
  readonly stop: () => Promise<void>;
}

async function sideOf(storeName: StoreName): Promise<Side> {
  const database = await startDatabase(storeName);
  const { store, close } = await openStore(database.url, { connections: CALLERS });
  const engine = createApprovalEngine({ store, agents: { scan: () => ({ passed: true }) } });
  await engine.definitions.create(definition as never);
  return {
    url: database.url,
    async turn(ms) {
      const end = Date.now() + ms;
      const counts = await Promise.all(Array.from({ length: CALLERS }, () => calls(engine, end)));
      return counts.reduce((sum, it) => sum + it, 0);
    },
    async stop() {
      await engine.stop();
      await close();
      await database.stop();
    },
  };
}

async function calls({ executions, steps }: ApprovalEngine, end: number): Promise<number> {
  let count = 0;
  while (Date.now() < end) {
    const { executionId } = await executions.dispatch({
      definitionId: definition.definitionId,
      triggerContext: { url: 'https://example.com' },
    });
    const answer = { reviewerId: 'ann', decision: 'approve' } as const;
    await steps.recordReviewerDecision({ executionId, stepId: 'step_review', ...answer });
    count += 1;
  }
  return count;
}

const sum = (list: readonly number[]): number => list.reduce((total, it) => total + it, 0);

interface Turns {
  readonly held: readonly number[];
  readonly free: readonly number[];
}

/** Throughput with the transaction relative to that without, at first and at last. */
export function ratios({ held, free }: Turns): { readonly first: number; readonly last: number } {
  const size = Math.max(1, Math.floor(held.length * PART));
  const ratio = (from: number, to?: number) => sum(held.slice(from, to)) / sum(free.slice(from, to));
  return { first: ratio(0, size), last: ratio(-size) };
}

async function pressure(store: StoreName, ms: number): Promise<Turns> {
  const sides: Side[] = [];
  try {
    const [held, free] = [await sideOf(store), await sideOf(store)] as const;
    sides.push(held, free);
    // Excludes warm-up work.
    await held.turn(TURN_MS);
    await free.turn(TURN_MS);
    const release = await HOLD[store](held.url);
    const turns: { readonly held: number[]; readonly free: number[] } = { held: [], free: [] };
    for (const end = Date.now() + ms; Date.now() < end;) {
      turns.held.push(await held.turn(TURN_MS));
      turns.free.push(await free.turn(TURN_MS));
    }
    await release();
    return turns;
  } finally {
    for (const side of sides) await side.stop();
  }
}

function optionsOf(): { readonly store: StoreName; readonly minutes: number } {
  const { values } = parseArgs({
    options: {
      store: { type: 'string', default: 'postgres' },
      minutes: { type: 'string', default: '15' },
    },
  });
  const store = STORES.find((it) => it === values.store);
  if (store === undefined)
    throw new Error(`--store: unknown store ${values.store}; use one of ${STORES.join()}`);
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && minutes <= 1_440)) throw new Error('--minutes must be above 0, and at most 1440');
  return { store, minutes };
}

async function main(): Promise<void> {
  const { store, minutes } = optionsOf();
  const turns = await pressure(store, minutes * 60_000);
  const { first, last } = ratios(turns);
  const perSecond = (list: readonly number[]) => Math.round(sum(list) / ((list.length * TURN_MS) / 1_000));
  const percent = Math.round((100 * last) / first);
  console.log(
    `${store}, ${minutes} minutes: ${sum(turns.held)} runs (${perSecond(turns.held)} a second) beside a transaction that is held open, ` +
      `${sum(turns.free)} (${perSecond(turns.free)} a second) without one.\n` +
      `Of the throughput without it: ${first.toFixed(2)} in the first quarter, ${last.toFixed(2)} in the last: ${percent} % of its start.`,
  );
  if (last < LEAST * first) process.exitCode = 1;
}

if (process.argv[1]?.endsWith('pressure.ts')) await main();
