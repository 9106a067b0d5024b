/**
 * A batch of commits as one statement: the function in the database judges and writes it. For each change it says what
 * `judge` of `commit.ts` would.
 */
import type { Change, CommitResult, KnownHead } from '@org/approval-core';
import { COMMIT_PARAMETERS, commitFunctionName } from '../schema/commit-function.js';
import { PROCEDURE_PARAMETERS, commitProcedureName } from '../schema/commit-procedure.js';
import { COMMIT_LIST_NAMES } from '../schema/commit-lists.js';
import { type Row, type Value, sql } from '../sql/dialect.js';
import { type Session, theRow } from '../sql/driver.js';
import type { Attempt } from '../sql/retry.js';
import { ROWS_OF, endedKeys } from './commit-rows.js';
import type { StoreContext } from './context.js';
import { textKey } from './text-key.js';

interface Answer {
  readonly results: string;
  readonly lost: string;
}

/** What the function says of a change; the host is asked elsewhere. */
type Told = Exclude<CommitResult['kind'], 'refused-by-host'>;

/** A batch as the database's own function takes it. */
export interface Call {
  readonly text: string;
  /** Behind the two flags. */
  readonly lists: readonly (string | null)[];
  /** What the database knows as yes and no. */
  readonly flag: (value: boolean) => Value;
}

/** A statement of more is not faster; and a packet of MySQL takes only so much. */
const LARGEST_CALL = 1_000_000;

/** Beyond, the work of reading JSON in the server costs more than the round trips that it saves (ADR 0030). */
const MOST_BY_PROCEDURE = 16;

/** null: the batch is to be committed statement by statement. */
export function callOf(context: StoreContext, changes: readonly Change[]): Call | null {
  const { dialect, names, driver, locksAreLocal, hasProcedure } = context;
  if (locksAreLocal === true) return null;
  if (dialect.commitsAtOnce) {
    const lists = listsOf(changes);
    const casts = COMMIT_PARAMETERS.map(() => '?::json').join(', ');
    const text = `select results, lost from ${commitFunctionName(names)}(?::boolean, ?::boolean, ${casts})`;
    return { text, lists: COMMIT_PARAMETERS.map((list) => jsonOf(lists[list])), flag };
  }
  // The procedure is a transaction by itself, so it would end that of the host.
  if (hasProcedure !== true || driver.hosted || changes.length > MOST_BY_PROCEDURE) return null;
  const lists = inOrder(listsOf(changes));
  const texts = PROCEDURE_PARAMETERS.map((list) => jsonOf(lists[list]));
  if (texts.reduce((length, it) => length + (it?.length ?? 0), 0) > LARGEST_CALL) return null;
  const text = `call ${commitProcedureName(names)}(${[0, 0, ...texts].map(() => '?').join(', ')})`;
  return { text, lists: texts, flag: Number };
}

export async function commitAtOnce(
  { driver }: Pick<StoreContext, 'driver'>,
  session: Session,
  changes: readonly Change[],
  { call, attempt }: { readonly call: Call; readonly attempt: Attempt },
): Promise<CommitResult[]> {
  const { text, lists, flag } = call;
  const wait = driver.hosted || attempt.afterLoss;
  const params = [flag(wait), flag(attempt.tries > 0), ...lists];
  const answer = theRow(await session.run(sql<Answer>(text, params)));
  const lost = new Set(numbersIn(answer.lost));
  const claims = changes.flatMap((change) => change.claims);
  const lostClaims = new Set(claims.filter((_, index) => lost.has(index)));
  const results = JSON.parse(answer.results) as Readonly<Record<number, Told>>;
  return changes.map((change, index): CommitResult => {
    const kind = results[index];
    if (kind === undefined)
      throw new Error(`the database said nothing of change ${index} of ${changes.length}`);
    if (kind !== 'lost-claims') return { kind };
    return { kind, claims: change.claims.filter((claim) => lostClaims.has(claim)) };
  });
}

/** Numbers of claims: a list of them, or the names of an object. */
function numbersIn(text: string): number[] {
  const value = JSON.parse(text) as readonly number[] | Readonly<Record<string, unknown>>;
  return Array.isArray(value) ? (value as number[]) : Object.keys(value).map(Number);
}

/** Locks are taken, and keys inserted, in the order of the lists: it must be one for everybody. */
function inOrder(lists: Partial<Record<string, ListRow[]>>): Partial<Record<string, ListRow[]>> {
  const by = (list: string, ...columns: readonly string[]): void => {
    const textOf = (row: ListRow): string => textKey(...columns.map((it) => String(row[it])));
    lists[list]?.sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
  };
  by('changes', 'workspace_id', 'execution_id');
  by('claims', 'workspace_id', 'execution_id', 'step_id', 'kind');
  by('keys', 'workspace_id', 'idempotency_key');
  return lists;
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
    for (const list of COMMIT_LIST_NAMES) {
      for (const row of ROWS_OF[list](change) as readonly Row[]) lists[list]?.push({ i, ...row });
    }
  });
  return lists;
}
