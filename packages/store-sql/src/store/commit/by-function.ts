/**
 * A batch of commits as one statement: a function in the database judges and writes it. It returns
 * the results that `judge` of `commit.ts` would.
 */
import type { Change, CommitResult } from '@org/approval-core/store';
import { sql } from '../../sql/dialect.js';
import { type Session, theRow } from '../../sql/driver.js';
import type { Attempt } from '../../sql/retry.js';
import type { StoreContext } from '../context.js';
import { functionCall } from './function-call.js';
import type { Call } from './lists.js';
import { procedureCall } from './procedure-call.js';

interface Answer {
  /** null: all are committed. */
  readonly results: string | null;
  readonly lost: string | null;
}

/** Results of the function; the host's hook runs elsewhere. */
type Result = Exclude<CommitResult['kind'], 'refused-by-host'>;

/** null: the batch must be committed statement by statement. */
export function callOf(context: StoreContext, changes: readonly Change[]): Call | null {
  const { dialect, driver, locksAreLocal, hasProcedure } = context;
  if (locksAreLocal === true) return null;
  if (dialect.hasCommitFunction) return functionCall(context, changes);
  // The procedure is a transaction by itself, so it would end the host's.
  return hasProcedure === true && !driver.hosted ? procedureCall(context, changes) : null;
}

const COMMITTED: CommitResult = { kind: 'committed' };

export async function commitByFunction(
  { driver }: Pick<StoreContext, 'driver'>,
  session: Session,
  changes: readonly Change[],
  { call, attempt }: { readonly call: Call; readonly attempt: Attempt },
): Promise<CommitResult[]> {
  const { text, params, flag } = call;
  const wait = driver.hosted || attempt.afterLoss;
  const statement = sql<Answer>(text, [flag(wait), flag(attempt.tries > 0), ...params]);
  const answer = theRow(await session.run(statement));
  if (answer.results === null || answer.lost === null) return changes.map(() => COMMITTED);
  const lost = new Set(numbersIn(answer.lost));
  const claims = changes.flatMap((change) => change.claims);
  const lostClaims = new Set(claims.filter((_, index) => lost.has(index)));
  const results = JSON.parse(answer.results) as Readonly<Record<number, Result>>;
  return changes.map((change, index): CommitResult => {
    const kind = results[index];
    if (kind === undefined)
      throw new Error(`the database returned no result for change ${index} of ${changes.length}`);
    if (kind !== 'lost-claims') return { kind };
    return { kind, claims: change.claims.filter((claim) => lostClaims.has(claim)) };
  });
}

/** Numbers of claims: an array, or the keys of an object. */
function numbersIn(text: string): number[] {
  const value = JSON.parse(text) as readonly number[] | Readonly<Record<string, unknown>>;
  return Array.isArray(value) ? (value as number[]) : Object.keys(value).map(Number);
}
