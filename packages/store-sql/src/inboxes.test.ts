/** Inboxes of substitutes: steps that they may decide, page by page, at the cost of the page. */
import type { WaitingQuery } from '@org/approval-core/store';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVERYBODY, NEVER, personKey } from './store/rows/inbox.js';
import { insertRows, runAll } from './schema/statements.js';
import type { RowOf } from './schema/tables.js';
import { toJson } from './sql/json.js';
import type { StoreContext } from './store/context.js';
import { sqlStore } from './store/store.js';
import { listening, pagesOf } from './test-support/explain.js';
import { type TestDatabase, allServers, migrated } from './test-support/open.js';

/** A waiting step of one execution: its reviewers, and the seats that allow a substitute. */
interface Waits {
  readonly since: number;
  readonly due: number;
  readonly definition: string;
  readonly people: readonly { readonly name: string; readonly substitutes: boolean }[];
}

const idOf = (index: number): string => `exec_${String(index).padStart(6, '0')}`;

function rowsOf(workspace_id: string, { since, due, definition, people }: Waits, index: number) {
  const key = { workspace_id, execution_id: idOf(index) };
  const execution: RowOf<'executions'> = {
    ...key,
    seq: 4,
    status: 'running',
    definition_uid: definition,
    definition_id: definition,
    organization_id: null,
    document_id: null,
    created_at: index,
    ended_at: null,
    outcome: null,
    parent_execution_id: null,
    parent_step_id: null,
    sealed_secret: null,
    header: toJson({ executionId: key.execution_id } as never),
    body: toJson({} as never),
  };
  const step: RowOf<'steps'> = {
    ...key,
    step_id: 's',
    position: 0,
    status: 'waiting',
    body: toJson({ stepId: 's' } as never),
  };
  const inbox = [{ name: null, substitutes: false }, ...people].map(
    ({ name, substitutes }): RowOf<'inbox'> => ({
      ...key,
      step_id: 's',
      reviewer: name === null ? EVERYBODY : personKey(name),
      waiting_since: since,
      due_at: due,
      substitutes: substitutes ? 1 : 0,
    }),
  );
  return { execution, step, inbox };
}

async function fill(context: StoreContext, workspaceId: string, all: readonly Waits[]): Promise<void> {
  for (let start = 0; start < all.length; start += 1_024) {
    const rows = all.slice(start, start + 1_024).map((it, index) => rowsOf(workspaceId, it, start + index));
    await context.driver.transaction((session) =>
      runAll(context, session, [
        ...insertRows(
          context,
          'executions',
          rows.map((it) => it.execution),
        ),
        ...insertRows(
          context,
          'steps',
          rows.map((it) => it.step),
        ),
        ...insertRows(
          context,
          'inbox',
          rows.flatMap((it) => it.inbox),
        ),
      ]),
    );
  }
}

const waits: fc.Arbitrary<Waits> = fc.record({
  since: fc.nat(3),
  due: fc.oneof(fc.nat(3), fc.constant(NEVER)),
  definition: fc.constantFrom('a', 'b'),
  people: fc.uniqueArray(
    fc.record({ name: fc.constantFrom('sue', 'ann', 'bob', 'cay'), substitutes: fc.boolean() }),
    { selector: (it) => it.name },
  ),
});

type Asked = Pick<WaitingQuery, 'sort' | 'dueBefore' | 'definitionId'> & {
  readonly standsInFor: readonly string[];
};

const asked: fc.Arbitrary<Asked> = fc.record(
  {
    standsInFor: fc.uniqueArray(fc.constantFrom('ann', 'bob', 'cay'), { minLength: 1 }),
    sort: fc.constantFrom('waiting', 'due'),
    dueBefore: fc.integer({ min: 1, max: 4 }),
    definitionId: fc.constantFrom('a', 'b'),
  },
  { requiredKeys: ['standsInFor'] },
);

/** Steps that sue may decide, in order. */
function wanted(all: readonly Waits[], { standsInFor, sort, dueBefore, definitionId }: Asked): string[] {
  const place = ({ since, due }: Waits): number => (sort === 'due' ? due : since);
  return all
    .map((it, index) => ({ it, id: idOf(index) }))
    .filter(({ it: { people } }) =>
      people.some(({ name, substitutes }) => name === 'sue' || (substitutes && standsInFor.includes(name))),
    )
    .filter(({ it }) => dueBefore === undefined || it.due < dueBefore)
    .filter(({ it }) => definitionId === undefined || it.definition === definitionId)
    .sort((a, b) => place(a.it) - place(b.it) || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

let workspaces = 0;

describe.each(await allServers())('$name', (server) => {
  let database: TestDatabase;
  let context: StoreContext;
  beforeAll(async () => {
    database = await migrated(server);
    context = await database.connect();
  });
  afterAll(() => database.close());

  async function pages(query: WaitingQuery, limit: number): Promise<string[]> {
    const store = sqlStore(context);
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await store.listWaiting(query, { limit, cursor });
      if (page === 'bad-cursor') throw new Error('the cursor of a page was refused');
      found.push(...page.items.map(({ execution }) => execution.executionId));
      ({ cursor } = page);
    } while (cursor !== null);
    return found;
  }

  test('each step once and in order, across all inboxes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(waits, { maxLength: 12 }),
        asked,
        fc.integer({ min: 1, max: 5 }),
        async (all, query, limit) => {
          const workspaceId = `w${++workspaces}`;
          await fill(context, workspaceId, all);
          const found = await pages({ workspaceId, reviewerId: 'sue', ...query }, limit);
          expect(found).toEqual(wanted(all, query));
        },
      ),
      { numRuns: 40 },
    );
  }, 60_000);

  test('for as many people as anybody can stand in for', async () => {
    const workspaceId = 'many';
    const names = Array.from({ length: 500 }, (_, index) => `p${index}`);
    const all = names.map((name, index): Waits => ({
      since: 1_000 - index,
      due: NEVER,
      definition: 'a',
      people: [{ name, substitutes: true }],
    }));
    await fill(context, workspaceId, all);
    const found = await pages({ workspaceId, reviewerId: 'sue', standsInFor: names }, 200);
    expect(found).toEqual(names.map((_, index) => idOf(499 - index)));
  }, 60_000);

  test.runIf(server.name === 'PostgreSQL')(
    'a page costs what it holds, however much waits',
    async () => {
      const busy = (count: number): Waits[] =>
        Array.from({ length: count }, (_, index) => ({
          since: index,
          due: index,
          definition: 'a',
          people: [
            { name: 'ann', substitutes: true },
            { name: 'bob', substitutes: index % 2 === 0 },
          ],
        }));
      await fill(context, 'few', busy(60));
      await fill(context, 'full', busy(12_000));
      await database.query('analyze');
      const cost = async (workspaceId: string, sort: 'waiting' | 'due'): Promise<number> => {
        const { driver, sent } = listening(context.driver);
        const store = sqlStore({ ...context, driver });
        await store.listWaiting(
          { workspaceId, reviewerId: 'sue', standsInFor: ['ann', 'bob'], sort },
          { limit: 20, cursor: null },
        );
        let touched = 0;
        for (const it of sent.values()) touched += await pagesOf(context, it);
        return touched;
      };
      for (const sort of ['waiting', 'due'] as const) {
        const [few, full] = [await cost('few', sort), await cost('full', sort)];
        expect(few).toBeGreaterThan(0);
        expect(full).toBeLessThan(3 * few);
      }
    },
    60_000,
  );
});
