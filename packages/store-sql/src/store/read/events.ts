/** Reads events from the log of commits. */
import type { EventKey, EventQuery } from '@org/approval-core/store';
import { type EngineEvent, isExternal } from '@org/approval-core/interpreter';
import { columnsNamed } from '../../schema/statements.js';
import type { RowOf } from '../../schema/tables.js';
import { type Value, sql } from '../../sql/dialect.js';
import type { Session } from '../../sql/driver.js';
import { read } from '../../sql/retry.js';
import type { StoreContext } from '../context.js';
import { eventsOf } from '../rows/commits.js';
import { executionText } from '../rows/executions.js';
import { textKey } from '../text-key.js';

/** Rows per read: most executions have fewer, and a row has at least one event. */
const PORTION = 64;

export async function readEvents(context: StoreContext, query: EventQuery): Promise<EngineEvent[]> {
  const { afterSeq, limit, externalOnly } = query;
  const events: EngineEvent[] = [];
  const from = await read(context.driver, (session) => firstRow(context, session, query));
  for (let seq = from; events.length < limit;) {
    const rows = await read(context.driver, (session) => rowsFrom(context, session, query, seq));
    for (const event of rows.flatMap(eventsOf))
      if (event.seq > afterSeq && (!externalOnly || isExternal(event))) events.push(event);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PORTION) break;
    seq = last.seq + 1;
  }
  return events.slice(0, limit);
}

/** Start of the row with the next event, which can be in the middle of a commit. */
async function firstRow(
  { names }: StoreContext,
  session: Session,
  { workspaceId, executionId, afterSeq }: EventQuery,
): Promise<number> {
  if (afterSeq === 0) return 0;
  const text = `select seq from ${names.commits}
    where workspace_id = ? and execution_id = ? and seq <= ? order by seq desc limit 1`;
  const statement = sql<Pick<RowOf<'commits'>, 'seq'>>(text, [workspaceId, executionId, afterSeq + 1]);
  return (await session.run(statement)).rows[0]?.seq ?? 0;
}

async function rowsFrom(
  { names }: StoreContext,
  session: Session,
  { workspaceId, executionId, externalOnly }: EventQuery,
  seq: number,
): Promise<readonly Pick<RowOf<'commits'>, 'seq' | 'body'>[]> {
  const text =
    `select seq, body from ${names.commits} where workspace_id = ? and execution_id = ? and seq >= ?` +
    `${externalOnly ? ' and external > 0' : ''} order by seq limit ${PORTION}`;
  const statement = sql<Pick<RowOf<'commits'>, 'seq' | 'body'>>(text, [workspaceId, executionId, seq]);
  return (await session.run(statement)).rows;
}

const EVENT_COLUMNS = columnsNamed('commits', ['workspace_id', 'execution_id', 'seq']);

type HoldingRow = Pick<RowOf<'commits'>, 'workspace_id' | 'execution_id' | 'body'>;

/** The events of these keys, by `eventText`; missing ones are left out. */
export async function eventsAt(
  { dialect, names }: Pick<StoreContext, 'dialect' | 'names'>,
  session: Session,
  keys: readonly EventKey[],
): Promise<Map<string, EngineEvent>> {
  const found = new Map<string, EngineEvent>();
  const wanted = keys.map((it): Value[] => [it.workspaceId, it.executionId, it.seq]);
  // The last row that begins there or before it.
  const holding = ([workspace, execution, seq]: readonly string[]) =>
    `select workspace_id, execution_id, body from ${names.commits}
     where workspace_id = ${workspace} and execution_id = ${execution} and seq <= ${seq} order by seq desc limit 1`;
  for (const chunk of dialect.chunks(wanted)) {
    const { text, params } = dialect.each(EVENT_COLUMNS, chunk, holding);
    const { rows } = await session.run(sql<HoldingRow>(text, params));
    for (const row of rows)
      for (const event of eventsOf(row)) found.set(textKey(executionText(row), event.seq), event);
  }
  return found;
}

export const eventText = ({ workspaceId, executionId, seq }: EventKey): string =>
  textKey(textKey(workspaceId, executionId), seq);

export async function loadEvents(
  context: StoreContext,
  keys: readonly EventKey[],
): Promise<(EngineEvent | null)[]> {
  const found = await read(context.driver, (session) => eventsAt(context, session, keys));
  return keys.map((key) => found.get(eventText(key)) ?? null);
}
