/** Reading executions. */
import type {
  ExecutionQuery,
  ExecutionStore,
  ExecutionSummary,
  KnownExecution,
  Page,
  PageRequest,
} from '@org/approval-core/store';
import type { RowOf } from '../schema/tables.js';
import { read } from '../sql/retry.js';
import { selectRows } from '../schema/statements.js';
import { sql } from '../sql/dialect.js';
import { commit } from './commit/commit.js';
import { type StoreContext, roundedUp } from './context.js';
import { executionBytes, loadExecutions } from './read/load.js';
import { conditions } from './read/execution-conditions.js';
import { areParties } from './read/parties.js';
import { type Listing, listPage } from './read/page.js';
import { readEvents } from './read/events.js';
import type { QueueScans } from './jobs/queue-scans.js';
import { newJobRows } from './commit/commit-rows.js';
import { deleteEnded } from './retention.js';
import { keyText, knownExecutionOf } from './rows/idempotency-keys.js';
import { userKey } from '../sql/user-key.js';
import { summaryOf } from './rows/executions.js';
import { listWaiting } from './read/waiting.js';
import { textKey } from './text-key.js';

export const executionStore = (context: StoreContext, scans: QueueScans): ExecutionStore => ({
  async commit(changes, hook) {
    const results = await commit(context, changes, hook);
    scans.written(() => changes.flatMap(newJobRows));
    return results;
  },
  loadExecutions: (keys) => loadExecutions(context, keys),
  executionBytes: (keys) => executionBytes(context, keys),
  findByIdempotencyKeys: (keys) => findByKeys(context, keys),
  areParties: (keys) => areParties(context, keys),
  readEvents: (query) => readEvents(context, query),
  listExecutions: (query, page) => listExecutions(context, query, page),
  countExecutions: (query, most) => countExecutions(context, query, most),
  listWaiting: (query, page) => listWaiting(context, query, page),
  deleteEnded: (request) => deleteEnded(context, request),
});

type SummaryRow = Pick<RowOf<'executions'>, 'execution_id' | 'created_at' | 'header' | 'body'>;

const listExecutions = (
  context: StoreContext,
  query: ExecutionQuery,
  page: PageRequest,
): Promise<Page<ExecutionSummary>> =>
  listPage<SummaryRow, ExecutionSummary>(
    context,
    {
      shape: { tag: 'x', types: ['number', 'string'] },
      ...(query.party === undefined ? ofAll(context, query) : ofParty(context, query, query.party)),
      direction: 'desc',
      position: (row) => [row.created_at, row.execution_id],
      item: summaryOf,
    },
    page,
  );

/** Source and order of a listing's rows. */
type Source = Pick<Listing<SummaryRow, ExecutionSummary>, 'from' | 'where' | 'order'>;

const ofAll = ({ names }: StoreContext, query: ExecutionQuery): Source => ({
  from: `select execution_id, created_at, header, body from ${names.executions}`,
  where: conditions(query, ''),
  order: ['created_at', 'execution_id'],
});

/** Reads the executions of the user only, independent of the number of others. */
const ofParty = ({ names }: StoreContext, query: ExecutionQuery, userId: string): Source => ({
  from: `select p.execution_id, p.created_at, e.header, e.body from ${names.parties} p join ${names.executions} e
    on e.workspace_id = p.workspace_id and e.execution_id = p.execution_id`,
  where: [
    ['p.workspace_id = ?', query.workspaceId],
    ['p.user_key = ?', userKey(userId)],
    ...conditions(query, 'e.'),
  ],
  order: ['p.created_at', 'p.execution_id'],
});

/** Counts along the index of the listing, up to the given limit. */
async function countExecutions(context: StoreContext, query: ExecutionQuery, most: number): Promise<number> {
  const { where } = query.party === undefined ? ofAll(context, query) : ofParty(context, query, query.party);
  const { names, driver } = context;
  const from =
    query.party === undefined
      ? names.executions
      : `${names.parties} p join ${names.executions} e
        on e.workspace_id = p.workspace_id and e.execution_id = p.execution_id`;
  const text = `select count(*) as found from (select 1 from ${from}
    where ${where.map(([condition]) => condition).join(' and ')} limit ${roundedUp(most)}) as counted`;
  const params = where.flatMap(([, ...values]) => values);
  const { rows } = await read(driver, (session) =>
    session.run(sql<{ found: number | string }>(text, params)),
  );
  return Math.min(most, Number(rows[0]?.found ?? 0));
}

async function findByKeys(
  context: StoreContext,
  keys: readonly { readonly workspaceId: string; readonly idempotencyKey: string }[],
): Promise<(KnownExecution | null)[]> {
  const wanted = keys.map(({ workspaceId, idempotencyKey }) => [workspaceId, idempotencyKey]);
  const rows = await read(context.driver, (session) =>
    selectRows(context, session, 'idempotency_keys', wanted),
  );
  const found = new Map(rows.map((row) => [keyText(row), knownExecutionOf(row)]));
  return wanted.map((key) => found.get(textKey(...key)) ?? null);
}
