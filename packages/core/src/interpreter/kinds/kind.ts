/** What a kind of node must say for itself. Shared code never branches on a kind. */
import type { CompiledNode } from '../../compile/compiled.js';
import type { StepState } from '../state.js';
import type { Turn } from '../turn.js';

export interface NodeKind<N extends CompiledNode> {
  /** The step has been scheduled: begin it, or leave a job that will. */
  readonly enter: (turn: Turn, step: StepState, node: N) => void;
}

/** The first step of a run that does something makes it running. */
export function markRunning(turn: Turn): void {
  if (turn.state.status === 'pending') turn.emit('execution.started', null, {});
}
