/** Reading executions. */
import type {
  EventQuery,
  ExecutionKey,
  ExecutionQuery,
  ExecutionState,
  ExecutionStore,
  KnownExecution,
  StepState,
  WaitingQuery,
} from '@org/approval-core';
import type { Row, Value } from '../sql/dialect.js';
import { read } from '../sql/retry.js';
import { selectRows, sql } from '../sql/statements.js';
import { commit } from './commit.js';
import { type StoreContext, roundedUp, textKey } from './context.js';
import { listPage } from './page.js';
import { deleteEnded } from './retention.js';
import { eventOf, reviewerMark, stateOf, stepOf, summaryOf } from './state.js';

export const executionStore = (context: StoreContext): ExecutionStore => ({
  commit: (changes) => commit(context, changes),
  loadExecutions: (keys) => load(context, keys),
  findByIdempotencyKeys: (keys) => findByKeys(context, keys),
  readEvents: (query) => readEvents(context, query),
  listExecutions: (query, page) =>
    listPage(
      context,
      {
        shape: { tag: 'x', types: ['number', 'string'] },
        from: `select execution_id, created_at, header, body from ${context.names.executions}`,
        where: conditions(query, ''),
        order: ['created_at', 'execution_id'],
        direction: 'desc',
        place: (row) => [row['created_at'] as number, row['execution_id'] as string],
        item: summaryOf,
      },
      page,
    ),
  listWaiting: (query, page) =>
    listPage(
      context,
      {
        shape: { tag: 'w', types: ['number', 'string', 'string'] },
        from: `select s.execution_id, s.step_id, s.waiting_since, s.body as step, e.header, e.body
          from ${context.names.steps} s join ${context.names.executions} e
          on e.workspace_id = s.workspace_id and e.execution_id = s.execution_id`,
        where: waitingConditions(context, query),
        order: ['s.waiting_since', 's.execution_id', 's.step_id'],
        direction: 'asc',
        place: (row) => [
          row['waiting_since'] as number,
          row['execution_id'] as string,
          row['step_id'] as string,
        ],
        item: (row) => ({ execution: summaryOf(row), step: JSON.parse(row['step'] as string) as StepState }),
      },
      page,
    ),
  deleteEnded: (request) => deleteEnded(context, request),
});

type Condition = [string, ...Value[]];

function conditions(query: ExecutionQuery, table: string): Condition[] {
  const { workspaceId, definitionId, status, organizationId, documentId } = query;
  const all: [string, string | undefined][] = [
    ['workspace_id', workspaceId],
    ['definition_id', definitionId],
    ['status', status],
    ['organization_id', organizationId],
    ['document_id', documentId],
  ];
  return all.flatMap(([column, value]): Condition[] =>
    value === undefined ? [] : [[`${table}${column} = ?`, value]],
  );
}

function waitingConditions({ dialect }: StoreContext, { reviewerId, ...query }: WaitingQuery): Condition[] {
  const scope = conditions({ ...query, workspaceId: query.workspaceId }, 'e.');
  const find = dialect.name === 'postgres' ? 'strpos' : 'instr';
  return [
    ['s.workspace_id = ?', query.workspaceId],
    ['s.waiting_since is not null'],
    ...scope,
    ...(reviewerId === undefined
      ? []
      : [[`${find}(s.waiting_for, ?) > 0`, reviewerMark(reviewerId)] as Condition]),
  ];
}

/**
 * In one statement, and so of one instant: an execution whose steps are read a moment later would be a state that
 * never was.
 */
async function load(
  context: StoreContext,
  keys: readonly ExecutionKey[],
): Promise<(ExecutionState | null)[]> {
  const { dialect, names, driver } = context;
  const columns = ['workspace_id', 'execution_id'].map((name) => ({ name, type: 'id' as const }));
  const wanted = keys.map(({ workspaceId, executionId }) => [workspaceId, executionId]);
  const found = new Map<string, { row: Row | null; steps: Row[] }>();
  await read(driver, async (session) => {
    found.clear();
    for (const chunk of dialect.chunks(wanted)) {
      const { text, params } = dialect.matching(columns, chunk);
      const statement = `select workspace_id, execution_id, -1 as position, header, body
        from ${names.executions} where ${text}
        union all
        select workspace_id, execution_id, position, null, body from ${names.steps} where ${text}`;
      for (const row of (await session.run(sql(statement, [...params, ...params]))).rows) note(found, row);
    }
  });
  return keys.map(({ workspaceId, executionId }) => {
    const { row, steps } = found.get(textKey(workspaceId, executionId)) ?? { row: null, steps: [] };
    return row === null ? null : stateOf(row, steps.toSorted(byPosition).map(stepOf));
  });
}

function note(found: Map<string, { row: Row | null; steps: Row[] }>, row: Row): void {
  const key = textKey(row['workspace_id'], row['execution_id']);
  const entry = found.get(key) ?? { row: null, steps: [] };
  found.set(key, entry);
  if (row['position'] === -1) entry.row = row;
  else entry.steps.push(row);
}

const byPosition = (a: Row, b: Row): number => (a['position'] as number) - (b['position'] as number);

async function findByKeys(
  context: StoreContext,
  keys: readonly { readonly workspaceId: string; readonly idempotencyKey: string }[],
): Promise<(KnownExecution | null)[]> {
  const wanted = keys.map(({ workspaceId, idempotencyKey }) => [workspaceId, idempotencyKey]);
  const rows = await read(context.driver, (session) =>
    selectRows(context, session, 'idempotency_keys', wanted),
  );
  const found = new Map(
    rows.map((row): [string, KnownExecution] => [
      textKey(row['workspace_id'], row['idempotency_key']),
      {
        executionId: row['execution_id'] as string,
        correlationId: row['correlation_id'] as string,
        definitionId: row['definition_id'] as string,
      },
    ]),
  );
  return wanted.map((key) => found.get(textKey(...key)) ?? null);
}

async function readEvents({ names, driver }: StoreContext, query: EventQuery) {
  const { workspaceId, executionId, afterSeq, limit, externalOnly } = query;
  const text =
    `select body from ${names.events} where workspace_id = ? and execution_id = ? and seq > ?` +
    `${externalOnly ? ' and external = 1' : ''} order by seq limit ${roundedUp(limit)}`;
  const { rows } = await read(driver, (session) =>
    session.run(sql(text, [workspaceId, executionId, afterSeq])),
  );
  return rows.slice(0, limit).map(eventOf);
}
