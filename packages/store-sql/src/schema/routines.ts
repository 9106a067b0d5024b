/** Creates and finds the procedure that commits a batch on MariaDB. */
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
 * Finds the procedure with our name. Where ours is missing, another account that may create
 * procedures could add its own, which would run as the engine's account. It is used only if this
 * account created it, or can verify its text.
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

/** True when the database has our procedure. */
export const hasCommitProcedure = async (session: Session, names: Names): Promise<boolean> =>
  (await findCommitProcedure(session, names)) === 'ours';

/**
 * The procedure is missing, as after a restore without routines, or this account may not call it:
 * nothing was written.
 */
export const hasNoRoutine = (error: unknown): boolean => UNCALLABLE.has(errorParts(error).code);
const UNCALLABLE = new Set(['ER_SP_DOES_NOT_EXIST', 'ER_PROCACCESS_DENIED_ERROR']);

/** The account or the server does not allow procedures: the store works without. */
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
    return `another account created the procedure ${names.commit}, and this account cannot read its text; drop it, and migrate again`;
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
