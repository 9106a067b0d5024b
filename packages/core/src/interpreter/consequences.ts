/**
 * Consequences of a step's end. They are computed from the state, then applied in the contracted
 * order: quorum, cancellations, loop, new steps, end (contract section 11).
 */
import { interruptStep } from './ending.js';
import { isEnd } from '../nodes/schema.js';
import type { EventData } from './event.js';
import { failExecution } from './finish.js';
import { APPROVED } from './outcome/outcome.js';
import { dropSignalsOf } from './signals.js';
import { type Start, startStep } from './start.js';
import type { Cancellation, FailureReason } from './state.js';
import type { Transition } from './transition.js';

export interface Consequences {
  quorumMet: EventData['group.quorum-met'] | null;
  readonly collected: EventData['group.collected'][];
  quorumUnreachable: EventData['group.quorum-unreachable'][];
  /** Cancellations by stepId. */
  readonly cancel: Map<string, Cancellation>;
  restart: EventData['loop.iteration-started'] | null;
  exhausted: EventData['loop.exhausted'] | null;
  readonly start: Start[];
  failure: FailureReason | null;
}

export const noConsequences = (): Consequences => ({
  quorumMet: null,
  collected: [],
  quorumUnreachable: [],
  cancel: new Map(),
  restart: null,
  exhausted: null,
  start: [],
  failure: null,
});

/** Applies consequences. Returns true if an end was reached that terminates the execution. */
export function applyConsequences(transition: Transition, found: Consequences): boolean {
  if (found.quorumMet !== null) transition.emit('group.quorum-met', null, found.quorumMet);
  for (const data of found.collected) transition.emit('group.collected', null, data);
  for (const data of found.quorumUnreachable) transition.emit('group.quorum-unreachable', null, data);
  // Skips the copy, as most endings cancel no step and there can be many.
  for (const step of found.cancel.size === 0 ? [] : transition.state.steps.slice()) {
    const by = found.cancel.get(step.stepId);
    if (by !== undefined) interruptStep(transition, step, by);
  }
  if (found.restart !== null) {
    transition.emit('loop.iteration-started', null, found.restart);
    dropSignalsOf(transition, found.restart.loopId);
  }
  if (found.exhausted !== null) transition.emit('loop.exhausted', null, found.exhausted);
  if (found.failure !== null) {
    failExecution(transition, found.failure);
    return false;
  }
  for (const start of endsFirst(transition, found.start)) {
    startStep(transition, start);
    if (isReachedEnd(transition, start)) return true;
  }
  return false;
}

/** Steps to start, with ends that terminate first. Ends that are not approvals precede others. */
function endsFirst(transition: Transition, starts: readonly Start[]): readonly Start[] {
  const rank = ({ nodeId }: Start) => {
    const end = terminatingEnd(transition, nodeId);
    if (end === null) return 2;
    return end.outcome === APPROVED ? 1 : 0;
  };
  return starts.length < 2 ? starts : starts.toSorted((a, b) => rank(a) - rank(b));
}

const isReachedEnd = (transition: Transition, { stepId, nodeId }: Start): boolean =>
  terminatingEnd(transition, nodeId) !== null && transition.find(stepId)?.status === 'completed';

function terminatingEnd(transition: Transition, nodeId: string) {
  const node = transition.node(nodeId);
  return isEnd(node) && node.terminate ? node : null;
}
