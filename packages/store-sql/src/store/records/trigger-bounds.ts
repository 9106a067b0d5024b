/** Bounds of a workspace's triggers, counted in the transaction that writes some. */
import {
  type DefinitionVersion,
  NO_TRIGGERS,
  type TriggerBound,
  type TriggerPlan,
  newTrigger,
} from '@org/approval-core/store';
import { insertRows, runAll, selectRows } from '../../schema/statements.js';
import type { RowOf } from '../../schema/tables.js';
import { sql } from '../../sql/dialect.js';
import type { Session } from '../../sql/driver.js';
import type { StoreContext } from '../context.js';
import { triggerRow } from '../rows/triggers.js';

type Version = Pick<DefinitionVersion, 'workspaceId' | 'uid'>;

/** The lock row of a workspace, not a trigger: a definition has a uid. */
const lockRow = (workspaceId: string): RowOf<'triggers'> =>
  triggerRow(
    newTrigger(
      { workspaceId, uid: '' },
      { triggerId: '', kind: 'schedule', types: [], nextAt: null, keepsNext: false },
    ),
  );

/**
 * Returns true if the other definitions of the workspace have more triggers than the plan allows.
 * Writers of one workspace wait for each other here, until their transactions end.
 */
export async function exceedsBounds(
  context: StoreContext,
  session: Session,
  { workspaceId, uid }: Version,
  { bounds = [] }: TriggerPlan = NO_TRIGGERS,
): Promise<boolean> {
  if (bounds.length === 0) return false;
  const lock = lockRow(workspaceId);
  // Rewritten where it exists: on Galera two concurrent writers both write it, and one of them
  // fails.
  await runAll(context, session, insertRows(context, 'triggers', [lock], { update: ['next_at'] }));
  const key = [lock.workspace_id, lock.uid, lock.trigger_id];
  await selectRows(context, session, 'triggers', [key], { columns: ['uid'], lock: 'update' });
  for (const bound of bounds)
    if ((await countOf(context, session, { workspaceId, uid }, bound)) > bound.others) return true;
  return false;
}

async function countOf(
  { names }: StoreContext,
  session: Session,
  { workspaceId, uid }: Version,
  bound: TriggerBound,
): Promise<number> {
  const [table, condition, params] =
    bound.kind === 'schedules'
      ? ([names.triggers, 'next_at is not null', []] as const)
      : ([names.listeners, 'type = ?', [bound.type]] as const);
  const text = `select count(*) as n from ${table} where workspace_id = ? and ${condition} and uid <> ?`;
  const statement = sql<{ readonly n: number | string }>(text, [workspaceId, ...params, uid]);
  return Number((await session.run(statement)).rows[0]?.n ?? 0);
}
