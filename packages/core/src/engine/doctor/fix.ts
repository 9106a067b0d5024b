/** Safe fixes: required work that is missing is created again; nothing is decided. */
import { checkWork } from '../../checker/check.js';
import type { ExecutionRecord } from '../../checker/record.js';
import { WORK_INVARIANTS, lostJobs } from '../../checker/work.js';
import type { EngineContext } from '../context.js';
import type { DoctorCode } from './report.js';

const WORK_CODES: readonly DoctorCode[] = WORK_INVARIANTS.map((it) => it.code);

/** The first pending delivery that has no job; null when that is not the fault. */
function undelivered({ deliveries = [], jobs }: ExecutionRecord): number | null {
  if (jobs === undefined || jobs.some((it) => it.kind === 'webhook-delivery')) return null;
  const seqs = deliveries.filter((it) => it.status === 'pending').map((it) => it.seq);
  return seqs.length === 0 ? null : Math.min(...seqs);
}

/**
 * Returns the findings of the record that can be fixed: none when more than work is wrong, because
 * a recreated deadline acts on the state, which must be right.
 */
export function fixableCodes(record: ExecutionRecord, codes: readonly DoctorCode[]): readonly DoctorCode[] {
  if (!codes.every((it) => WORK_CODES.includes(it))) return [];
  const fixable: DoctorCode[] = lostJobs(record).length > 0 ? ['job-lost'] : [];
  return undelivered(record) === null ? fixable : [...fixable, 'delivery-job-lost'];
}

/** Parts that lost jobs are made again with. */
export type Fixing = Pick<EngineContext, 'store' | 'clock' | 'pipeline' | 'onRedelivery'>;

/** Recreates lost work if the run is still as it was read; otherwise does nothing. */
export async function fixWork(context: Fixing, record: ExecutionRecord): Promise<void> {
  const { workspaceId, executionId, seq } = record.state;
  const key = { workspaceId, executionId };
  const pending = undelivered(record);
  if (pending !== null) {
    // Requests the pending delivery: the store ensures a job under its own lock. A delivery made
    // meanwhile is sent again, as any delivery may be.
    await context.store.redeliver({ ...key, seq: pending, now: context.clock.now() });
    context.onRedelivery();
  }
  const jobs = lostJobs(record);
  // A refusal means that the run has changed; the next check shows the remaining faults.
  if (jobs.length > 0) await context.pipeline.submit(key, { kind: 'restore-jobs', seq, jobs });
}

/** True when the work of a run is complete. */
export const isFixed = (record: ExecutionRecord, code: DoctorCode): boolean =>
  !checkWork(record).some((it) => it.code === code);
