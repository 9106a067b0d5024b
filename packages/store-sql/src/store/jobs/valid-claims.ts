/** Claims that are valid: the job exists and has their token. */
import type { Claim } from '@org/approval-core/store';
import type { RowOf } from '../../schema/tables.js';
import type { Session } from '../../sql/driver.js';
import { selectRows } from '../../schema/statements.js';
import type { StoreContext } from '../context.js';
import { jobValues, tokenTextOf } from '../rows/jobs.js';
import { textKey } from '../text-key.js';

export const tokenKey = ({ job, token }: Claim): string => textKey(...jobValues(job), token);

/** The jobs of the valid claims, by `tokenKey`; locked until the transaction ends. */
export async function validClaims(
  context: StoreContext,
  session: Session,
  claims: readonly Claim[],
  { lock = true } = {},
): Promise<Map<string, RowOf<'jobs'>>> {
  if (claims.length === 0) return new Map();
  const keys = [...new Map(claims.map(({ job }) => [textKey(...jobValues(job)), jobValues(job)])).values()];
  const rows = await selectRows(context, session, 'jobs', keys, lock ? { lock: 'update' } : {});
  return new Map(rows.flatMap((row) => (row.token === null ? [] : [[tokenTextOf(row), row]])));
}
