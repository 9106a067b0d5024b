/**
 * Every way to commit says and writes the same: the store in memory, the script of SQLite, the
 * function of PostgreSQL, the procedure of MariaDB, and statement by statement there.
 */
import { type ApprovalStore, createMemoryStore } from '@org/approval-core';
import type {
  Change,
  DeliveryResult,
  ExecutionKey,
  Page,
  WaitingStep,
  JobKey,
} from '@org/approval-core/store';
import type { ExecutionState } from '@org/approval-core/interpreter';
import { type StoreUnderTest, VirtualClock } from '@org/approval-testkit';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { type TableName, TABLES } from './schema/tables.js';
import { sql } from './sql/dialect.js';
import { type TestDatabase, allServers, migrated, openUnderTest } from './test-support/open.js';
import {
  type Creation,
  type Decision,
  type History,
  type Item,
  NOW,
  PEOPLE,
  created,
  decided,
  definitionOf,
  histories,
  uidOf,
} from './test-support/random-batches.js';

interface Way {
  readonly name: string;
  readonly open: () => Promise<StoreUnderTest>;
  /** Rows of these workspaces. */
  readonly rows: ((workspaces: readonly string[]) => Promise<unknown>) | null;
  /** Claims are not limited to a workspace. */
  readonly clear: () => Promise<unknown>;
}

const databases: TestDatabase[] = [];
afterAll(async () => void (await Promise.all(databases.map((it) => it.close()))));

async function wayOf(name: string, database: TestDatabase): Promise<Way> {
  databases.push(database);
  const own = await database.connect();
  return {
    name,
    open: () => openUnderTest(database),
    rows: (workspaces) => rowsOf(own, workspaces),
    clear: () => database.query(`delete from ${database.tablePrefix}jobs`),
  };
}

const statementByStatement = (database: TestDatabase): TestDatabase => ({
  ...database,
  connect: async () => ({ ...(await database.connect()), hasProcedure: false }),
});

async function memory(): Promise<StoreUnderTest> {
  const clock = new VirtualClock();
  return { store: createMemoryStore(), now: () => clock.now(), advance: (ms) => clock.advance(ms) };
}

const servers = await allServers();
const ways: Way[] = [
  { name: 'memory', open: memory, rows: null, clear: () => Promise.resolve() },
  ...(await Promise.all(servers.map(async (it) => wayOf(it.name, await migrated(it))))),
  ...(await Promise.all(
    servers
      .filter(({ name }) => name === 'MariaDB')
      .map(async (it) =>
        wayOf(`${it.name}, statement by statement`, statementByStatement(await migrated(it))),
      ),
  )),
];

const COMPARED = [
  ...['executions', 'steps', 'commits', 'jobs', 'deliveries', 'inbox', 'parties', 'idempotency_keys', 'feed'],
] as TableName[];

/** Rows of the tables, without values that each store generates. */
const rowsOf = (
  { driver, names }: Awaited<ReturnType<TestDatabase['connect']>>,
  workspaces: readonly string[],
): Promise<unknown> =>
  driver.read(async (session) => {
    const found: Record<string, string[]> = {};
    for (const table of COMPARED) {
      const columns = Object.keys(TABLES[table].columns).filter((it) => it !== 'token' && it !== 'position');
      const text = `select ${columns.join(', ')} from ${names[table]} where workspace_id in (?, ?)`;
      const { rows } = await session.run(sql<Record<string, unknown>>(text, workspaces));
      found[table] = rows.map((row) => JSON.stringify(columns.map((it) => row[it]))).sort();
    }
    return found;
  });

/** One store, and the tokens that it gave out: of each claim on a job, the newest last. */
interface Subject extends StoreUnderTest {
  readonly way: Way;
  readonly tokens: Map<string, string[]>;
}

const textOf = ({ workspaceId, executionId, stepId, kind }: JobKey): string =>
  JSON.stringify([workspaceId, executionId, stepId, kind]);

/** A change; each store adds its own tokens to its claims. */
interface Planned {
  readonly change: Omit<Change, 'claims'>;
  readonly claims: readonly { readonly job: JobKey; readonly isHeld: boolean; readonly finishes: boolean }[];
}

const withTokens = ({ change, claims }: Planned, { tokens }: Subject): Change => ({
  ...change,
  claims: claims.map(({ job, isHeld, finishes }) => {
    const known = tokens.get(textOf(job)) ?? [];
    return { job, finishes, token: (isHeld ? known.at(-1) : known.at(-2)) ?? 'another' };
  }),
});

async function commit(subject: Subject, batch: readonly Planned[]): Promise<unknown[]> {
  const results = await subject.store.commit(batch.map((it) => withTokens(it, subject)));
  return results.map((it) =>
    it.kind === 'lost-claims' ? { ...it, claims: it.claims.map(({ job }) => job) } : it,
  );
}

async function claim({ store, now, advance, tokens }: Subject, isLater: boolean): Promise<unknown> {
  if (isLater) await advance(3_600_000);
  const request = {
    kinds: ['agent-call', 'step-deadline', 'webhook-delivery'],
    now: now(),
    leaseMs: 1_000,
  } as const;
  const { claimed, nextDueAt } = await store.claimJobs({ ...request, limit: 500 });
  for (const { job, token } of claimed) tokens.set(textOf(job), [...(tokens.get(textOf(job)) ?? []), token]);
  return { nextDueAt, claimed: claimed.map(({ token: _, ...it }) => JSON.stringify(it)).sort() };
}

const KEYS = ['k', 'K', 'k:1', 'k.1'];
type Act = Extract<History[number], { kind: 'deliver' | 'redeliver' | 'hold' | 'retain' }>;

async function act(subject: Subject, step: Act, runs: readonly ExecutionState[][]): Promise<unknown> {
  const { store, now } = subject;
  if (step.kind === 'retain') {
    // Other histories have left runs and events as well: their number says nothing.
    if (step.of === 'feed') await store.trimFeed({ before: NOW + 1 });
    else await store.deleteEnded({ endedBefore: NOW + 1, keysBefore: NOW, limit: 10_000 });
    return null;
  }
  const run = runs[step.run % runs.length]?.at(-1);
  if (run === undefined) return null;
  const { workspaceId, executionId } = run;
  const jobOf = (kind: JobKey['kind'], stepId: string) => ({ workspaceId, executionId, kind, stepId });
  const claimOf = (job: JobKey, isHeld: boolean) => {
    const known = subject.tokens.get(textOf(job)) ?? [];
    return { job, token: (isHeld ? known.at(-1) : known.at(-2)) ?? 'another' };
  };
  if (step.kind === 'redeliver')
    return store.redeliver({ workspaceId, executionId, seq: step.seq, now: now() });
  if (step.kind === 'hold') {
    const claims = [jobOf('agent-call', 'step_scan'), jobOf('step-deadline', 'step_review')];
    return store[step.how](
      claims.map((it) => claimOf(it, step.isHeld)),
      { now: now(), leaseMs: 5_000 },
    );
  }
  const claim = claimOf(jobOf('webhook-delivery', ''), true);
  const [work] = await store.loadDeliveries([claim]);
  if (work == null) return null;
  const { delivery, event, following = [], execution, sealedSecret } = work;
  const due = [delivery, ...following.map((it) => it.delivery)].slice(0, step.went.length);
  const results = due.map(({ seq }, index): DeliveryResult => {
    const status = step.went[index] ?? 'delivered';
    const rest = { claim, seq, at: now(), lastStatus: 500, lastError: step.lastError };
    return status === 'pending'
      ? { ...rest, status, nextAttemptAt: now() + 1_000 * index }
      : { ...rest, status, nextAttemptAt: null };
  });
  const recorded = await store.recordDeliveryResults(results);
  return { delivery, event, following, of: nameOf(execution), sealedSecret, recorded };
}

const allOf = { limit: 500, cursor: null };
function inOrder<T>(page: Page<T>, textOf: (item: T) => string): string[] {
  if (page === 'bad-cursor') throw new Error(page);
  return page.items.map(textOf).sort();
}
const fieldsOf = (it: object): string => JSON.stringify(Object.entries(it).sort());
const nameOf = ({ workspaceId, executionId }: ExecutionKey): string =>
  JSON.stringify([workspaceId, executionId]);
const waitingOf = ({ execution, step }: WaitingStep): string => nameOf(execution) + fieldsOf(step);

/** All that the contract lets one read. */
async function readAll(
  store: ApprovalStore,
  workspaces: readonly string[],
  executions: readonly ExecutionKey[],
) {
  const ofWorkspace = async (workspaceId: string) => ({
    runs: inOrder(await store.listExecutions({ workspaceId }, allOf), (it) => nameOf(it) + it.seq),
    waiting: inOrder(await store.listWaiting({ workspaceId }, allOf), waitingOf),
    inboxes: await Promise.all(
      PEOPLE.map(async (reviewerId) =>
        inOrder(await store.listWaiting({ workspaceId, reviewerId }, allOf), waitingOf),
      ),
    ),
    deliveries: inOrder(await store.listDeliveries({ workspaceId }, allOf), fieldsOf),
    keys: (
      await store.findByIdempotencyKeys(KEYS.map((idempotencyKey) => ({ workspaceId, idempotencyKey })))
    ).map((it) => it && [it.executionId, it.correlationId, it.definitionId]),
    feed: (await store.readFeed({ workspaceId, after: 0, limit: 5_000 })).entries
      .map(({ position: _, ...it }) => fieldsOf(it))
      .sort(),
  });
  const all = { afterSeq: 0, limit: 1_000, externalOnly: false };
  return {
    states: await store.loadExecutions(executions),
    events: await Promise.all(executions.map((it) => store.readEvents({ ...it, ...all }))),
    jobs: (await store.listJobs?.(executions))?.map((jobs) => jobs.map((it) => textOf(it) + it.dueAt).sort()),
    parties: await store.areParties(executions.flatMap((it) => PEOPLE.map((userId) => ({ ...it, userId })))),
    workspaces: await Promise.all(workspaces.map(ofWorkspace)),
  };
}

/** Stored states of each execution. */
type Runs = Map<string, ExecutionState[]>;

let executions = 0;

function changeOf(
  item: Item,
  known: readonly ExecutionState[][],
  workspaces: readonly [string, string],
): Planned['change'] | null {
  if (item.kind === 'decide') return decided(item, known[item.run % known.length] ?? []);
  const [there] = known[0] ?? [];
  if (item.isAgain && there !== undefined)
    return created({ ...item, definition: 0, head: 'none', key: null }, there);
  return created(item, { workspaceId: workspaces[item.workspace], executionId: `exec-${++executions}` });
}

const keyOf = (item: Item): string => (item.kind === 'create' ? (item.key ?? '') : '');
/** If both key and definition refuse a creation, a store may report either. */
const standing = (item: Item): Item =>
  keyOf(item) === '' ? item : { ...(item as Creation), definition: 0, head: 'none' };

function planned(items: readonly Item[], runs: Runs, workspaces: readonly [string, string]): Planned[] {
  const known = [...runs.values()];
  const batch = new Map<string, Planned>();
  const keys = new Set<string>();
  for (const asked of items) {
    const item = keys.has(keyOf(asked)) ? standing(asked) : asked;
    keys.add(keyOf(item));
    const change = changeOf(item, known, workspaces);
    // No two changes of a batch are of one execution.
    if (change === null || batch.has(nameOf(change.state))) continue;
    batch.set(nameOf(change.state), {
      change,
      claims: item.kind === 'decide' ? claimsOf(item, change.state) : [],
    });
  }
  return [...batch.values()];
}

function claimsOf(
  { claims, finishes }: Decision,
  { workspaceId, executionId }: ExecutionState,
): Planned['claims'] {
  if (claims === 'none') return [];
  const scan = { workspaceId, executionId, stepId: 'step_scan', kind: 'agent-call' } as const;
  const deliveries = { workspaceId, executionId, stepId: 'step_review', kind: 'step-deadline' } as const;
  const second = { job: deliveries, isHeld: true, finishes: false };
  return [{ job: scan, isHeld: claims === 'held', finishes }, ...(finishes ? [] : [second])];
}

const RUN: Creation = {
  ...{ kind: 'create', workspace: 0, definition: 0, key: 'k', head: 'none', organizationId: null },
  ...{ documentId: null, isPushed: false, isAgain: false, secret: null, text: '' },
};

/** One key in two workspaces, judged one by one as another creation falls. */
const ONE_KEY_IN_TWO: History = [
  { kind: 'commit', items: [{ ...RUN, key: null, head: 'gone' }, { ...RUN, workspace: 1 }, RUN] },
];

async function inEach(
  subjects: readonly Subject[],
  ask: (subject: Subject) => Promise<unknown>,
): Promise<unknown> {
  const answers = await Promise.all(subjects.map(ask));
  for (const [index, answer] of answers.entries()) {
    expect(answer, `${subjects[index]?.way.name} and ${subjects[0]?.way.name}`).toEqual(answers[0]);
  }
  return answers[0];
}

let played = 0;

async function play(history: History, subjects: readonly Subject[]): Promise<void> {
  const runs: Runs = new Map();
  const name = `w${++played}`;
  // To a comparison that pads they are one.
  const workspaces = [name, `${name} `] as const;
  for (const workspaceId of workspaces) {
    for (const number of [0, 1])
      await inEach(subjects, ({ store }) => store.createDefinition(definitionOf(workspaceId, number)));
  }
  for (const step of history) {
    if (step.kind === 'claim') {
      await inEach(subjects, (it) => claim(it, step.isLater));
    } else if (step.kind === 'delete') {
      const workspaceId = workspaces[step.workspace];
      const ref = { workspaceId, uid: uidOf(workspaceId, step.definition) };
      await inEach(subjects, ({ store }) => store.deleteDefinition(ref));
    } else if (step.kind !== 'commit') {
      await inEach(subjects, (it) => act(it, step, [...runs.values()]));
    } else {
      const batch = planned(step.items, runs, workspaces);
      const results = (await inEach(subjects, (it) => commit(it, batch))) as { kind: string }[];
      for (const [index, { change }] of batch.entries()) {
        if (results[index]?.kind !== 'committed') continue;
        const name = nameOf(change.state);
        runs.set(name, [...(runs.get(name) ?? []), change.state]);
      }
    }
  }
  const last = [...runs.values()].flatMap((states) => states.slice(-1));
  const inTables = subjects.filter((it) => it.way.rows !== null);
  await inEach(inTables, async ({ way }) => way.rows?.(workspaces));
  await inEach(subjects, ({ store }) => readAll(store, workspaces, last));
}

test('every way to commit answers the same, and leaves the same behind', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const subjects = await Promise.all(
        ways.map(async (way) => ({ ...(await way.open()), way, tokens: new Map<string, string[]>() })),
      );
      try {
        await play(history, subjects);
      } finally {
        await Promise.all(ways.map((it) => it.clear()));
      }
    }),
    {
      examples: [[ONE_KEY_IN_TWO]],
      numRuns: Number(process.env['APPROVAL_HISTORIES'] ?? 25),
      plugins: [fc.interruptAfterTimeLimit(60_000)],
    },
  );
}, 90_000);
