/** The cause of a step's end (contract section 17). */
import type { CompiledDefinition } from '../../compile/compiled.js';
import type { EndedStepStatus, StepState } from '../../interpreter/state.js';
import type { EndedBy } from '../../nodes/run-kind.js';
import { kindOf } from '../../nodes/run.js';

export type { EndedBy };

const BY_STATUS: Readonly<Record<Exclude<EndedStepStatus, 'completed'>, EndedBy>> = {
  skipped: 'skip',
  failed: 'failure',
  breached: 'breach',
  cancelled: 'cancel',
};

/** `step` has ended. */
export function endedBy(compiled: CompiledDefinition, step: StepState): EndedBy {
  if (step.overridden) return 'forced';
  if (step.status !== 'completed') return BY_STATUS[step.status as keyof typeof BY_STATUS];
  const node = compiled.nodes[step.nodeId];
  return node === undefined ? 'agent' : kindOf(node).completedBy(node, step);
}
