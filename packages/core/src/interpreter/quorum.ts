/** What the end of a member means for its group (contract section 5). */
import type { CompiledGroup } from '../compile/compiled.js';
import type { JsonObject, JsonValue } from '../definition/json.js';
import { COMMAND_COSTS } from '../expression/work.js';
import { type Consequences, noConsequences } from './consequences.js';
import { unhandledFailure, unreachableFailure } from './failure.js';
import { firingEdges, isFault, isRecovered, isUnhandled, targetsOf } from './firing.js';
import { GROUP_ACTOR, type Tally, decisionOf, reasonOf, iterationOf, tallyOf } from './groups.js';
import { outputOf } from '../nodes/run-output.js';
import { loopOfNode, loopState, takingLoop } from './loops.js';
import type { Start } from './start.js';
import { type StepState, isOpen, isRejected, stepIndex } from './state.js';
import { exhaustedStepId, groupStepId } from './step-id.js';
import type { Transition } from './transition.js';

/** Recounts the group of a step that ended. */
export function evaluateGroup(
  transition: Transition,
  group: CompiledGroup,
  step: StepState,
  found: Consequences,
): void {
  if (decisionOf(transition.state, group) !== null) return;
  const tally = tallyOf(transition, group, found.cancel);
  if (tally.verdict === 'met') meetQuorum(transition, group, tally, found);
  if (tally.verdict === 'unreachable') loseQuorum(transition, group, tally, step, found);
}

function meetQuorum(transition: Transition, group: CompiledGroup, tally: Tally, found: Consequences): void {
  found.quorumMet = {
    groupId: group.groupId,
    iteration: iterationOf(transition.state, group),
    quorum: group.quorum,
    totalApproved: tally.approved.length,
    completedTotal: tally.completedTotal,
    expectedSteps: group.expectedSteps,
  };
  if (group.policy === 'waitAll') return;
  cancelSiblings(tally, reasonOf('met'), found);
  if (group.policy === 'joinOnQuorum') {
    // A member that was started several times approves as a whole or not at all.
    const approving = tally.steps.filter((it) => tally.approved.includes(it.nodeId));
    found.start.push(...joinStarts(transition, group, tally, approving));
  }
}

/** `step`: whose end it was that lost it; null when nothing is open any more. */
function loseQuorum(
  transition: Transition,
  group: CompiledGroup,
  tally: Tally,
  step: StepState | null,
  found: Consequences,
): void {
  if (group.policy === 'waitAll') return;
  transition.work.spend(COMMAND_COSTS.lost * tally.steps.length);
  if (group.policy === 'cancelOnQuorum') {
    const unhandled = tally.steps.find((it) => isUnhandled(transition, it));
    if (unhandled !== undefined && !isGivenUp(transition, group, tally, found))
      found.failure = unreachableFailure(group, unhandled);
    return;
  }
  loseJoin(transition, group, tally, step, found);
}

/** The edges of those who rejected are looked at together; what is handled by nothing fails the execution. */
function loseJoin(
  transition: Transition,
  group: CompiledGroup,
  tally: Tally,
  step: StepState | null,
  found: Consequences,
): void {
  const { state } = transition;
  found.quorumUnreachable.push({ groupId: group.groupId, iteration: iterationOf(state, group) });
  cancelSiblings(tally, reasonOf('unreachable'), found);
  const taken = tally.steps.filter((it) => takingLoop(transition, it) !== null);
  const rejecting = tally.steps.filter((it) => isRejected(it) && !taken.includes(it));
  const starts = joinStarts(transition, group, tally, rejecting);
  found.start.push(...starts);
  const isHandled =
    starts.length > 0 ||
    taken.length > 0 ||
    tally.steps.some((it) => isRecovered(transition, it)) ||
    isGivenUp(transition, group, tally, found);
  if (!isHandled) {
    found.failure = unreachableFailure(group, step ?? tally.steps.at(-1) ?? null);
    return;
  }
  // What others lead to handles their own endings, not a member that failed or was breached beside them.
  const superseded = new Set(group.loopIds.flatMap((loopId) => supersededBy(transition, loopId, found)));
  const fault = tally.steps.find((it) => isFault(it) && !superseded.has(it) && !isRecovered(transition, it));
  if (fault !== undefined) found.failure = unhandledFailure(fault);
}

/**
 * Whether a loop that is exhausted took members from the group that had not approved. Its route has taken up what they
 * left, so the group is not lost by itself; but what ends unhandled otherwise, outside the body or after it, is its own.
 */
function isGivenUp(transition: Transition, group: CompiledGroup, tally: Tally, found: Consequences): boolean {
  const { compiled } = transition;
  const exhausted = group.loopIds.filter((loopId) => isExhausted(transition, loopId, found));
  if (exhausted.some((loopId) => loopId === found.exhausted?.loopId)) return true;
  const superseded = new Set(exhausted.flatMap((loopId) => supersededBy(transition, loopId, found)));
  const gaveUpOne = group.memberNodeIds.some(
    (nodeId) =>
      !tally.approved.includes(nodeId) && exhausted.includes(loopOfNode(compiled, nodeId)?.loopId ?? ''),
  );
  return gaveUpOne && !tally.steps.some((it) => !superseded.has(it) && isUnhandled(transition, it));
}

const isExhausted = ({ state }: Transition, loopId: string, found: Consequences): boolean =>
  loopState(state, loopId).exhausted || found.exhausted?.loopId === loopId;

/** The steps of an exhausted loop's body that were there when its route was taken; of any other loop none. */
function supersededBy(transition: Transition, loopId: string, found: Consequences): readonly StepState[] {
  const { compiled, state } = transition;
  const loop = compiled.loops.find((it) => it.loopId === loopId);
  if (loop === undefined || loop.exhaustedNodeId === null || !isExhausted(transition, loopId, found))
    return [];
  const route = stepIndex(state.steps, exhaustedStepId(loopId, loop.exhaustedNodeId));
  const before = route === -1 ? state.steps : state.steps.slice(0, route);
  return before.filter((it) => loop.bodyNodeIds.includes(it.nodeId));
}

function cancelSiblings(tally: Tally, reason: string, found: Consequences): void {
  for (const { status, stepId } of tally.steps) {
    if (isOpen(status) && !found.cancel.has(stepId))
      found.cancel.set(stepId, { actorId: GROUP_ACTOR, reason });
  }
}

/** The edges of several steps looked at together: each target that any of them starts is started once. */
function joinStarts(
  transition: Transition,
  group: CompiledGroup,
  tally: Tally,
  steps: readonly StepState[],
): Start[] {
  const { compiled, state } = transition;
  const edges = steps.flatMap((it) => firingEdges(transition, it));
  const inOrder = compiled.edges.filter((it) => edges.includes(it));
  const groupOutputs = Object.fromEntries(
    steps.map((it): [string, JsonValue] => [it.nodeId, outputOf(compiled, it)]),
  );
  const input: JsonObject = {
    groupOutputs,
    groupId: group.groupId,
    quorum: group.quorum,
    totalApproved: tally.approved.length,
  };
  const iteration = iterationOf(state, group);
  return targetsOf(inOrder).map((nodeId) => ({
    stepId: groupStepId(group.groupId, iteration, nodeId),
    nodeId,
    input,
    parent: null,
  }));
}

/** When nothing is open, a join or cancel group that has started and is undecided can get no further. */
export function undecidedGroup(transition: Transition): Consequences | null {
  const { compiled, state } = transition;
  for (const group of compiled.groups) {
    if (decisionOf(state, group) !== null) continue;
    const tally = tallyOf(transition, group);
    if (tally.steps.length === 0) continue;
    const found = noConsequences();
    loseQuorum(transition, group, tally, null, found);
    if (found.failure !== null || found.quorumUnreachable.length > 0) return found;
  }
  return null;
}
