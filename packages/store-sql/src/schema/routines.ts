/** Making the procedure that commits a batch on MariaDB, and looking whether it is there. */
import { errorParts } from '../drivers/error-parts.js';
import { sql } from '../sql/dialect.js';
import type { Session } from '../sql/driver.js';
import { commitProcedure, commitProcedureBody } from './commit-procedure.js';
import type { Names } from './names.js';

interface RoutineRow {
  readonly body: string | null;
  readonly is_own: number;
}

/**
 * The procedure with our name. Another account that may create procedures could make one of its own where ours is missing, and it would
 * run as the account of the engine: so it is used only if this account has made it, or can read that it is ours.
 */
async function findCommitProcedure(session: Session, names: Names): Promise<'ours' | 'unknown' | 'none'> {
  const { rows } = await session.run(
    sql<RoutineRow>(
      `select routine_definition as body, definer = current_user() as is_own from information_schema.routines
       where routine_schema = database() and routine_type = 'PROCEDURE' and routine_name = ?`,
      [names.commit],
    ),
  );
  const [found] = rows;
  if (found === undefined) return 'none';
  return found.is_own === 1 || found.body === commitProcedureBody(names) ? 'ours' : 'unknown';
}

/** Tells if the database has our procedure. */
export const hasCommitProcedure = async (session: Session, names: Names): Promise<boolean> =>
  (await findCommitProcedure(session, names)) === 'ours';

/** The procedure is gone, as after a restore without routines, or this account sees it and may not call it: nothing was done. */
export const hasNoRoutine = (error: unknown): boolean => UNCALLABLE.has(errorParts(error).code);
const UNCALLABLE = new Set(['ER_SP_DOES_NOT_EXIST', 'ER_PROCACCESS_DENIED_ERROR']);

/** An account that may not make procedures, or a server that keeps it from it, goes without. */
const REFUSED = new Set([
  'ER_DBACCESS_DENIED_ERROR',
  'ER_PROCACCESS_DENIED_ERROR',
  'ER_SPECIFIC_ACCESS_DENIED_ERROR',
  'ER_TABLEACCESS_DENIED_ERROR',
]);

/** @returns why there is none, or null: it is there. */
export async function makeCommitProcedure(session: Session, names: Names): Promise<string | null> {
  const found = await findCommitProcedure(session, names);
  if (found === 'ours') return null;
  if (found === 'unknown')
    return `another account has made the procedure ${names.commit}, and this account cannot read its text: drop it, and migrate again`;
  try {
    await session.run(sql(commitProcedure(names)));
    return null;
  } catch (error) {
    const { code, message } = errorParts(error);
    if (code === 'ER_SP_ALREADY_EXISTS') return null;
    if (REFUSED.has(code)) return message;
    throw error;
  }
}
