/** What a kind of node must say for itself. Shared code never branches on a kind. */
import type { CompiledNode } from '../../compile/compiled.js';
import { EMPTY_OBJECT, type JsonObject } from '../../definition/json.js';
import type { EventData } from '../event.js';
import type { ReviewDecision, StepState } from '../state.js';
import type { Transition } from '../transition.js';

/** What a node can take from elsewhere: the output of the step before, and what the run is about. */
export type StepSource = {
  readonly output: JsonObject | null;
  readonly execution: { readonly input: JsonObject };
};

/** How an administrator ends a waiting step. */
interface ForcedEnding {
  /** null: completed without a decision. */
  readonly decision: ReviewDecision | null;
  readonly actorId: string;
  readonly reason: string | null;
  readonly at: number;
}

export interface NodeKind<N extends CompiledNode> {
  /** Whether people decide its steps, so that a loop can take their rejection and an administrator can speak for them. */
  readonly isDecidedByPeople: boolean;
  /** The step has been scheduled: begin it, or leave a job that will. */
  readonly enter: (transition: Transition, step: StepState, node: N, source: StepSource) => void;
  /** What can be read of a step that has not given its final output, without a decision. */
  readonly outputSoFar: (node: N, step: StepState) => JsonObject | null;
  /** Names of the input that the node takes from elsewhere → dot-path. */
  readonly inputMapping: (node: N) => Readonly<Record<string, string>>;
  /** What the engine says of a waiting step that is ended by force; it wins over what the caller says. */
  readonly forcedOutput: (node: N, step: StepState, ending: ForcedEnding) => JsonObject;
  /** What `step.completed` says of this kind alone. */
  readonly completedData: (node: N) => Pick<EventData['step.completed'], 'agentId'>;
}

/** The first step of a run that does something makes it running. */
export function markRunning(transition: Transition): void {
  if (transition.state.status === 'pending') transition.emit('execution.started', null, EMPTY_OBJECT);
}
