/** A node kind's part in the interpreter. Shared code never branches on a kind. */
import type { CompiledNode } from '../compile/compiled.js';
import { EMPTY_OBJECT, type JsonObject } from '../definition/json.js';
import type { EventData } from '../interpreter/event.js';
import type { ReviewDecision, StepState } from '../interpreter/state.js';
import type { Transition } from '../interpreter/transition.js';
import type { Call, CallAnswer, CallFailure, CallbackAddress, CalledBack } from '../interpreter/calls.js';
import type { HandlerResult } from '../interpreter/command.js';
import type { NodeWork } from './run-work.js';

/** Sources of a node's input: the output of the previous step, and the input of the execution. */
export type StepSource = {
  readonly output: JsonObject | null;
  readonly execution: { readonly input: JsonObject };
};

/** A waiting step's end, forced by an administrator. */
interface ForcedEnding {
  /** null if completed without a decision. */
  readonly decision: ReviewDecision | null;
  readonly actorId: string;
  readonly reason: string | null;
  readonly at: number;
}

/** Kinds of things that an open step waits for. */
export type WaitsFor =
  | 'directory'
  | 'people'
  | 'agent'
  | 'call'
  | 'retry'
  | 'callback'
  | 'resolutions'
  | 'time'
  | 'signal'
  | 'run';

/** Causes of a step's end. */
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
  | 'agent'
  | 'call'
  | 'end'
  | 'wait'
  | 'run';

/** A callback, with the fingerprint that tells repeats. */
export interface CalledBackBy extends CalledBack {
  readonly fingerprint: string;
}

/** Effect of a callback; `unexpected` for a step that waits for none. */
export type TakenCallback = HandlerResult<null> | 'unexpected';

/** Calls of a node kind to the outside. Methods, so that each entry fits any node. */
export interface NodeCalls<N> {
  /** Returns the call of the attempt that began; null if the step ended instead. */
  begin(transition: Transition, step: StepState, node: N, callback: CallbackAddress | null): Call | null;
  /** Maximum time of all attempts in ms; null without one. */
  maxRuntimeMs(node: N): number | null;
  /** Takes a response. */
  returned(transition: Transition, step: StepState, node: N, answer: CallAnswer): void;
  /** Takes a failure without a response. */
  failed(transition: Transition, step: StepState, node: N, failure: CallFailure): void;
}

/** The interpreter's entry of a node kind. Methods, so that each entry fits any node (`run.ts`). */
export interface NodeKind<N extends CompiledNode> {
  /** Begins a scheduled step, or schedules a job that will. */
  enter(transition: Transition, step: StepState, node: N, source: StepSource): void;
  /** Returns the output so far of an unfinished step, without a decision. */
  outputSoFar(node: N, step: StepState): JsonObject | null;
  /** Returns the node's input mapping, from names to dot-paths. */
  inputMapping(node: N): Readonly<Record<string, string>>;
  /** Returns the engine's output of a forced end. It wins over the caller's output. */
  forcedOutput(node: N, step: StepState, ending: ForcedEnding): JsonObject;
  /** Returns fields of `step.completed` that only this kind has. */
  completedData(node: N): Pick<EventData['step.completed'], 'agentId'>;
  /** Returns what an open step waits for. */
  waitsFor(step: StepState): WaitsFor;
  /** Returns the cause of a completed step's end, unless it was forced. */
  completedBy(node: N, step: StepState): EndedBy;
  /** Returns true if a completed step of the node has a decision, unless it was forced. */
  decides(node: N): boolean;
  /** Calls of its steps to the outside; absent for a kind without calls. */
  readonly calls?: NodeCalls<N>;
  /** Takes the result of a callback; absent for a kind that expects none. */
  calledBack?(transition: Transition, step: StepState, node: N, by: CalledBackBy): TakenCallback;
  /** Returns the name of the signal that its steps wait for; null for none. */
  signalOf?(node: N): string | null;
  /** Returns the calendars that its steps need, besides that of its deadline. */
  calendarsOf?(node: N): readonly string[];
  /** Returns true if its steps give the subject to what they start. */
  passesSubject?(node: N): boolean;
  /** Work of its steps. Required on a kind with jobs (`closed-sets.test.ts`). */
  readonly work?: NodeWork<N>;
}

/** Entry of a kind whose steps end as they start, and have no output of their own. */
export const PLAIN = {
  outputSoFar: (_, step) => step.output,
  inputMapping: () => ({}),
  forcedOutput: () => ({}),
  completedData: () => ({}),
  waitsFor: () => 'agent',
  completedBy: () => 'agent',
  decides: () => false,
} as const satisfies Omit<NodeKind<CompiledNode>, 'enter'>;

/** Returns what a step that calls waits for. */
export const waitsForCall = (step: StepState): 'call' | 'retry' =>
  step.attempt > 1 && (step.begun ?? 0) < step.attempt ? 'retry' : 'call';

/** Marks the execution as running when its first step acts. */
export function markRunning(transition: Transition): void {
  if (transition.state.status === 'pending') transition.emit('execution.started', null, EMPTY_OBJECT);
}
