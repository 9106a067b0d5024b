/** What can be mended safely: work that must be there and is not. It is made again; nothing is decided for anybody. */
import { checkWork } from '../../checker/check.js';
import type { ExecutionRecord } from '../../checker/record.js';
import { WORK_INVARIANTS, lostJobs } from '../../checker/work.js';
import type { EngineContext } from '../context.js';
import type { DoctorCode } from './report.js';

const WORK_CODES: readonly DoctorCode[] = WORK_INVARIANTS.map((it) => it.code);

/** The first pending delivery, where deliveries are pending and no job makes them; null: that is not what is wrong. */
function undelivered({ deliveries = [], jobs }: ExecutionRecord): number | null {
  if (jobs === undefined || jobs.some((it) => it.kind === 'webhook-delivery')) return null;
  const seqs = deliveries.filter((it) => it.status === 'pending').map((it) => it.seq);
  return seqs.length === 0 ? null : Math.min(...seqs);
}

/**
 * Which findings of the record can be mended. None where anything but work is wrong: a deadline that is made again acts on
 * a state, and so that state must be right.
 */
export function mendableCodes(record: ExecutionRecord, codes: readonly DoctorCode[]): readonly DoctorCode[] {
  if (!codes.every((it) => WORK_CODES.includes(it))) return [];
  const mendable: DoctorCode[] = lostJobs(record).length > 0 ? ['job-lost'] : [];
  return undelivered(record) === null ? mendable : [...mendable, 'delivery-job-lost'];
}

/** Parts that lost jobs are made again with. */
export type Mending = Pick<EngineContext, 'store' | 'clock' | 'pipeline' | 'onRedelivery'>;

/** Makes again what is lost, each on the condition that the run is as it was read; otherwise nothing is done. */
export async function mendWork(context: Mending, record: ExecutionRecord): Promise<void> {
  const { workspaceId, executionId, seq } = record.state;
  const key = { workspaceId, executionId };
  const pending = undelivered(record);
  if (pending !== null) {
    // Asks for what is pending anyway: the store then sees to it that there is a job, behind its own lock. If somebody has
    // delivered it in this very moment it goes out once more, as any delivery may.
    await context.store.redeliver({ ...key, seq: pending, now: context.clock.now() });
    context.onRedelivery();
  }
  const jobs = lostJobs(record);
  // A refusal means that the run has gone on meanwhile: the next look says what is left to do.
  if (jobs.length > 0) await context.pipeline.submit(key, { kind: 'restore-jobs', seq, jobs });
}

/** Whether the work of a run is as it must be. */
export const isMended = (record: ExecutionRecord, code: DoctorCode): boolean =>
  !checkWork(record).some((it) => it.code === code);
