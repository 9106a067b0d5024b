/** Statements of a store, and the plans of the database. */
import { type Dialect, type Sql, sql } from '../sql/dialect.js';
import type { Driver, Session } from '../sql/driver.js';

export interface Sent extends Sql {
  readonly how: 'read' | 'transaction';
}

/** Returns the driver, and a map of every statement that it sends. */
export function listening(driver: Driver): { driver: Driver; sent: Map<string, Sent> } {
  const sent = new Map<string, Sent>();
  const heard = (session: Session, how: Sent['how']): Session => ({
    run: (sql) => {
      sent.set(sql.text, { ...sql, how });
      return session.run(sql);
    },
  });
  const listened: Driver = {
    ...driver,
    read: (work) => driver.read((session) => work(heard(session, 'read'))),
    transaction: (work) => driver.transaction((session) => work(heard(session, 'transaction'))),
  };
  return { driver: listened, sent };
}

interface Explained {
  readonly dialect: Dialect;
  readonly driver: Driver;
}

/** The plan of a statement, as the database writes it. */
export const planOf = async (database: Explained, sent: Sent): Promise<string> =>
  (await planLines(database, sent)).join('\n');

async function planLines({ dialect, driver }: Explained, { text, params, how }: Sent): Promise<string[]> {
  // Explains the statement as sent. SQLite has the same plan everywhere, and does not commit the
  // explained one.
  const as = dialect.name === 'sqlite' ? 'read' : how;
  const prefix = dialect.name === 'sqlite' ? 'explain query plan ' : 'explain ';
  const { rows } = await driver[as]((session) => session.run({ text: prefix + text, params }));
  return rows.map((row) => JSON.stringify(row));
}

/** Tables that are scanned whole; small ones may be. */
export async function scans(database: Explained, sent: Sent, big: RegExp): Promise<string[]> {
  return (await planLines(database, sent))
    .filter((line) => /Seq Scan on|"SCAN (?!queue_keys|CONSTANT)|"type":"ALL"/.test(line) && big.test(line))
    .filter((line) => !/SCAN \w+ USING (COVERING )?INDEX/.test(line));
}

/** PostgreSQL: pages that a statement touches; its writes are rolled back. */
export async function pagesOf(
  { driver }: { readonly driver: Driver },
  { how, ...statement }: Sent,
): Promise<number> {
  let pages = 0;
  const undo = new Error('enough is known');
  const explained = driver[how](async (session) => {
    pages = await pagesIn(session, statement);
    if (how === 'transaction') throw undo;
  });
  await explained.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return pages;
}

/** The same, but its writes are committed. */
export async function pagesIn(session: Session, { text, params }: Sql): Promise<number> {
  const explained = sql<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${text}`, params);
  const { rows } = await session.run(explained);
  const line = rows.map((row) => row['QUERY PLAN']).find((it) => it.includes('Buffers:')) ?? '';
  return [...line.matchAll(/(?:hit|read)=(\d+)/g)].reduce((sum, [, touched]) => sum + Number(touched), 0);
}
