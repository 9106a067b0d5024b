/** Schedules whose next instant has no job: they would never fire again. */
import type { StoredTrigger } from '../../ports/store/triggers.js';
import type { EngineContext } from '../context.js';
import { type DoctorFinding, FINDINGS_PER_RUN, findingOf } from './report.js';

/** Parts that schedules are examined with. */
export type ExaminingSchedules = Pick<EngineContext, 'store' | 'onJobs'>;

/** Finds lost schedules of a workspace, and restores them with `fix`. */
export async function examineSchedules(
  { store: { schedules }, onJobs }: ExaminingSchedules,
  workspaceId: string,
  fix: boolean,
): Promise<readonly DoctorFinding[]> {
  if (schedules === undefined) return [];
  const look = () => schedules.lostSchedules({ workspaceId, limit: FINDINGS_PER_RUN });
  const lost = await look();
  if (lost.length === 0) return [];
  const findings = lost.map(lostSchedule);
  if (!fix) return findings;
  await schedules.restoreSchedules(lost);
  onJobs(lost.flatMap(({ nextAt: dueAt }) => (dueAt === null ? [] : [{ kind: 'schedule' as const, dueAt }])));
  const left = await look();
  const isLeft = (it: StoredTrigger) =>
    left.some(({ uid, triggerId }) => uid === it.uid && triggerId === it.triggerId);
  return findings.map((it, index) => {
    const trigger = lost[index];
    return { ...it, fixed: trigger !== undefined && !isLeft(trigger) };
  });
}

const lostSchedule = ({ workspaceId, uid, triggerId, nextAt }: StoredTrigger): DoctorFinding =>
  findingOf(
    {
      code: 'schedule-lost',
      message: `the schedule "${triggerId}" has the next instant ${String(nextAt)}, and no job`,
      workspaceId,
      executionId: uid,
      stepId: triggerId,
      seq: null,
    },
    true,
  );
