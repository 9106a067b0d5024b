/** Claims that hold: the job is there, and has their token. */
import type { Claim, JobKey } from '@org/approval-core';
import type { Row } from '../sql/dialect.js';
import type { Session } from '../sql/driver.js';
import { selectRows } from '../sql/statements.js';
import { type StoreContext, textKey } from './context.js';

export const jobKey = ({ workspaceId, executionId, stepId, kind }: JobKey): string[] => [
  workspaceId,
  executionId,
  stepId,
  kind,
];

export const tokenKey = ({ job, token }: Claim): string => textKey(...jobKey(job), token);

/** The jobs of the claims that hold, by `tokenKey`; locked until the transaction ends. */
export async function heldClaims(
  context: StoreContext,
  session: Session,
  claims: readonly Claim[],
  { lock = true } = {},
): Promise<Map<string, Row>> {
  if (claims.length === 0) return new Map();
  const keys = [...new Map(claims.map(({ job }) => [textKey(...jobKey(job)), jobKey(job)])).values()];
  const rows = await selectRows(context, session, 'jobs', keys, lock ? { lock: 'update' } : {});
  return new Map(
    rows.map((row) => [
      textKey(
        row['workspace_id'],
        row['execution_id'],
        row['step_id'],
        row['kind'],
        row['token'] ?? undefined,
      ),
      row,
    ]),
  );
}
