/**
 * Commits: a batch is one transaction. Its preconditions are read under locks, judged change by
 * change, and valid changes are written together. PostgreSQL does this in one function call,
 * MariaDB in a procedure, SQLite in a script that assumes success; elsewhere, and where that
 * assumption fails, this module does it.
 */
import type { Change, CommitHook, CommitResult } from '@org/approval-core/store';
import type { Session } from '../../sql/driver.js';
import { type Attempt, retryingBusy, transact, transactAlone } from '../../sql/retry.js';
import { hasNoRoutine } from '../../schema/routines.js';
import { selectRows } from '../../schema/statements.js';
import { callOf, commitByFunction } from './by-function.js';
import { scriptOf } from './by-script.js';
import { writeChanges } from './write.js';
import { type WriteWithHost, withHost } from './host-commit.js';
import type { StoreContext } from '../context.js';
import type { Call } from './lists.js';
import { outdatedHeads } from './known-heads.js';
import { lockDefinitions } from './lock-definitions.js';
import { validClaims, tokenKey } from '../jobs/valid-claims.js';
import { EXECUTION_KEY, executionText, executionValues } from '../rows/executions.js';
import { keyText } from '../rows/idempotency-keys.js';
import { textKey } from '../text-key.js';

const COMMITTED: CommitResult = { kind: 'committed' };

export async function commit(
  context: StoreContext,
  changes: readonly Change[],
  hook?: CommitHook,
): Promise<CommitResult[]> {
  if (changes.length === 0) return [];
  if (hook !== undefined)
    return withHost(context, changes, hook, (open, write) => statementByStatement(context, open, write));
  const call = callOf(context, changes);
  if (call !== null) return byFunction(context, changes, call);
  const byScript = await tryScript(context, changes);
  if (byScript === 'written') return changes.map(() => COMMITTED);
  return statementByStatement(context, changes, undefined, byScript === 'lost');
}

/**
 * Outcome of a script: written; not written, as it is too large or a precondition failed; or lost.
 */
async function tryScript(
  context: StoreContext,
  changes: readonly Change[],
): Promise<'written' | 'not-so' | 'lost'> {
  const { driver } = context;
  const { script } = driver;
  if (script === undefined || context.locksAreLocal === true) return 'not-so';
  try {
    const whole = scriptOf(context, changes);
    if (whole === null) return 'not-so';
    return (await retryingBusy(driver, () => script(whole))) ? 'written' : 'not-so';
  } catch (error) {
    const fault = driver.faultOf(error);
    if (fault === 'lost') return 'lost';
    if (fault === 'duplicate') return 'not-so';
    throw error;
  }
}

async function byFunction(
  context: StoreContext,
  changes: readonly Change[],
  call: Call,
): Promise<CommitResult[]> {
  let wasLost = false;
  try {
    return await transactAlone(context.driver, async (session, attempt) => {
      wasLost = attempt.afterLoss;
      const results = await commitByFunction(context, session, changes, { call, attempt });
      return attempt.afterLoss ? withOwn(context, session, changes, results) : results;
    });
  } catch (error) {
    if (!hasNoRoutine(error)) throw error;
    return statementByStatement(context, changes, undefined, wasLost);
  }
}

/**
 * @param write writes what stands, and rows of the host's own with it.
 * @param wasLost whether an answer was lost already: what it wrote may be there.
 */
const statementByStatement = (
  context: StoreContext,
  changes: readonly Change[],
  write: WriteWithHost = (session, good) => writeChanges(context, session, good),
  wasLost = false,
): Promise<CommitResult[]> =>
  transact(context.driver, async (session, { tries, afterLoss }) => {
    const attempt = { tries: tries + Number(wasLost), afterLoss: afterLoss || wasLost };
    const results = await judge(context, session, changes, attempt);
    const good = changes.filter((_, index) => results[index]?.kind === 'committed');
    await write(session, good);
    return attempt.afterLoss ? withOwn(context, session, changes, results) : results;
  });

/**
 * The result of each change. All rows that the results rest on stay locked until the transaction
 * ends. The first try leaves detection of an existing execution, which is rare, to the key of its
 * row. Rows that another transaction has locked are skipped: their change is `busy`. Two cases wait
 * instead: transactions of the host, and retries after a lost connection, whose own commit may
 * still be in progress.
 */
async function judge(
  context: StoreContext,
  session: Session,
  changes: readonly Change[],
  { tries, afterLoss }: Attempt,
): Promise<CommitResult[]> {
  // First the executions, by themselves: after a wait, the other reads then see the current state.
  const known = changes.filter(({ expectedSeq }) => expectedSeq > 0 || tries > 0);
  const skip = !context.driver.hosted && !afterLoss;
  const { seqs, busy } = await lockExecutions(context, session, known, skip);
  // The holder of an execution's lock may hold its jobs too.
  const free = changes.filter(({ state }) => !busy.has(textKey(state.workspaceId, state.executionId)));
  const claims = free.flatMap((change) => change.claims);
  const valid = await validClaims(context, session, claims);
  const creations = changes.filter((change) => change.expectedSeq === 0);
  const definitions = await lockDefinitions(context, session, creations, skip);
  const taken = await takenKeys(context, session, creations);
  const outdated = await outdatedHeads(context, session, creations);
  return changes.map((change): CommitResult => {
    const { state, expectedSeq } = change;
    const { workspaceId, executionId, definitionUid, idempotencyKey } = state;
    const key = textKey(workspaceId, executionId);
    if (busy.has(key)) return { kind: 'busy' };
    if ((seqs.get(key) ?? 0) !== expectedSeq) return { kind: 'conflict' };
    const lost = change.claims.filter((claim) => !valid.has(tokenKey(claim)));
    if (lost.length > 0) return { kind: 'lost-claims', claims: lost };
    if (expectedSeq > 0) return COMMITTED;
    const wanted = idempotencyKey === null ? null : textKey(workspaceId, idempotencyKey);
    if (wanted !== null && taken.has(wanted)) return { kind: 'duplicate' };
    const definition = definitions.get(textKey(workspaceId, definitionUid));
    if (definition === undefined || outdated.has(change)) return { kind: 'definition-gone' };
    if (definition === 'busy') return { kind: 'busy' };
    // Later changes of the batch see it.
    seqs.set(key, state.seq);
    if (wanted !== null) taken.add(wanted);
    return COMMITTED;
  });
}

interface Locked {
  readonly seqs: Map<string, number>;
  /** Existing executions that another transaction has locked. */
  readonly busy: ReadonlySet<string>;
}

async function lockExecutions(
  context: StoreContext,
  session: Session,
  changes: readonly Change[],
  skip: boolean,
): Promise<Locked> {
  const keys = changes.map(({ state }) => executionValues(state));
  const columns = [...EXECUTION_KEY, 'seq'] as const;
  const rows = await selectRows(context, session, 'executions', keys, { columns, lock: 'update', skip });
  const seqs = new Map(rows.map((row) => [executionText(row), row.seq]));
  const missing = skip ? keys.filter((key) => !seqs.has(textKey(...key))) : [];
  const locked = await selectRows(context, session, 'executions', missing, { columns: EXECUTION_KEY });
  return { seqs, busy: new Set(locked.map(executionText)) };
}

async function takenKeys(
  context: StoreContext,
  session: Session,
  creations: readonly Change[],
): Promise<Set<string>> {
  const keys = creations.flatMap(({ state: { workspaceId, idempotencyKey } }) =>
    idempotencyKey === null ? [] : [[workspaceId, idempotencyKey]],
  );
  const rows = await selectRows(context, session, 'idempotency_keys', keys, {
    columns: ['workspace_id', 'idempotency_key'],
    lock: 'update',
  });
  return new Set(rows.map(keyText));
}

/** After a commit whose result was lost: rows of the previous try are our own, not a conflict. */
async function withOwn(
  context: StoreContext,
  session: Session,
  changes: readonly Change[],
  results: readonly CommitResult[],
): Promise<CommitResult[]> {
  const firsts = changes.map(({ state, expectedSeq }) => [...executionValues(state), expectedSeq + 1]);
  const rows = await selectRows(context, session, 'commits', firsts, {
    columns: [...EXECUTION_KEY, 'event_id'],
  });
  const stored = new Set(rows.map((row) => textKey(executionText(row), row.event_id)));
  return results.map((result, index) => {
    const change = changes[index];
    if (change === undefined) return result;
    const isOurs = stored.has(textKey(...executionValues(change.state), change.events[0]?.eventId));
    return isOurs ? COMMITTED : result;
  });
}
