/** Copies rows of few runs to rows of many, by SQL beside the engine. */
import Database from 'libsql';
import pg from 'pg';

/** Runs SQL beside the engine. */
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
    // The indexes of a million rows are written in random order, so they must fit in memory.
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

export interface Copying {
  /** Names with their prefix. */
  readonly tables: readonly string[];
  /** Copies of each row. */
  readonly times: number;
}

const COPIED: Readonly<Record<string, string>> = {
  execution_id: "execution_id || '-' || copy",
  event_id: "event_id || '-' || copy",
  created_at: 'created_at + copy',
  waiting_since: 'waiting_since + copy',
  due_at: 'due_at + copy',
  claimable_at: 'claimable_at + copy',
};

/** Copies all rows of runs, each a little later than the last. */
export async function copyRuns(url: string, { tables, times }: Copying): Promise<void> {
  const sql = await openSql(url);
  for (const name of tables) {
    const columns = await sql.columns(name);
    await sql.run(
      `insert into ${name} (${columns.join()}) select ${columns.map((it) => COPIED[it] ?? it).join()}
       from ${name}, ${sql.copies(times)} as copies where true`,
    );
  }
  await sql.run('analyze');
  await sql.close();
}
