/** Absences: plain reads, and writes under a lock on the absent user. */
import {
  type AbsenceKey,
  type AbsenceQuery,
  type AbsenceResult,
  type AbsenceStore,
  type AbsencesInForce,
  MOST_IN_FORCE,
  type Page,
  type PageRequest,
  type StoredAbsence,
  longOver,
} from '@org/approval-core/store';
import { personKey } from '../rows/inbox.js';
import { deleteRows, insertRows, runAll, selectRows } from '../../schema/statements.js';
import type { RowOf } from '../../schema/tables.js';
import { sql } from '../../sql/dialect.js';
import type { Session } from '../../sql/driver.js';
import { fromJson, toJson } from '../../sql/json.js';
import { read, transact } from '../../sql/retry.js';
import type { StoreContext } from '../context.js';
import { listPage, when } from '../read/page.js';

type AbsenceRow = RowOf<'absences'>;

export const absenceStore = (context: StoreContext): AbsenceStore => ({
  setAbsence: (absence, bounds) =>
    transact(context.driver, (session) => setAbsence(context, session, absence, bounds)),
  findAbsence: (key) => read(context.driver, (session) => findAbsence(context, session, key)),
  clearAbsence: (key) => transact(context.driver, (session) => clearAbsence(context, session, key)),
  listAbsences: (query, page) => listAbsences(context, query, page),
  absencesInForce: (query) => absencesInForce(context, query),
});

const rowOf = (absence: StoredAbsence): AbsenceRow => ({
  workspace_id: absence.workspaceId,
  absence_id: absence.absenceId,
  absent: personKey(absence.userId),
  substitute: personKey(absence.substituteId),
  from_at: absence.from,
  until_at: absence.until,
  body: toJson(absence),
});

/** The lock row of a user, not an absence: ids of absences look different. */
const lockRow = ({ workspaceId, userId }: StoredAbsence): AbsenceRow => ({
  workspace_id: workspaceId,
  absence_id: `person ${personKey(userId)}`,
  absent: '',
  substitute: '',
  from_at: 0,
  until_at: 0,
  body: toJson(null),
});

async function setAbsence(
  context: StoreContext,
  session: Session,
  absence: StoredAbsence,
  { most, now }: { readonly most: number; readonly now: number },
): Promise<AbsenceResult> {
  const lock = lockRow(absence);
  // Rewritten where it exists: on Galera two concurrent writers both write it, and one of them
  // fails.
  await runAll(context, session, insertRows(context, 'absences', [lock], { update: ['until_at'] }));
  const key = [lock.workspace_id, lock.absence_id];
  await selectRows(context, session, 'absences', [key], { columns: ['absence_id'], lock: 'update' });
  const own = await ownOf(context, session, absence);
  const overlapping = own.find((it) => it.from < absence.until && absence.from < it.until);
  if (overlapping !== undefined) {
    return { kind: isSame(overlapping, absence) ? 'exists' : 'overlaps', absenceId: overlapping.absenceId };
  }
  if (own.filter((it) => it.until > now).length >= most) return { kind: 'full' };
  await runAll(context, session, insertRows(context, 'absences', [rowOf(absence)]));
  const old = longOver([...own, absence], { most, now }).map((it) => [it.workspaceId, it.absenceId]);
  if (old.length > 0) await runAll(context, session, deleteRows(context, 'absences', old));
  return { kind: 'created' };
}

const isSame = (a: StoredAbsence, b: StoredAbsence): boolean =>
  a.from === b.from && a.until === b.until && a.substituteId === b.substituteId;

async function ownOf(
  { names }: StoreContext,
  session: Session,
  { workspaceId, userId }: StoredAbsence,
): Promise<StoredAbsence[]> {
  const text = `select body from ${names.absences} where workspace_id = ? and absent = ?`;
  const statement = sql<Pick<AbsenceRow, 'body'>>(text, [workspaceId, personKey(userId)]);
  return absencesOf((await session.run(statement)).rows);
}

const absencesOf = (rows: readonly Pick<AbsenceRow, 'body'>[]): StoredAbsence[] =>
  rows.flatMap((row) => fromJson(row.body) ?? []);

async function findAbsence(
  context: StoreContext,
  session: Session,
  { workspaceId, absenceId }: AbsenceKey,
): Promise<StoredAbsence | null> {
  const rows = await selectRows(context, session, 'absences', [[workspaceId, absenceId]], {
    columns: ['body'],
  });
  return absencesOf(rows)[0] ?? null;
}

async function clearAbsence(context: StoreContext, session: Session, key: AbsenceKey): Promise<boolean> {
  const id = [key.workspaceId, key.absenceId];
  const locked = await selectRows(context, session, 'absences', [id], { columns: ['body'], lock: 'update' });
  if (absencesOf(locked).length === 0) return false;
  await runAll(context, session, deleteRows(context, 'absences', [id]));
  return true;
}

const listAbsences = (
  context: StoreContext,
  { workspaceId, userId }: AbsenceQuery,
  page: PageRequest,
): Promise<Page<StoredAbsence>> =>
  listPage<AbsenceRow, StoredAbsence>(
    context,
    {
      shape: { tag: 'a', types: ['number', 'string'] },
      from: `select from_at, absence_id, body from ${context.names.absences}`,
      where: [
        ['workspace_id = ?', workspaceId],
        ["absent <> ''"],
        ...when('absent = ?', userId === undefined ? undefined : personKey(userId)),
      ],
      order: ['from_at', 'absence_id'],
      direction: 'asc',
      position: (row) => [row.from_at, row.absence_id],
      item: (row) => absencesOf([row])[0] as StoredAbsence,
    },
    page,
  );

async function absencesInForce(
  { names, driver }: StoreContext,
  { workspaceId, at, userIds, as }: AbsencesInForce,
): Promise<readonly StoredAbsence[]> {
  if (userIds.length === 0) return [];
  const column = as === 'absent' ? 'absent' : 'substitute';
  const text =
    `select body from ${names.absences} where workspace_id = ? and from_at <= ? and until_at > ?` +
    ` and ${column} in (${userIds.map(() => '?').join(', ')}) limit ${MOST_IN_FORCE}`;
  const params = [workspaceId, at, at, ...userIds.map(personKey)];
  const { rows } = await read(driver, (session) => session.run(sql<Pick<AbsenceRow, 'body'>>(text, params)));
  return absencesOf(rows);
}
