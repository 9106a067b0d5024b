/**
 * A batch of commits as one statement: the function in the database judges and writes it. For each change it says what
 * `judge` of `commit.ts` would.
 */
import type { Change, CommitResult, KnownHead } from '@org/approval-core';
import { COMMIT_PARAMETERS, commitFunctionName } from '../schema/commit-function.js';
import { COMMIT_LIST_NAMES } from '../schema/commit-lists.js';
import { type Row, type Value, sql } from '../sql/dialect.js';
import { type Session, theRow } from '../sql/driver.js';
import type { Attempt } from '../sql/retry.js';
import { endedKeys, rowsOf } from './commit-rows.js';
import type { StoreContext } from './context.js';

interface Answer {
  readonly results: string;
  readonly lost: string;
}

/** What the function says of a change; the host is asked elsewhere. */
type Told = Exclude<CommitResult['kind'], 'refused-by-host'>;

export async function commitAtOnce(
  context: StoreContext,
  session: Session,
  changes: readonly Change[],
  { tries, afterLoss }: Attempt,
): Promise<CommitResult[]> {
  const lists = listsOf(changes);
  const text = `select results, lost from ${commitFunctionName(context.names)}(?::boolean, ?::boolean, ${COMMIT_PARAMETERS.map(
    () => '?::json',
  ).join(', ')})`;
  const wait = context.driver.hosted || afterLoss;
  const params = [flag(wait), flag(tries > 0), ...COMMIT_PARAMETERS.map((list) => jsonOf(lists[list]))];
  const answer = theRow(await session.run(sql<Answer>(text, params)));
  const lost = new Set(JSON.parse(answer.lost) as number[]);
  const claims = changes.flatMap((change) => change.claims);
  const lostClaims = new Set(claims.filter((_, index) => lost.has(index)));
  return (JSON.parse(answer.results) as Told[]).map((kind, index): CommitResult => {
    if (kind !== 'lost-claims') return { kind };
    return { kind, claims: changes[index]?.claims.filter((claim) => lostClaims.has(claim)) ?? [] };
  });
}

const flag = (value: boolean): string => (value ? 'true' : 'false');
const jsonOf = (rows: readonly object[] | undefined): string | null =>
  rows === undefined || rows.length === 0 ? null : JSON.stringify(rows);

const headRow = ({ head, ...key }: KnownHead): Row => ({
  workspace_id: key.workspaceId,
  organization_id: key.organizationId ?? '',
  document_id: key.documentId ?? '',
  definition_id: key.definitionId,
  uid: head?.uid ?? null,
  version: head?.version ?? null,
});

/** A row, and which change it is of. */
type ListRow = Readonly<Record<string, Value | boolean>>;

function listsOf(changes: readonly Change[]): Partial<Record<string, ListRow[]>> {
  const lists: Record<string, ListRow[]> = { changes: [], heads: [], claims: [], ended: [] };
  for (const list of COMMIT_LIST_NAMES) lists[list] = [];
  let claims = 0;
  changes.forEach((change, i) => {
    const { workspaceId, executionId, definitionUid, idempotencyKey } = change.state;
    const key = { workspace_id: workspaceId, execution_id: executionId };
    lists['changes']?.push({
      i,
      ...key,
      expected: change.expectedSeq,
      uid: definitionUid,
      key: idempotencyKey,
    });
    for (const known of change.knownHeads ?? []) lists['heads']?.push({ i, ...headRow(known) });
    for (const { job, token, finishes } of change.claims) {
      const { workspaceId: workspace_id, executionId: execution_id, stepId: step_id, kind } = job;
      lists['claims']?.push({ n: claims++, i, workspace_id, execution_id, step_id, kind, token, finishes });
    }
    for (const [, , step_id = ''] of endedKeys(change)) lists['ended']?.push({ i, ...key, step_id });
    const rows = rowsOf(change);
    for (const list of COMMIT_LIST_NAMES) {
      for (const row of rows[list] as readonly Row[]) lists[list]?.push({ i, ...row });
    }
  });
  return lists;
}
