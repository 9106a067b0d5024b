/** Copies the rows of runs in a store on SQLite. */

interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): { all(...params: unknown[]): unknown[] };
}

/** Tables that listings read. */
const TABLES = ['executions', 'steps', 'inbox', 'parties'];

/** Copies every run `count` times, each created 1 s before the last. Uses default table names. */
export function copyRuns(database: Database, count: number): void {
  database.exec('begin');
  database.exec('create temp table copies (n integer primary key)');
  database.exec(
    `insert into copies with recursive c(n) as (select 1 union all select n + 1 from c where n < ${count}) select n from c`,
  );
  for (const table of TABLES) {
    const name = `approval_${table}`;
    const columns = (database.prepare(`pragma table_info(${name})`).all() as { name: string }[]).map(
      (it) => it.name,
    );
    const values = columns.map((it) =>
      it === 'execution_id'
        ? `execution_id || '-' || n`
        : ['created_at', 'waiting_since'].includes(it)
          ? `${it} - n * 1000`
          : it,
    );
    database.exec(`insert into ${name} (${columns.join()}) select ${values.join()} from ${name}, copies`);
  }
  database.exec('drop table copies');
  database.exec('commit');
  database.exec('analyze');
}
