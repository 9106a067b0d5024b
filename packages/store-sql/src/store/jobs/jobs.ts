/** Operations for the holder of a claim. Every write checks the token, under a lock on the job. */
import type { Claim, JobKey, JobStore, StoredJob } from '@org/approval-core/store';
import type { RowOf } from '../../schema/tables.js';
import type { Sql } from '../../sql/dialect.js';
import { read, transact } from '../../sql/retry.js';
import { deleteRows, insertRows, runAll, selectRows } from '../../schema/statements.js';
import { claimJobs } from './claim.js';
import { type StoreContext, databaseNow } from '../context.js';
import type { QueueScans } from './queue-scans.js';
import { validClaims, tokenKey } from './valid-claims.js';
import { listClaims, newWorker } from './live-claims.js';
import { executionText, executionValues } from '../rows/executions.js';
import { jobValuesOf, storedJobOf } from '../rows/jobs.js';
import { textKey } from '../text-key.js';

export function jobStore(context: StoreContext, scans: QueueScans): JobStore {
  const worker = newWorker();
  return {
    claimJobs: (request) => claimJobs(context, request, { worker, scans }),
    extendJobs: (claims, { leaseMs }) =>
      // The clock is read behind the locks: a wait must not shorten the lease.
      onValid(context, claims, (rows, now) =>
        insertRows(
          context,
          'jobs',
          rows.map((row) => ({ ...row, claimable_at: now + leaseMs })),
          { update: ['claimable_at'] },
        ),
      ),
    finishJobs: (claims) =>
      onValid(context, claims, (rows) => deleteRows(context, 'jobs', rows.map(jobValuesOf))),
    async releaseJobs(claims) {
      let back: readonly RowOf<'jobs'>[] = [];
      await onValid(context, claims, (rows) => {
        back = rows.map((row) => ({ ...row, claimable_at: row.due_at, token: null }));
        return insertRows(context, 'jobs', back, { update: ['claimable_at', 'token'] });
      });
      scans.written(() => back);
    },
    listJobs: (executions) => listJobs(context, executions),
    listClaims: ({ workspaceId }) => listClaims(context, workspaceId),
  };
}

async function listJobs(
  context: StoreContext,
  executions: readonly Pick<JobKey, 'workspaceId' | 'executionId'>[],
): Promise<StoredJob[][]> {
  if (executions.length === 0) return [];
  const rows = await read(context.driver, (session) =>
    selectRows(context, session, 'jobs', executions.map(executionValues)),
  );
  const found = new Map<string, StoredJob[]>();
  for (const row of rows) {
    const key = executionText(row);
    found.set(key, [...(found.get(key) ?? []), storedJobOf(row)]);
  }
  return executions.map((it) => found.get(textKey(...executionValues(it))) ?? []);
}

/** Writes to the jobs whose claims are valid; returns for each claim if it was. */
async function onValid(
  context: StoreContext,
  claims: readonly Claim[],
  writes: (rows: readonly RowOf<'jobs'>[], now: number) => Iterable<Sql>,
): Promise<boolean[]> {
  if (claims.length === 0) return [];
  return transact(context.driver, async (session) => {
    const valid = await validClaims(context, session, claims);
    const wanted = new Set(claims.map(tokenKey));
    const rows = [...valid].filter(([key]) => wanted.has(key)).map(([, row]) => row);
    if (rows.length > 0) {
      await runAll(context, session, writes(rows, await databaseNow(context, session)));
    }
    return claims.map((claim) => valid.has(tokenKey(claim)));
  });
}
