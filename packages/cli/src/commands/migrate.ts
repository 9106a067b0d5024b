/** `approval migrate`: the tables of a store. */
import { SchemaError, schemaSql } from '@org/approval-store-sql';
import { openStore } from '@org/approval-store-sql/open';
import { jsonText } from '../report/json.js';
import { CliError, EXIT, type Io } from '../io.js';
import { inCommands, missingFile, openUrl, shownUrl, urlOf } from './store.js';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns 0 when up to date, else 1 and prints why. Throws for a database it cannot reach. */
export async function migrateStatus(io: Io, store: string | undefined, json: boolean): Promise<number> {
  const url = urlOf(io, store);
  const problem = missingFile(io, url) ?? (await problemOf(io, url));
  const state = problem === null ? 'up to date' : inCommands(problem);
  io.out(json ? `${jsonText({ upToDate: problem === null, problem })}\n` : `${shownUrl(url)}: ${state}\n`);
  return problem === null ? EXIT.done : EXIT.findings;
}

/** Describes what the tables lack; null when they are complete. */
const problemOf = (io: Io, url: string): Promise<string | null> =>
  openStore(openUrl(io, url), { migrate: false, connections: 1 }).then(
    async ({ close }) => {
      await close();
      return null;
    },
    (error: unknown) => {
      // An unreachable database says nothing about its tables.
      if (error instanceof SchemaError) return error.message;
      throw new CliError(`${shownUrl(url)}: ${messageOf(error)}`);
    },
  );

export async function migrateUp(io: Io, store: string | undefined, json: boolean): Promise<number> {
  const url = urlOf(io, store);
  try {
    const { close } = await openStore(openUrl(io, url), { migrate: true, connections: 1 });
    await close();
  } catch (error) {
    throw new CliError(`${shownUrl(url)}: ${messageOf(error)}`);
  }
  io.out(json ? `${jsonText({ upToDate: true, problem: null })}\n` : `${shownUrl(url)}: up to date\n`);
  return EXIT.done;
}

/** Prints the SQL, for databases whose tables a program may not change. */
export function migrateSql(io: Io, dialect: 'sqlite' | 'postgres' | 'mysql'): number {
  io.out(schemaSql(dialect));
  return EXIT.done;
}
