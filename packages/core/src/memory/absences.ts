/** The absences of the in-memory store. */
import {
  type AbsenceKey,
  type AbsenceQuery,
  type AbsenceResult,
  type AbsenceStore,
  type AbsencesInForce,
  MOST_IN_FORCE,
  type StoredAbsence,
  longOver,
} from '../ports/store/absences.js';
import type { Page, PageRequest } from '../ports/store/page.js';

export function memoryAbsences(): AbsenceStore {
  const workspaces = new Map<string, Map<string, StoredAbsence>>();
  const of = (workspaceId: string): Map<string, StoredAbsence> => {
    const known = workspaces.get(workspaceId) ?? new Map<string, StoredAbsence>();
    workspaces.set(workspaceId, known);
    return known;
  };
  return {
    setAbsence: async (absence, bounds) => set(of(absence.workspaceId), absence, bounds),
    findAbsence: async (key: AbsenceKey) => of(key.workspaceId).get(key.absenceId) ?? null,
    clearAbsence: async (key: AbsenceKey) => of(key.workspaceId).delete(key.absenceId),
    listAbsences: async (query, page) => list([...of(query.workspaceId).values()], query, page),
    absencesInForce: async (query) => inForce([...of(query.workspaceId).values()], query),
  };
}

function set(
  absences: Map<string, StoredAbsence>,
  absence: StoredAbsence,
  { most, now }: { readonly most: number; readonly now: number },
): AbsenceResult {
  const own = [...absences.values()].filter((it) => it.userId === absence.userId);
  const overlapping = own.find((it) => it.from < absence.until && absence.from < it.until);
  if (overlapping !== undefined) {
    return { kind: isSame(overlapping, absence) ? 'exists' : 'overlaps', absenceId: overlapping.absenceId };
  }
  if (own.filter((it) => it.until > now).length >= most) return { kind: 'full' };
  absences.set(absence.absenceId, absence);
  for (const { absenceId } of longOver([...own, absence], { most, now })) absences.delete(absenceId);
  return { kind: 'created' };
}

const isSame = (a: StoredAbsence, b: StoredAbsence): boolean =>
  a.from === b.from && a.until === b.until && a.substituteId === b.substituteId;

/** The cursor is the begin and the id of the last one returned. */
function list(
  absences: readonly StoredAbsence[],
  { userId }: AbsenceQuery,
  { limit, cursor }: PageRequest,
): Page<StoredAbsence> {
  const after = cursor === null ? null : /^(\d{1,16}) (.+)$/s.exec(cursor);
  if (cursor !== null && after === null) return 'bad-cursor';
  const [from, absenceId] = [Number(after?.[1] ?? -1), after?.[2] ?? ''];
  const found = absences
    .filter((it) => userId === undefined || it.userId === userId)
    .filter((it) => it.from > from || (it.from === from && it.absenceId > absenceId))
    .sort((a, b) => a.from - b.from || (a.absenceId < b.absenceId ? -1 : 1));
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const isMore = found.length > limit && last !== undefined;
  return { items, cursor: isMore ? `${last.from} ${last.absenceId}` : null };
}

const inForce = (absences: readonly StoredAbsence[], { at, userIds, as }: AbsencesInForce): StoredAbsence[] =>
  absences
    .filter((it) => it.from <= at && at < it.until)
    .filter((it) => userIds.includes(as === 'absent' ? it.userId : it.substituteId))
    .slice(0, MOST_IN_FORCE);
