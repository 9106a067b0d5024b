/** Cost of operations with a million ended and 100,000 waiting runs, against none. */
import { type ApprovalEngine, createApprovalEngine } from '@org/approval-core';
import { openStore } from '@org/approval-store-sql/open';
import { copyRuns } from './copies.js';
import { FULL_STORE_GOAL } from './goals.js';
import { SMALL, inFlight, ratios, whole } from './harness.js';
import { note } from './report.js';
import { reviewBy } from './review.js';

const ROUNDS = 15;
/** Calls of a round, whose times are added. */
const CALLS = 10;
const PAGE = 50;
/** Created by the engine; the others are copies of their rows. */
const [ENDED, WAITING] = [1_000, 100];
/** Without the feed, which is read by position. */
const ITS_TABLES = ['executions', 'steps', 'commits', 'parties', 'inbox'];

interface Opened {
  readonly engine: ApprovalEngine;
  readonly close: () => Promise<void>;
}

async function opened(url: string, tablePrefix: string): Promise<Opened> {
  const { store, close } = await openStore(url, { tablePrefix });
  const engine = createApprovalEngine({ store, jobs: { run: false } });
  await engine.definitions.ensure(reviewBy(['ann']));
  const end = async () => {
    await engine.stop();
    await close();
  };
  return { engine, close: end };
}

const dispatch = (engine: ApprovalEngine) =>
  engine.executions.dispatch({ definitionId: 'review', triggerContext: { url: 'https://example.com' } });

const approve = (engine: ApprovalEngine, executionId: string) =>
  engine.steps.recordReviewerDecision({
    ...{ executionId, stepId: 'step_review', reviewerId: 'ann', decision: 'approve' },
  });

/** Each operation gets waiting runs. */
const OPERATIONS: Readonly<
  Record<string, (engine: ApprovalEngine, executionId: string) => Promise<unknown>>
> = {
  dispatch,
  get: (engine, executionId) => engine.executions.get({ executionId }),
  'get events': (engine, executionId) => engine.executions.getEvents({ executionId }),
  'list a page': (engine) => engine.executions.list({ pageSize: PAGE }),
  'list a page that runs': (engine) => engine.executions.list({ status: 'running', pageSize: PAGE }),
  'page of an inbox': (engine) => engine.steps.listWaiting({ reviewerId: 'ann', pageSize: PAGE }),
  decision: approve,
};

async function msOf(engine: ApprovalEngine, name: string, ids: readonly string[]): Promise<number> {
  const began = performance.now();
  for (const executionId of ids) await OPERATIONS[name]?.(engine, executionId);
  return performance.now() - began;
}

/** @param url `sqlite:FILE` or `postgres://…`, an empty database. */
export async function benchFull(url: string, ended = 1_000_000): Promise<void> {
  const [many, few] = [await opened(url, 'full_many_'), await opened(url, 'full_few_')];
  await inFlight(64, ENDED + WAITING, async (index) => {
    const { executionId } = await dispatch(many.engine);
    if (index >= WAITING) await approve(many.engine, executionId);
  });
  const tables = ITS_TABLES.map((it) => `full_many_${it}`);
  await copyRuns(url, { tables, times: Math.ceil(ended / ENDED) - 1 });
  // A page of each, so that both pages are full.
  await inFlight(8, PAGE, () => dispatch(few.engine));
  console.log(`\nOperations with ${whole(ended)} ended and ${whole((ended / ENDED) * WAITING)} waiting runs`);
  for (const name of Object.keys(OPERATIONS)) {
    const [slow, quick]: [number[], number[]] = [[], []];
    for (let round = -2; round < (SMALL.isOn ? SMALL.rounds : ROUNDS); round++) {
      const times: number[] = [];
      for (const { engine } of [many, few]) {
        const ids: string[] = [];
        for (let call = 0; call < CALLS; call++) ids.push((await dispatch(engine)).executionId);
        times.push((await msOf(engine, name, ids)) / CALLS);
      }
      const [full = NaN, empty = NaN] = times;
      if (round < 0) continue;
      slow.push(full);
      quick.push(empty);
    }
    note(`${name}, full : empty`, '×', ratios(slow, quick), FULL_STORE_GOAL);
  }
  await many.close();
  await few.close();
}
