/** Pending deliveries by execution, and the lock that protects them. */
import type { RowOf } from '../../schema/tables.js';
import { selectRows } from '../../schema/statements.js';
import { sql } from '../../sql/dialect.js';
import type { Session } from '../../sql/driver.js';
import type { StoreContext } from '../context.js';
import { EXECUTION_COLUMNS, EXECUTION_KEY, type ExecutionKeyRow, executionText } from '../rows/executions.js';
import { textKey } from '../text-key.js';

export const distinct = (keys: readonly string[][]): string[][] => [
  ...new Map(keys.map((key) => [textKey(...key), key])).values(),
];

/**
 * The first pending deliveries of each execution, keyed by `executionText`, in the order of seq.
 */
export async function pending(
  context: StoreContext,
  session: Session,
  executions: readonly string[][],
  most: number,
): Promise<Map<string, RowOf<'deliveries'>[]>> {
  const { dialect, names } = context;
  const found = new Map<string, RowOf<'deliveries'>[]>();
  for (const chunk of dialect.chunks(executions)) {
    const { text, params } = dialect.matching(EXECUTION_COLUMNS, chunk);
    const { rows } = await session.run(
      sql<RowOf<'deliveries'>>(
        `select * from (
           select d.*, row_number() over (partition by workspace_id, execution_id order by seq) as place
           from ${names.deliveries} d where ${text} and status = 'pending') p
         where place <= ${most} order by workspace_id, execution_id, seq`,
        params,
      ),
    );
    for (const row of rows) {
      const key = executionText(row);
      const known = found.get(key);
      if (known === undefined) found.set(key, [row]);
      else known.push(row);
    }
  }
  return found;
}

export const byExecution = <R extends ExecutionKeyRow>(rows: readonly R[]): Map<string, R> =>
  new Map(rows.map((row) => [executionText(row), row]));

/**
 * Under this lock no commit adds deliveries to the executions, and no other worker records a
 * result.
 */
export const lockExecutions = (
  context: StoreContext,
  session: Session,
  executions: readonly string[][],
  skip = false,
): Promise<ExecutionKeyRow[]> =>
  selectRows(context, session, 'executions', executions, { columns: EXECUTION_KEY, lock: 'update', skip });
