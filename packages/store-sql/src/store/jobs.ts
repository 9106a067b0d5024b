/** What the holder of a claim can do. Every write checks the token, under a lock on the job. */
import type { Claim, JobStore } from '@org/approval-core';
import type { Row, Sql } from '../sql/dialect.js';
import { transact } from '../sql/retry.js';
import { deleteRows, insertRows, runAll } from '../sql/statements.js';
import { claimJobs } from './claim.js';
import { type StoreContext, databaseNow } from './context.js';
import { heldClaims, tokenKey } from './held.js';

export const jobStore = (context: StoreContext): JobStore => ({
  claimJobs: (request) => claimJobs(context, request),
  extendJobs: (claims, { leaseMs }) =>
    // The clock is read behind the locks: waiting for them must not shorten the lease.
    onHeld(context, claims, (rows, now) =>
      insertRows(
        context,
        'jobs',
        rows.map((row) => ({ ...row, claimable_at: now + leaseMs })),
        { update: ['claimable_at'] },
      ),
    ),
  finishJobs: (claims) =>
    onHeld(context, claims, (rows) =>
      deleteRows(
        context,
        'jobs',
        rows.map((row) =>
          ['workspace_id', 'execution_id', 'step_id', 'kind'].map((name) => row[name] ?? null),
        ),
      ),
    ),
  releaseJobs: async (claims) => {
    await onHeld(context, claims, (rows) =>
      insertRows(
        context,
        'jobs',
        rows.map((row) => ({ ...row, claimable_at: row['due_at'] ?? 0, token: null })),
        { update: ['claimable_at', 'token'] },
      ),
    );
  },
});

/** Writes to the jobs whose claims hold; for each claim whether it did. */
async function onHeld(
  context: StoreContext,
  claims: readonly Claim[],
  writes: (rows: readonly Row[], now: number) => readonly Sql[],
): Promise<boolean[]> {
  if (claims.length === 0) return [];
  return transact(context.driver, async (session) => {
    const held = await heldClaims(context, session, claims);
    const keys = [...new Set(claims.map(tokenKey))].filter((key) => held.has(key));
    const rows = keys.map((key) => held.get(key) as Row);
    if (rows.length > 0) {
      await runAll(context, session, writes(rows, await databaseNow(context, session)));
    }
    return claims.map((claim) => held.has(tokenKey(claim)));
  });
}
