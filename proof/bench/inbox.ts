/** Cost of an inbox page with a million waiting steps, against the same page in a small store. */
import { type ApprovalEngine, createApprovalEngine } from '@org/approval-core';
import type { ListWaitingRequest } from '@org/approval-core/views';
import { openStore } from '@org/approval-store-sql/open';
import { copyRuns } from './copies.js';
import { INBOX_GOALS } from './goals.js';
import { inFlight, ratios, whole } from './harness.js';
import { note } from './report.js';

const PAGE = 50;
const ROUNDS = 15;
const ME = 'u7';
/** Dispatched by the engine; the others are copies of their rows. */
const DISPATCHED = 1_000;
const PEOPLE = 100;
const ITS_TABLES = ['executions', 'steps', 'inbox'];

interface Inbox {
  readonly engine: ApprovalEngine;
  readonly close: () => Promise<void>;
}

/** Creates runs that wait for two reviewers each, given by `peopleOf`. */
async function inboxOn(
  url: string,
  {
    tablePrefix,
    runs,
    peopleOf,
  }: { tablePrefix: string; runs: number; peopleOf: (index: number) => string[] },
): Promise<Inbox> {
  const { store, close } = await openStore(url, { tablePrefix });
  const engine = createApprovalEngine({ store, jobs: { run: false } });
  await engine.definitions.ensure({
    definitionId: 'review',
    name: 'Review',
    nodes: [
      {
        nodeId: 'review',
        type: 'human',
        slaMs: 86_400_000,
        config: {
          reviewers: [{ pool: { var: 'execution.input.people' }, count: 2, mandatory: true }],
          onReject: { routeToNodeId: 'rework' },
        },
      },
      { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
    ],
    edges: [{ from: 'review', to: 'rework', when: '{"op":"eq","args":[{"var":"step.status"},"breached"]}' }],
  });
  await inFlight(64, runs, (index) =>
    engine.executions.dispatch({ definitionId: 'review', triggerContext: { people: peopleOf(index) } }),
  );
  return {
    engine,
    async close() {
      await engine.stop();
      await close();
    },
  };
}

const PAGES: Readonly<Record<string, ListWaitingRequest>> = {
  'of one person': { reviewerId: ME, pageSize: PAGE },
  'of one person, by due time': { reviewerId: ME, sort: 'due', pageSize: PAGE },
  'of everybody': { pageSize: PAGE },
};

async function msOf(engine: ApprovalEngine, request: ListWaitingRequest): Promise<number> {
  const began = performance.now();
  const { items } = await engine.steps.listWaiting(request);
  const ms = performance.now() - began;
  if (items.length !== PAGE) throw new Error(`a page of ${items.length}`);
  return ms;
}

/** Cost of explaining why the rows of a page wait, in ms per row. */
async function explainMs(engine: ApprovalEngine): Promise<number> {
  const { items } = await engine.steps.listWaiting({ reviewerId: ME, pageSize: PAGE });
  const began = performance.now();
  for (const { executionId, stepId } of items) await engine.executions.explain({ executionId, stepId });
  return (performance.now() - began) / items.length;
}

/** @param url `sqlite:FILE` or `postgres://…`, an empty database. */
export async function benchInbox(url: string, steps = 1_000_000): Promise<void> {
  const many = await inboxOn(url, {
    tablePrefix: 'inbox_many_',
    runs: DISPATCHED,
    peopleOf: (index) => [`u${index % PEOPLE}`, `v${index % PEOPLE}`],
  });
  await copyRuns(url, {
    tables: ITS_TABLES.map((it) => `inbox_many_${it}`),
    times: Math.ceil(steps / DISPATCHED) - 1,
  });
  const few = await inboxOn(url, { tablePrefix: 'inbox_few_', runs: PAGE + 5, peopleOf: () => [ME, 'v7'] });
  console.log(`\nInboxes, ${whole(steps)} waiting steps against ${PAGE + 5}; a page of ${PAGE}`);
  for (const [name, request] of Object.entries(PAGES)) {
    const [slow, quick]: [number[], number[]] = [[], []];
    for (let round = -2; round < ROUNDS; round++) {
      const [full, small] = [await msOf(many.engine, request), await msOf(few.engine, request)];
      if (round < 0) continue;
      slow.push(full);
      quick.push(small);
    }
    note(`page ${name}`, 'ms', slow);
    note(`page ${name}, many : few`, '×', ratios(slow, quick), INBOX_GOALS.page);
  }
  const explained: number[] = [];
  for (let round = 0; round < 5; round++) explained.push(await explainMs(many.engine));
  note('explain, for each row of a page', 'ms', explained);
  await many.close();
  await few.close();
}
