/** Checks invariants in the record of an execution, and in a change before it is committed. */
import { describeError } from '../definition/json.js';
import { evolve } from '../interpreter/evolve.js';
import { type ExecutionState, initialState } from '../interpreter/state.js';
import type { Change } from '../ports/store/executions.js';
import { INVARIANTS, type InvariantCode, foldFaults } from './invariants.js';
import type { ExecutionRecord, Fault, Invariant } from './record.js';
import { WORK_INVARIANTS } from './work.js';

/** A violated invariant: a fault of the engine, of a store, or of a write to its tables. */
export interface Finding {
  /** Code of the violated rule. */
  readonly code: InvariantCode;
  /** Message with the rule and the violation. */
  readonly message: string;
  readonly workspaceId: string;
  readonly executionId: string;
  /** Step concerned; null if none, or more than one. */
  readonly stepId: string | null;
  /** Event that shows the violation; null if no single one does. */
  readonly seq: number | null;
}

/**
 * Returns all violations in the record of an execution; empty if it is consistent. Pure: reads no
 * store and no clock. A record too damaged for a rule to check is a finding of that rule.
 * @example
 * ```ts
 * import { compileDefinition } from '@org/approval-core';
 * import { checkExecution, initialState } from '@org/approval-core/interpreter';
 *
 * const agent = {
 *   nodeId: 'check',
 *   type: 'agent',
 *   config: { agentId: 'a', urlPath: 'url' },
 * } as const;
 * const checked = compileDefinition({
 *   definitionId: 'checked',
 *   name: 'Check',
 *   nodes: [agent],
 *   edges: [],
 * });
 * if (!checked.ok) throw new Error('not valid');
 * const header = { workspaceId: 'w', executionId: 'e', definitionUid: 'u', definitionVersion: 1 };
 * const run = {
 *   definitionId: 'checked',
 *   correlationId: 'c',
 *   idempotencyKey: null,
 *   organizationId: null,
 *   documentId: null,
 * };
 * const state = initialState({
 *   ...header,
 *   ...run,
 *   triggerContext: {},
 *   webhookUrl: null,
 *   createdAt: 0,
 * });
 * const findings = checkExecution({
 *   compiled: checked.compiled,
 *   state: { ...state, seq: 1 },
 *   events: [],
 * });
 * console.log(findings.map((it) => it.code));
 * // → [ 'state-is-not-the-fold', 'end-and-open-steps-disagree' ]
 * ```
 */
export const checkExecution = (record: ExecutionRecord): Finding[] => findingsOf(INVARIANTS, record);

/** Checks only the jobs and deliveries of an execution. */
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

/** Runs a check. A damaged record can hold anything, so an error is a finding. */
function faultsOf(check: Invariant['check'], record: ExecutionRecord): readonly Fault[] {
  try {
    return check(record);
  } catch (error) {
    return [`it cannot be checked: ${describeError(error)}`];
  }
}

/**
 * Returns the faults of a change to be committed on `stored` (null for a new execution). Its seqs
 * must follow, and folding its events on the old state must give the new state.
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
