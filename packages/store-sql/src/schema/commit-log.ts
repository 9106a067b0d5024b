/** Migration 6: the events that are there become commits of one event each, and what is no longer used goes. */
import { type Dialect, sql } from '../sql/dialect.js';
import type { Session } from '../sql/driver.js';
import type { Names } from './names.js';
import { TABLES } from './tables.js';

const copied = ({ commits, events }: Names, body: string): string =>
  `insert into ${commits} (workspace_id, execution_id, seq, event_id, external, body)
select workspace_id, execution_id, seq, event_id, external, ${body} from ${events}`;

export function commitLog(dialect: Dialect, names: Names): string[] {
  const made = dialect.createTable(names.commits, { ...TABLES.commits, isWide: false });
  if (dialect.name === 'mysql')
    return [
      // It bears being run again: `events` may be gone, and then there is nothing to copy.
      ...dialect.createTable(names.events, TABLES.events),
      ...made,
      `${copied(names, "concat('[', body, ']')")} on duplicate key update ${names.commits}.seq = ${names.commits}.seq`,
      `drop table ${names.events}`,
    ];
  return [
    ...made,
    copied(names, "'[' || body || ']'"),
    `drop table ${names.events}`,
    `drop index ${names.steps}_waiting`,
  ];
}

/** MySQL has no words for "if it is there". */
export async function dropWaiting(dialect: Dialect, { steps }: Names, session: Session): Promise<void> {
  if (dialect.name !== 'mysql') return;
  const { rows } = await session.run(
    sql(
      "select 1 as found from information_schema.statistics where table_schema = database() and table_name = ? and index_name = 'waiting' limit 1",
      [steps],
    ),
  );
  if (rows.length > 0) await session.run(sql(`alter table ${steps} drop key waiting`));
}
