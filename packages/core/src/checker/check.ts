/** Looks for what can never be: in the record of an execution, and in a change before it is committed. */
import { evolve } from '../interpreter/evolve.js';
import { type ExecutionState, initialState } from '../interpreter/state.js';
import type { Change } from '../ports/store/executions.js';
import { INVARIANTS, type InvariantCode, foldFaults } from './invariants.js';
import type { ExecutionRecord } from './record.js';
import { WORK_INVARIANTS } from './work.js';

/** Something that can never be, and is: a fault of the engine, of a store, or of whoever wrote into its tables. */
export interface Finding {
  /** The rule that does not hold. */
  readonly code: InvariantCode;
  /** What should hold, and what is there in its place. */
  readonly message: string;
  readonly workspaceId: string;
  readonly executionId: string;
}

/** Everything that the record of an execution violates; empty if all is well. Pure: it reads no store and no clock. */
export const checkExecution = (record: ExecutionRecord): Finding[] => findingsOf(INVARIANTS, record);

/** What is wrong with the jobs and deliveries of an execution: the part of `checkExecution` that events alone do not show. */
export const checkWork = (record: ExecutionRecord): Finding[] => findingsOf(WORK_INVARIANTS, record);

function findingsOf(
  invariants: readonly ((typeof INVARIANTS)[number] | (typeof WORK_INVARIANTS)[number])[],
  record: ExecutionRecord,
): Finding[] {
  const { workspaceId, executionId } = record.state;
  return invariants.flatMap(({ code, name, check }) =>
    check(record).map((what): Finding => ({ code, message: `${name}: ${what}`, workspaceId, executionId })),
  );
}

/**
 * Everything that is wrong with a change which is to be committed on `stored` (null: the execution is new): its seqs
 * must follow, and the fold of its events on the state before must be the state after.
 */
export function checkChange(stored: ExecutionState | null, change: Change): Finding[] {
  const { workspaceId, executionId } = change.state;
  const before = stored ?? initialState(change.state);
  const seqs = change.events.map((event) => event.seq - change.expectedSeq);
  const follows = seqs.length > 0 && seqs.every((seq, index) => seq === index + 1);
  const faults: [InvariantCode, string][] = foldFaults(change.state, () =>
    change.events.reduce(evolve, before),
  ).map((what) => ['state-is-not-the-fold', `the fold of the events is not the state: ${what}`]);
  if (!follows) {
    faults.push(['seq-has-gaps', `events do not follow seq ${change.expectedSeq}: ${seqs.join()}`]);
  }
  return faults.map(([code, message]) => ({ code, message, workspaceId, executionId }));
}
