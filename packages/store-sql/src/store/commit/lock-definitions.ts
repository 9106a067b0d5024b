/** Locks on the definitions of new executions: none is deleted meanwhile. */
import type { Change } from '@org/approval-core/store';
import type { RowOf } from '../../schema/tables.js';
import type { Session } from '../../sql/driver.js';
import { columnsNamed, selectRows } from '../../schema/statements.js';
import { sql } from '../../sql/dialect.js';
import type { StoreContext } from '../context.js';
import { ACTIVE } from '../rows/definitions.js';
import { textKey } from '../text-key.js';

const COLUMNS = ['workspace_id', 'uid', 'deleted'] as const;
type DefinitionRow = Pick<RowOf<'definitions'>, (typeof COLUMNS)[number]>;

/**
 * Returns the definitions that are active and stay so until the transaction ends, or that another
 * transaction has locked, where those are skipped.
 */
export async function lockDefinitions(
  context: StoreContext,
  session: Session,
  creations: readonly Change[],
  skip: boolean,
): Promise<Map<string, 'active' | 'busy'>> {
  const uids = new Map(
    creations.map(({ state: { workspaceId, definitionUid } }) => [
      textKey(workspaceId, definitionUid),
      [workspaceId, definitionUid],
    ]),
  );
  const keys = [...uids.values()];
  const locked = await lockRows(context, session, keys, skip);
  const isLocked = new Set(locked.map(textOf));
  const missing = skip ? keys.filter((key) => !isLocked.has(textKey(...key))) : [];
  const busy = await selectRows(context, session, 'definitions', missing, { columns: COLUMNS });
  return new Map<string, 'active' | 'busy'>([...activeOf(locked, 'active'), ...activeOf(busy, 'busy')]);
}

const textOf = (row: DefinitionRow): string => textKey(row.workspace_id, row.uid);

const activeOf = <T extends string>(rows: readonly DefinitionRow[], as: T): (readonly [string, T])[] =>
  rows.filter(({ deleted }) => deleted === ACTIVE).map((row) => [textOf(row), as] as const);

async function lockRows(
  context: StoreContext,
  session: Session,
  keys: readonly string[][],
  skip: boolean,
): Promise<DefinitionRow[]> {
  const columns = COLUMNS;
  if (context.locksAreLocal !== true)
    return selectRows(context, session, 'definitions', keys, { columns, lock: 'share', skip });
  const rows = await selectRows(context, session, 'definitions', keys, { columns, lock: 'update' });
  await touch(context, session, keys);
  return rows;
}

/**
 * A write without a net effect: it changes a value and changes it back, since servers ignore an
 * update that changes nothing. `deleteDefinition` writes the same rows, so Galera refuses the later
 * of the two.
 */
async function touch(
  { dialect, names }: StoreContext,
  session: Session,
  keys: readonly string[][],
): Promise<void> {
  for (const chunk of dialect.chunks(keys)) {
    const { text, params } = dialect.matching(columnsNamed('definitions', ['workspace_id', 'uid']), chunk);
    for (const version of ['version + 1', 'version - 1'])
      await session.run(sql(`update ${names.definitions} set version = ${version} where ${text}`, params));
  }
}
