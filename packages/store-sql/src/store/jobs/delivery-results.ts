/** Results of deliveries: written together with their jobs, under the lock on their executions. */
import type { Claim, DeliveryResult } from '@org/approval-core/store';
import { JOB_UPDATE } from '../../schema/commit-lists.js';
import { deleteRows, insertRows, runAll, selectRows } from '../../schema/statements.js';
import type { RowOf } from '../../schema/tables.js';
import type { Session } from '../../sql/driver.js';
import { transact } from '../../sql/retry.js';
import type { StoreContext } from '../context.js';
import type { QueueScans } from './queue-scans.js';
import { validClaims, tokenKey } from './valid-claims.js';
import { byExecution, distinct, lockExecutions, pending } from './pending-deliveries.js';
import { DELIVERY_UPDATE, attemptedRow, deliveryJobRow } from '../rows/deliveries.js';
import { executionText, executionValues, executionValuesOf } from '../rows/executions.js';
import { jobValuesOf } from '../rows/jobs.js';
import { textKey } from '../text-key.js';

export async function recordResults(
  context: StoreContext,
  results: readonly DeliveryResult[],
  scans: QueueScans,
): Promise<(boolean | 'busy')[]> {
  if (results.length === 0) return [];
  let next: readonly RowOf<'jobs'>[] = [];
  const stored = await transact(context.driver, async (session, { afterLoss }) => {
    const claims = results.map((it) => it.claim);
    // Rows that another transaction has locked are skipped (see `judge` of commits).
    const executions = distinct(claims.map(({ job }) => executionValues(job)));
    const skip = !context.driver.hosted && !afterLoss;
    const locked = new Set((await lockExecutions(context, session, executions, skip)).map(executionText));
    const isFree = ({ job }: Claim) => locked.has(textKey(...executionValues(job)));
    const valid = await validClaims(context, session, claims.filter(isFree));
    const good = results.filter(({ claim }) => valid.has(tokenKey(claim)));
    next = await writeResults(context, session, good, jobsOf(good, valid));
    // A deleted execution has no job.
    const busy = await validClaims(
      context,
      session,
      claims.filter((it) => !isFree(it)),
      { lock: false },
    );
    return claims.map((claim) => valid.has(tokenKey(claim)) || (busy.has(tokenKey(claim)) && 'busy'));
  });
  // The next delivery of an execution is due since its event, which may be long ago.
  scans.written(() => next);
  return stored;
}

const jobsOf = (
  results: readonly DeliveryResult[],
  valid: ReadonlyMap<string, RowOf<'jobs'>>,
): RowOf<'jobs'>[] => results.flatMap(({ claim }) => valid.get(tokenKey(claim)) ?? []);

/**
 * Writes the results and releases the jobs: due with the next delivery, or deleted without one.
 * Returns the due ones.
 */
async function writeResults(
  context: StoreContext,
  session: Session,
  results: readonly DeliveryResult[],
  jobs: readonly RowOf<'jobs'>[],
): Promise<readonly RowOf<'jobs'>[]> {
  const byRow = new Map(
    results.map((it) => [textKey(textKey(...executionValues(it.claim.job)), it.seq), it] as const),
  );
  // One more than the results, to include the next due delivery.
  const executions = distinct(jobs.map(executionValuesOf));
  const found = await pending(context, session, executions, mostOfOne(results) + 1);
  const attempted: RowOf<'deliveries'>[] = [];
  const heads: RowOf<'deliveries'>[] = [];
  for (const rows of found.values()) {
    const after = rows.map((row) => {
      const result = byRow.get(textKey(executionText(row), row.seq));
      if (result === undefined) return row;
      const changed = attemptedRow(row, result);
      attempted.push(changed);
      return changed;
    });
    heads.push(...after.filter((row) => row.status === 'pending').slice(0, 1));
  }
  // A redelivery of earlier ones may be pending, so these may not be the next ones anymore.
  const missing = [...byRow.values()].filter(({ claim, seq }) => {
    const rows = found.get(textKey(...executionValues(claim.job)));
    return rows?.every((row) => row.seq !== seq) ?? true;
  });
  const others = missing.map((it) => [...executionValues(it.claim.job), it.seq]);
  for (const row of await selectRows(context, session, 'deliveries', others)) {
    const result = byRow.get(textKey(executionText(row), row.seq));
    if (result !== undefined) attempted.push(attemptedRow(row, result));
  }
  const headBy = byExecution(heads);
  const gone = distinct(jobs.filter((row) => !headBy.has(executionText(row))).map(jobValuesOf));
  const next = heads.map(deliveryJobRow);
  await runAll(context, session, [
    ...insertRows(context, 'deliveries', attempted, { update: DELIVERY_UPDATE }),
    ...deleteRows(context, 'jobs', gone),
    ...insertRows(context, 'jobs', next, { update: JOB_UPDATE }),
  ]);
  return next;
}

/** Highest number of results of one execution. */
function mostOfOne(results: readonly DeliveryResult[]): number {
  const counts = new Map<string, number>();
  for (const { claim } of results) counts.set(tokenKey(claim), (counts.get(tokenKey(claim)) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}
