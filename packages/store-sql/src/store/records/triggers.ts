/** Outcomes of triggers, jobs of schedules, and emitted events. */
import {
  type EventStore,
  type Listener,
  type NotedTrigger,
  type ScheduleStore,
  type StoredHostEvent,
  type StoredTrigger,
  type TriggerKey,
  type TriggerMove,
  type TriggerStore,
  eventExecutionId,
  listenerStepId,
  noted,
} from '@org/approval-core/store';
import { deleteRows, insertRows, runAll, selectRows } from '../../schema/statements.js';
import type { RowOf } from '../../schema/tables.js';
import { sql } from '../../sql/dialect.js';
import type { Session } from '../../sql/driver.js';
import { fromJson } from '../../sql/json.js';
import { read, transact } from '../../sql/retry.js';
import type { StoreContext } from '../context.js';
import type { QueueScans } from '../jobs/queue-scans.js';
import { tokenKey, validClaims } from '../jobs/valid-claims.js';
import { jobRow, jobValues } from '../rows/jobs.js';
import { hostEventRow, scheduleJobValues, triggerOf, triggerRow, triggerValues } from '../rows/triggers.js';
import { textKey } from '../text-key.js';

const triggerStore = (context: StoreContext, scans: QueueScans): TriggerStore => ({
  listTriggers: async ({ workspaceId, uid }) => {
    const rows = await read(context.driver, (session) =>
      selectRows(context, session, 'triggers', [[workspaceId, uid]]),
    );
    return rows.map(triggerOf).sort((a, b) => (a.triggerId < b.triggerId ? -1 : 1));
  },
  async moveJobs(moves) {
    let written: readonly RowOf<'jobs'>[] = [];
    const moved = await transact(context.driver, async (session) => {
      const valid = await validClaims(
        context,
        session,
        moves.map((it) => it.claim),
      );
      const held = moves.filter(({ claim }) => valid.has(tokenKey(claim)));
      written = await move(context, session, held);
      return moves.map(({ claim }) => valid.has(tokenKey(claim)));
    });
    scans.written(() => written);
    return moved;
  },
  noteTriggers: (notes) => transact(context.driver, (session) => note(context, session, notes)),
});

export const scheduleStore = (context: StoreContext, scans: QueueScans): ScheduleStore => ({
  ...triggerStore(context, scans),
  lostSchedules: (query) => lost(context, query),
  restoreSchedules: (keys) => restore(context, scans, keys),
});

export const eventStore = (context: StoreContext, scans: QueueScans): EventStore => ({
  ...triggerStore(context, scans),
  findListeners: (query) => findListeners(context, query),
  async emit(emitted) {
    const jobs = jobsOf(emitted.event, emitted.matches);
    const earlier = await transact(context.driver, (session, { afterLoss }) =>
      emit(context, session, { ...emitted, jobs, afterLoss }),
    );
    if (earlier === null) scans.written(() => jobs);
    return earlier;
  },
  loadHostEvent: (key) => read(context.driver, (session) => loadEvent(context, session, key)),
});

/** The jobs are locked already. */
async function move(
  context: StoreContext,
  session: Session,
  moves: readonly TriggerMove[],
): Promise<readonly RowOf<'jobs'>[]> {
  const ended = moves.filter((it) => it.dueAt === null).map(({ claim }) => jobValues(claim.job));
  const later = moves.flatMap(({ claim: { job }, dueAt, attempt }) =>
    dueAt === null ? [] : [jobRow(job, { ...job, dueAt, attempt, concurrencyKey: null })],
  );
  await runAll(context, session, [
    ...deleteRows(context, 'jobs', ended),
    ...insertRows(context, 'jobs', later, { update: ['due_at', 'claimable_at', 'attempt', 'token'] }),
  ]);
  await note(context, session, moves);
  return later;
}

/** Read and written under a lock on the trigger: several events may have matched it. */
async function note(context: StoreContext, session: Session, notes: readonly NotedTrigger[]): Promise<void> {
  const told = notes.filter((it) => Object.keys(it.note).length > 0);
  const keys = new Map(told.map(({ trigger }) => [textOf(trigger), triggerValues(trigger)]));
  const rows = await selectRows(context, session, 'triggers', [...keys.values()], { lock: 'update' });
  const after = new Map(
    rows.map((row) => [textKey(row.workspace_id, row.uid, row.trigger_id), triggerOf(row)]),
  );
  for (const { trigger, note: outcome } of told) {
    const stored = after.get(textOf(trigger));
    if (stored !== undefined) after.set(textOf(trigger), noted(stored, outcome));
  }
  const written = [...after.values()].map(triggerRow);
  await runAll(context, session, insertRows(context, 'triggers', written, { update: ['next_at', 'body'] }));
}

const textOf = (key: TriggerKey): string => textKey(...triggerValues(key));

async function lost(
  { driver, names }: StoreContext,
  { workspaceId, limit }: { readonly workspaceId: string; readonly limit: number },
): Promise<StoredTrigger[]> {
  const text = `select t.body from ${names.triggers} t where t.workspace_id = ? and t.next_at is not null
    and not exists (select 1 from ${names.jobs} j where j.workspace_id = t.workspace_id and j.execution_id = t.uid
      and j.step_id = t.trigger_id and j.kind = ?) order by t.next_at limit ${limit}`;
  const statement = sql<Pick<RowOf<'triggers'>, 'body'>>(text, [workspaceId, 'schedule']);
  return (await read(driver, (session) => session.run(statement))).rows.map(triggerOf);
}

/** A job of a schedule that is gone by then is deleted by its worker. */
async function restore(context: StoreContext, scans: QueueScans, keys: readonly TriggerKey[]): Promise<void> {
  let jobs: readonly RowOf<'jobs'>[] = [];
  await transact(context.driver, async (session) => {
    const rows = await selectRows(context, session, 'triggers', keys.map(triggerValues));
    jobs = rows.map(triggerOf).flatMap((it) => {
      const [, executionId = '', stepId = ''] = scheduleJobValues(it);
      if (it.nextAt === null) return [];
      const job = { kind: 'schedule', stepId, dueAt: it.nextAt, attempt: 1, concurrencyKey: null } as const;
      return [jobRow({ workspaceId: it.workspaceId, executionId }, job)];
    });
    await runAll(context, session, insertRows(context, 'jobs', jobs, { update: [] }));
  });
  scans.written(() => jobs);
}

async function findListeners(
  { driver, names }: StoreContext,
  { workspaceId, type, limit }: { workspaceId: string; type: string; limit: number },
): Promise<Listener[]> {
  const text = `select l.uid, l.trigger_id, d.version from ${names.listeners} l
    join ${names.definitions} d on d.workspace_id = l.workspace_id and d.uid = l.uid and d.deleted = ''
    where l.workspace_id = ? and l.type = ? order by l.uid, l.trigger_id limit ${limit}`;
  type Row = Pick<RowOf<'listeners'>, 'uid' | 'trigger_id'> & Pick<RowOf<'definitions'>, 'version'>;
  const { rows } = await read(driver, (session) => session.run(sql<Row>(text, [workspaceId, type])));
  return rows.map(({ uid, trigger_id: triggerId, version }) => ({ workspaceId, uid, triggerId, version }));
}

async function loadEvent(
  context: StoreContext,
  session: Session,
  { workspaceId, eventKey }: Pick<StoredHostEvent, 'workspaceId' | 'eventKey'>,
): Promise<StoredHostEvent | null> {
  const key = [workspaceId, eventExecutionId(eventKey)];
  const [row] = await selectRows(context, session, 'host_events', [key], { columns: ['body'] });
  return row === undefined ? null : fromJson(row.body);
}

interface Emitting {
  readonly event: StoredHostEvent;
  readonly notes: readonly NotedTrigger[];
  readonly jobs: readonly RowOf<'jobs'>[];
  readonly afterLoss: boolean;
}

/** Two emits with one id collide on the key of the event; the later one finds the first. */
async function emit(
  context: StoreContext,
  session: Session,
  { event, notes, jobs, afterLoss }: Emitting,
): Promise<StoredHostEvent | null> {
  const row = hostEventRow(event);
  const known = await loadEvent(context, session, event);
  if (known !== null) return afterLoss && hostEventRow(known).body === row.body ? null : known;
  await runAll(context, session, insertRows(context, 'host_events', [row]));
  await runAll(context, session, insertRows(context, 'jobs', jobs));
  await note(context, session, notes);
  return null;
}

const jobsOf = (
  { workspaceId, eventKey, emittedAt }: StoredHostEvent,
  matches: readonly TriggerKey[],
): RowOf<'jobs'>[] =>
  matches.map((match) =>
    jobRow(
      { workspaceId, executionId: eventExecutionId(eventKey) },
      {
        kind: 'event-start',
        stepId: listenerStepId(match),
        dueAt: emittedAt,
        attempt: 1,
        concurrencyKey: null,
      },
    ),
  );
