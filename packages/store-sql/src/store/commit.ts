/**
 * Commits: a batch is one transaction. What it may write is looked at under locks, answered change by change, and
 * what stands is written together.
 */
import type { Change, CommitAnswer } from '@org/approval-core';
import type { Row } from '../sql/dialect.js';
import type { Session } from '../sql/driver.js';
import { transact } from '../sql/retry.js';
import { selectRows } from '../sql/statements.js';
import { writeChanges } from './commit-write.js';
import { type StoreContext, textKey } from './context.js';
import { heldClaims, tokenKey } from './held.js';

const COMMITTED: CommitAnswer = { kind: 'committed' };

export async function commit(context: StoreContext, changes: readonly Change[]): Promise<CommitAnswer[]> {
  if (changes.length === 0) return [];
  return transact(context.driver, async (session, { tries, afterLoss }) => {
    const answers = await judge(context, session, changes, tries > 0);
    await writeChanges(
      context,
      session,
      changes.filter((_, index) => answers[index]?.kind === 'committed'),
    );
    return afterLoss ? withOwn(context, session, changes, answers) : answers;
  });
}

/**
 * What each change will be told. All rows that the answers rest on are locked until the transaction ends. That a new
 * execution exists already is so rare that the first try leaves it to the key of its row.
 */
async function judge(
  context: StoreContext,
  session: Session,
  changes: readonly Change[],
  isRetry: boolean,
): Promise<CommitAnswer[]> {
  // First the executions, by themselves: whoever waited here reads the rest as it is now, not as it was.
  const known = changes.filter(({ expectedSeq }) => expectedSeq > 0 || isRetry);
  const seqs = await lockExecutions(context, session, known);
  const claims = changes.flatMap((change) => change.claims);
  const held = await heldClaims(context, session, claims);
  const creations = changes.filter((change) => change.expectedSeq === 0);
  const active = await lockDefinitions(context, session, creations);
  const taken = await takenKeys(context, session, creations);
  return changes.map((change): CommitAnswer => {
    const { state, expectedSeq } = change;
    const { workspaceId, executionId, definitionUid, idempotencyKey } = state;
    const key = textKey(workspaceId, executionId);
    if ((seqs.get(key) ?? 0) !== expectedSeq) return { kind: 'conflict' };
    const lost = change.claims.filter((claim) => !held.has(tokenKey(claim)));
    if (lost.length > 0) return { kind: 'lost-claims', claims: lost };
    if (expectedSeq > 0) return COMMITTED;
    const wanted = idempotencyKey === null ? null : textKey(workspaceId, idempotencyKey);
    if (wanted !== null && taken.has(wanted)) return { kind: 'duplicate' };
    if (!active.has(textKey(workspaceId, definitionUid))) return { kind: 'definition-gone' };
    // The rest of the batch sees it.
    seqs.set(key, state.seq);
    if (wanted !== null) taken.add(wanted);
    return COMMITTED;
  });
}

async function lockExecutions(
  context: StoreContext,
  session: Session,
  changes: readonly Change[],
): Promise<Map<string, number>> {
  const keys = changes.map(({ state }) => [state.workspaceId, state.executionId]);
  const columns = ['workspace_id', 'execution_id', 'seq'];
  const rows = await selectRows(context, session, 'executions', keys, { columns, lock: 'update' });
  return new Map(rows.map((row) => [executionKey(row), row['seq'] as number]));
}

const executionKey = (row: Row): string => textKey(row['workspace_id'], row['execution_id']);

/** The definitions that are active, and stay so until the transaction ends. */
async function lockDefinitions(
  context: StoreContext,
  session: Session,
  creations: readonly Change[],
): Promise<Set<string>> {
  const uids = new Map(
    creations.map(({ state: { workspaceId, definitionUid } }) => [
      textKey(workspaceId, definitionUid),
      [workspaceId, definitionUid],
    ]),
  );
  const columns = ['workspace_id', 'uid', 'deleted'];
  const rows = await selectRows(context, session, 'definitions', [...uids.values()], {
    columns,
    lock: 'share',
  });
  const active = rows.filter((row) => row['deleted'] === '');
  return new Set(active.map((row) => textKey(row['workspace_id'], row['uid'])));
}

async function takenKeys(
  context: StoreContext,
  session: Session,
  creations: readonly Change[],
): Promise<Set<string>> {
  const keys = creations.flatMap(({ state: { workspaceId, idempotencyKey } }) =>
    idempotencyKey === null ? [] : [[workspaceId, idempotencyKey]],
  );
  const columns = ['workspace_id', 'idempotency_key'];
  const rows = await selectRows(context, session, 'idempotency_keys', keys, { columns, lock: 'update' });
  return new Set(rows.map((row) => textKey(row['workspace_id'], row['idempotency_key'])));
}

/** After a commit whose answer was lost: what the try before has written is not a conflict but ours. */
async function withOwn(
  context: StoreContext,
  session: Session,
  changes: readonly Change[],
  answers: readonly CommitAnswer[],
): Promise<CommitAnswer[]> {
  const firsts = changes.map(({ state: { workspaceId, executionId }, expectedSeq }) => [
    workspaceId,
    executionId,
    expectedSeq + 1,
  ]);
  const rows = await selectRows(context, session, 'events', firsts, {
    columns: ['workspace_id', 'execution_id', 'event_id'],
  });
  const stored = new Set(rows.map((row) => textKey(executionKey(row), row['event_id'])));
  return changes.map(({ state: { workspaceId, executionId }, events: [first] }, index) => {
    const isOurs = stored.has(textKey(workspaceId, executionId, first?.eventId));
    return isOurs ? COMMITTED : (answers[index] as CommitAnswer);
  });
}
