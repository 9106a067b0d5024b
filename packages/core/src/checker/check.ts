/** Looks for what can never be: in the record of an execution, and in a change before it is committed. */
import { describeError } from '../definition/json.js';
import { evolve } from '../interpreter/evolve.js';
import { type ExecutionState, initialState } from '../interpreter/state.js';
import type { Change } from '../ports/store/executions.js';
import { INVARIANTS, type InvariantCode, foldFaults } from './invariants.js';
import type { ExecutionRecord, Fault, Invariant } from './record.js';
import { WORK_INVARIANTS } from './work.js';

/** Something that can never be, and is: a fault of the engine, of a store, or of whoever wrote into its tables. */
export interface Finding {
  /** The rule that does not hold. */
  readonly code: InvariantCode;
  /** What should hold, and what is there in its place. */
  readonly message: string;
  readonly workspaceId: string;
  readonly executionId: string;
  /** The step that it is about; null: none, or more than one. */
  readonly stepId: string | null;
  /** The event that shows it; null: no single one does. */
  readonly seq: number | null;
}

/**
 * Everything that the record of an execution violates; empty if all is well. Pure: it reads no store and no clock. A record
 * that is so broken that a rule cannot be looked at is a finding of that rule.
 * @example
 * ```ts
 * import { compileDefinition } from '@org/approval-core';
 * import { checkExecution, initialState } from '@org/approval-core/interpreter';
 *
 * const agent = { nodeId: 'check', type: 'agent', config: { agentId: 'a', urlPath: 'url' } } as const;
 * const checked = compileDefinition({ definitionId: 'checked', name: 'Check', nodes: [agent], edges: [] });
 * if (!checked.ok) throw new Error('not valid');
 * const header = { workspaceId: 'w', executionId: 'e', definitionUid: 'u', definitionVersion: 1 };
 * const run = { definitionId: 'checked', correlationId: 'c', idempotencyKey: null, organizationId: null, documentId: null };
 * const state = initialState({ ...header, ...run, triggerContext: {}, webhookUrl: null, createdAt: 0 });
 * const findings = checkExecution({ compiled: checked.compiled, state: { ...state, seq: 1 }, events: [] });
 * console.log(findings.map((it) => it.code)); // → [ 'state-is-not-the-fold', 'end-and-open-steps-disagree' ]
 * ```
 */
export const checkExecution = (record: ExecutionRecord): Finding[] => findingsOf(INVARIANTS, record);

/** What is wrong with the jobs and deliveries of an execution: the part of `checkExecution` that events alone do not show. */
export const checkWork = (record: ExecutionRecord): Finding[] => findingsOf(WORK_INVARIANTS, record);

function findingsOf(
  invariants: readonly ((typeof INVARIANTS)[number] | (typeof WORK_INVARIANTS)[number])[],
  record: ExecutionRecord,
): Finding[] {
  const { workspaceId, executionId } = record.state;
  return invariants.flatMap(({ code, name, check }) =>
    faultsOf(check, record).map((fault): Finding => {
      const { what, stepId = null, seq = null } = typeof fault === 'string' ? { what: fault } : fault;
      return { code, message: `${name}: ${what}`, workspaceId, executionId, stepId, seq };
    }),
  );
}

/** What was written by nobody of ours may be anything: what a rule stumbles over, it has found. */
function faultsOf(check: Invariant['check'], record: ExecutionRecord): readonly Fault[] {
  try {
    return check(record);
  } catch (error) {
    return [`it cannot be looked at: ${describeError(error)}`];
  }
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
  const where = { workspaceId, executionId, stepId: null, seq: null };
  return faults.map(([code, message]) => ({ code, message, ...where }));
}
