/** What a page of an inbox costs with a million waiting steps, against the same page in a store that has little else. */
import { type ApprovalEngine, type ListWaitingRequest, createApprovalEngine } from '@org/approval-core';
import { openStore } from '@org/approval-store-sql/open';
import Database from 'libsql';
import pg from 'pg';
import { INBOX_GOALS } from './goals.js';
import { inFlight, ratios, whole } from './harness.js';
import { note } from './report.js';

const PAGE = 50;
const ROUNDS = 15;
const ME = 'u7';
/** Dispatched by the engine; the others are copies of their rows. */
const DISPATCHED = 1_000;
const PEOPLE = 100;
const ITS_TABLES = ['executions', 'steps', 'inbox'] as const;

/** Runs statements beside the engine. */
interface Sql {
  readonly run: (text: string) => Promise<void>;
  readonly columns: (table: string) => Promise<string[]>;
  readonly copies: (count: number) => string;
  readonly close: () => Promise<void>;
}

async function openSql(url: string): Promise<Sql> {
  if (url.startsWith('sqlite:')) {
    const database = new Database(url.slice('sqlite:'.length));
    database.pragma('synchronous = off');
    // The indexes of a million rows are written in no order: they have to be in memory meanwhile.
    database.pragma('cache_size = -1000000');
    return {
      run: async (text) => void database.exec(text),
      columns: async (table) =>
        (database.prepare(`select name from pragma_table_info('${table}')`).all() as { name: string }[]).map(
          (it) => it.name,
        ),
      copies: (count) =>
        `(with recursive c(copy) as (select 1 union all select copy + 1 from c where copy < ${count}) select copy from c)`,
      close: async () => {
        database.close();
      },
    };
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    run: async (text) => {
      await client.query(text);
    },
    columns: async (table) => {
      const { rows } = await client.query<{ name: string }>(
        'select column_name as name from information_schema.columns where table_name = $1',
        [table],
      );
      return rows.map((it) => it.name);
    },
    copies: (count) => `(select copy from generate_series(1, ${count}) as g(copy))`,
    close: () => client.end(),
  };
}

interface Inbox {
  readonly engine: ApprovalEngine;
  readonly close: () => Promise<void>;
}

/** Runs that wait for two people each; `peopleOf` says whom. */
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

/** Copies of all rows, each waiting a little later than the one before, until there are so many. */
async function multiply(url: string, prefix: string, steps: number): Promise<void> {
  const sql = await openSql(url);
  const copied: Record<string, string> = {
    execution_id: "execution_id || '-' || copy",
    created_at: 'created_at + copy',
    waiting_since: 'waiting_since + copy',
    due_at: 'due_at + copy',
  };
  for (const table of ITS_TABLES) {
    const name = prefix + table;
    const columns = await sql.columns(name);
    await sql.run(
      `insert into ${name} (${columns.join()}) select ${columns.map((it) => copied[it] ?? it).join()}
       from ${name}, ${sql.copies(Math.ceil(steps / DISPATCHED) - 1)} as copies where true`,
    );
  }
  await sql.run('analyze');
  await sql.close();
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

/** What it takes to say of each row of a page why it waits, in ms a row. */
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
  await multiply(url, 'inbox_many_', steps);
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
