/** The part of a kind of node in the interpreter. Shared code never branches on a kind. */
import type { CompiledNode } from '../compile/compiled.js';
import { EMPTY_OBJECT, type JsonObject } from '../definition/json.js';
import type { EventData } from '../interpreter/event.js';
import type { ReviewDecision, StepState } from '../interpreter/state.js';
import type { Transition } from '../interpreter/transition.js';

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

/** What an open step waits for. */
export type WaitsFor = 'directory' | 'people' | 'agent' | 'retry' | 'callback' | 'resolutions';

/** What ended a step. */
export type EndedBy =
  | 'rule'
  | 'rejection'
  | 'veto'
  | 'out-of-reach'
  | 'forced'
  | 'breach'
  | 'cancel'
  | 'failure'
  | 'skip'
  | 'agent';

/** The behavior of a kind of node in a run. Methods, so that the entry of each kind is one of any node (`run.ts`). */
export interface NodeKind<N extends CompiledNode> {
  /** The step has been scheduled: begins it, or leaves a job that will. */
  enter(transition: Transition, step: StepState, node: N, source: StepSource): void;
  /** Returns what can be read of a step that has not given its final output, without a decision. */
  outputSoFar(node: N, step: StepState): JsonObject | null;
  /** Returns the names of the input that the node takes from elsewhere → dot-path. */
  inputMapping(node: N): Readonly<Record<string, string>>;
  /** Returns what the engine says of a waiting step that is ended by force; it wins over what the caller says. */
  forcedOutput(node: N, step: StepState, ending: ForcedEnding): JsonObject;
  /** Returns what `step.completed` says of this kind alone. */
  completedData(node: N): Pick<EventData['step.completed'], 'agentId'>;
  /** Returns what an open step waits for. */
  waitsFor(step: StepState): WaitsFor;
  /** Returns what ended a completed step that was not ended by force. */
  completedBy(node: N, step: StepState): EndedBy;
}

/** The first step of a run that does something makes it running. */
export function markRunning(transition: Transition): void {
  if (transition.state.status === 'pending') transition.emit('execution.started', null, EMPTY_OBJECT);
}
