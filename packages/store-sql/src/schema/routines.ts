/** Making the procedure that commits a batch on MariaDB, and looking whether it is there. */
import { errorParts } from '../drivers/error-parts.js';
import { sql } from '../sql/dialect.js';
import type { Session } from '../sql/driver.js';
import { commitProcedure } from './commit-procedure.js';
import type { Names } from './names.js';

/** Whether the database has it, and this account sees it. */
export async function hasCommitProcedure(session: Session, names: Names): Promise<boolean> {
  const { rows } = await session.run(
    sql<{ name: string }>(
      "select routine_name as name from information_schema.routines where routine_schema = database() and routine_type = 'PROCEDURE' and routine_name = ?",
      [names.commit],
    ),
  );
  return rows.length > 0;
}

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
  if (await hasCommitProcedure(session, names)) return null;
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
