/** The triggers of a version, written in the transaction of the version. */
import {
  type DefinitionVersion,
  NO_TRIGGERS,
  type PlannedTrigger,
  type StoredTrigger,
  type TriggerKey,
  type TriggerPlan,
  newTrigger,
  noted,
} from '@org/approval-core/store';
import { deleteRows, insertRows, runAll, selectRows } from '../../schema/statements.js';
import type { RowOf } from '../../schema/tables.js';
import { sql } from '../../sql/dialect.js';
import type { Session } from '../../sql/driver.js';
import type { StoreContext } from '../context.js';
import { jobRow } from '../rows/jobs.js';
import { listenerRows, scheduleJobValues, triggerOf, triggerRow, triggerValues } from '../rows/triggers.js';

type DefinitionOf = Omit<TriggerKey, 'triggerId'>;

/** Jobs that a plan wrote, for scans of the queues. */
export type WrittenJobs = readonly RowOf<'jobs'>[];

/** Writes the triggers of version 1. */
export async function writePlan(
  context: StoreContext,
  session: Session,
  { workspaceId, uid }: Pick<DefinitionVersion, 'workspaceId' | 'uid'>,
  { triggers }: TriggerPlan = NO_TRIGGERS,
): Promise<WrittenJobs> {
  if (triggers.length === 0) return [];
  const definition = { workspaceId, uid };
  const jobs = triggers.flatMap((it) => jobsOf(definition, it));
  await runAll(context, session, [
    ...insertRows(
      context,
      'triggers',
      triggers.map((it) => triggerRow(newTrigger(definition, it))),
    ),
    ...insertRows(context, 'listeners', listenerRows(definition, triggers)),
    ...insertRows(context, 'jobs', jobs),
  ]);
  return jobs;
}

/**
 * Replaces the triggers of the version before. The caller has locked the head of the definition.
 */
export async function replacePlan(
  context: StoreContext,
  session: Session,
  { workspaceId, uid }: Pick<DefinitionVersion, 'workspaceId' | 'uid'>,
  { triggers }: TriggerPlan = NO_TRIGGERS,
): Promise<WrittenJobs> {
  const definition = { workspaceId, uid };
  const key = [[workspaceId, uid]];
  // Jobs before triggers, as a worker locks them.
  await selectRows(context, session, 'jobs', key, { columns: ['step_id'], lock: 'update' });
  const rows = await selectRows(context, session, 'triggers', key, { lock: 'update' });
  if (rows.length === 0) return writePlan(context, session, definition, { triggers });
  const known = new Map(rows.map((row) => [row.trigger_id, triggerOf(row)]));
  const isKept = ({ triggerId, kind, keepsNext }: PlannedTrigger) =>
    keepsNext && known.get(triggerId)?.kind === kind;
  const kept = new Set(triggers.filter(isKept).map((it) => it.triggerId));
  const changed = triggers.filter((it) => !isKept(it));
  const gone = [...known.values()].filter((it) => !kept.has(it.triggerId));
  const jobs = changed.flatMap((it) => jobsOf(definition, it));
  await deletePart(context, session, gone);
  await deleteListeners(context, session, definition);
  await runAll(context, session, [
    ...insertRows(
      context,
      'triggers',
      changed.map((it) => triggerRow(plannedOf(definition, it, known.get(it.triggerId)))),
    ),
    ...insertRows(context, 'listeners', listenerRows(definition, triggers)),
    ...insertRows(context, 'jobs', jobs),
  ]);
  return jobs;
}

/** Deletes the triggers of a definition with their jobs. */
export async function deletePlan(
  context: StoreContext,
  session: Session,
  definition: DefinitionOf,
): Promise<void> {
  await replacePlan(context, session, definition);
}

async function deletePart(
  context: StoreContext,
  session: Session,
  gone: readonly StoredTrigger[],
): Promise<void> {
  if (gone.length === 0) return;
  await runAll(context, session, deleteRows(context, 'jobs', gone.map(scheduleJobValues)));
  await runAll(context, session, deleteRows(context, 'triggers', gone.map(triggerValues)));
}

async function deleteListeners(
  { names }: StoreContext,
  session: Session,
  { workspaceId, uid }: DefinitionOf,
): Promise<void> {
  const text = `delete from ${names.listeners} where workspace_id = ? and uid = ?`;
  await session.run(sql(text, [workspaceId, uid]));
}

/** A trigger of another kind under the same id begins anew. */
const plannedOf = (
  definition: DefinitionOf,
  planned: PlannedTrigger,
  known: StoredTrigger | undefined,
): StoredTrigger =>
  known?.kind === planned.kind ? noted(known, { nextAt: planned.nextAt }) : newTrigger(definition, planned);

function jobsOf({ workspaceId, uid }: DefinitionOf, { triggerId, nextAt }: PlannedTrigger): RowOf<'jobs'>[] {
  if (nextAt === null) return [];
  const job = {
    kind: 'schedule',
    stepId: triggerId,
    dueAt: nextAt,
    attempt: 1,
    concurrencyKey: null,
  } as const;
  return [jobRow({ workspaceId, executionId: uid }, job)];
}
