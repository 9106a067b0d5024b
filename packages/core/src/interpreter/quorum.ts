/** Effect of a member's end on its group (contract section 5). */
import type { CompiledGroup } from '../compile/compiled.js';
import type { JsonObject, JsonValue } from '../definition/json.js';
import { COMMAND_COSTS } from '../expression/work.js';
import { type Consequences, noConsequences } from './consequences.js';
import { noBranchTaken, unhandledFailure, unreachableFailure } from './failure.js';
import {
  firingEdges,
  isBranchMissing,
  isFault,
  isHeldEnd,
  isRecovered,
  isUnhandled,
  targetsOf,
} from './firing.js';
import { GROUP_ACTOR, type Tally, decisionOf, reasonOf, iterationOf, tallyOf } from './groups.js';
import { outputOf } from '../nodes/run-output.js';
import { loopOfNode, loopState, takingLoop } from './loops.js';
import { type Start, edgeStart } from './start.js';
import { type StepState, isApproved, isOpen, isRejected, stepIndex } from './state.js';
import { exhaustedStepId, groupStepId } from './step-id.js';
import type { Transition } from './transition.js';

/** Recounts the group of an ended step. */
export function evaluateGroup(
  transition: Transition,
  group: CompiledGroup,
  step: StepState,
  found: Consequences,
): void {
  if (decisionOf(transition.state, group) !== null) return;
  const tally = tallyOf(transition, group, found.cancel);
  if (group.policy === 'waitAll' && group.leads !== undefined) {
    if (isCollectable(group, tally, found)) collect(transition, group, tally, found);
    return;
  }
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
  found.start.push(...leadStarts(transition, group, tally, 'approve'));
  if (group.policy === 'joinOnQuorum') {
    // A member with several steps approves as a whole or not at all.
    const approving = tally.steps.filter((it) => tally.approved.includes(it.nodeId));
    const starts = joinStarts(transition, group, tally, approving);
    found.start.push(...starts);
    const stuck = approving.find((it) => isBranchMissing(transition, it));
    if (starts.length === 0 && stuck !== undefined) found.failure = noBranchTaken(stuck);
  }
}

/** Returns true if no step of a member is open and as many members as expected have ended. */
function isCollectable({ expectedSteps }: CompiledGroup, { steps }: Tally, found: Consequences): boolean {
  if (steps.some((it) => isOpen(it.status) && !found.cancel.has(it.stepId))) return false;
  return new Set(steps.map((it) => it.nodeId)).size >= expectedSteps;
}

/** Starts the nodes that a `waitAll` group leads to, once in an iteration. */
function collect(transition: Transition, group: CompiledGroup, tally: Tally, found: Consequences): void {
  const outcome = tally.verdict === 'met' ? 'approve' : 'reject';
  const { groupId } = group;
  found.collected.push({ groupId, iteration: iterationOf(transition.state, group), outcome });
  found.start.push(...leadStarts(transition, group, tally, outcome));
}

/** Nodes that the group starts by its own result. */
function leadStarts(
  transition: Transition,
  group: CompiledGroup,
  tally: Tally,
  outcome: 'approve' | 'reject',
): Start[] {
  const targets = group.leads?.[outcome] ?? [];
  if (targets.length === 0) return [];
  const completed = tally.steps.filter((it) => it.status === 'completed');
  const input = { ...groupInput(transition, group, tally, completed), outcome };
  return targets.map((nodeId) => groupStart(transition, group, nodeId, input));
}

/** Returns true if the group's own edges handle a rejection of a member. */
export function isHandledByGroup(transition: Transition, group: CompiledGroup, step: StepState): boolean {
  if (!isRejected(step) || (group.leads?.reject.length ?? 0) === 0) return false;
  // The approval of a group that is collected already would hide it.
  return decisionOf(transition.state, group)?.outcome !== 'met';
}

/** Handles a lost quorum. `step` is the one whose end lost it; null if no step is open. */
function loseQuorum(
  transition: Transition,
  group: CompiledGroup,
  tally: Tally,
  step: StepState | null,
  found: Consequences,
): void {
  if (group.policy === 'waitAll') {
    if (group.leads !== undefined) collect(transition, group, tally, found);
    return;
  }
  transition.work.spend(COMMAND_COSTS.lost * tally.steps.length);
  if (group.policy === 'cancelOnQuorum') loseCancelling(transition, group, tally, found);
  else loseJoin(transition, group, tally, step, found);
}

/** Starts the held ends of rejecting members, unless a member's end is unhandled. */
function loseCancelling(
  transition: Transition,
  group: CompiledGroup,
  tally: Tally,
  found: Consequences,
): void {
  const ends = heldEnds(transition, tally);
  if ((group.leads?.reject.length ?? 0) > 0) {
    loseLeading(transition, group, tally, ends, found);
    return;
  }
  const unhandled = tally.steps.filter((it) => isUnhandled(transition, it));
  const [first] = unhandled;
  if (first !== undefined && !isGivenUp(transition, group, tally, found)) {
    const fault = ends.length > 0 ? unhandled.find(isFault) : undefined;
    found.failure = fault === undefined ? unreachableFailure(group, first) : unhandledFailure(fault);
    return;
  }
  found.start.push(...ends);
}

/** Takes the group's own edges. They handle rejections, but no failure or breach of a member. */
function loseLeading(
  transition: Transition,
  group: CompiledGroup,
  tally: Tally,
  ends: readonly Start[],
  found: Consequences,
): void {
  const iteration = iterationOf(transition.state, group);
  found.quorumUnreachable.push({ groupId: group.groupId, iteration });
  cancelSiblings(tally, reasonOf('unreachable'), found);
  const fault = tally.steps.find((it) => isFault(it) && !isRecovered(transition, it));
  if (fault !== undefined && !isGivenUp(transition, group, tally, found)) {
    found.failure = unhandledFailure(fault);
    return;
  }
  found.start.push(...ends, ...leadStarts(transition, group, tally, 'reject'));
}

/** Ends of `onReject.end` that rejecting members lead to, in the order of the edges. */
function heldEnds(transition: Transition, tally: Tally): Start[] {
  const rejecting = tally.steps.filter((it) => isRejected(it) && takingLoop(transition, it) === null);
  const starts = rejecting.flatMap((step) =>
    firingEdges(transition, step)
      .filter(isHeldEnd)
      .map((edge) => ({ edge, start: edgeStart(transition, step, edge.to) })),
  );
  const { edges } = transition.compiled;
  return starts.toSorted((a, b) => edges.indexOf(a.edge) - edges.indexOf(b.edge)).map((it) => it.start);
}

/** Evaluates the edges of all rejecting steps together. An unhandled loss fails the execution. */
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
    tally.steps.some((it) => isRecovered(transition, it)) ||
    (!isLostAgain(transition, group, tally, found) &&
      (taken.length > 0 || isExhaustedNow(group, found) || isGivenUp(transition, group, tally, found, step)));
  if (!isHandled) {
    found.failure = unreachableFailure(group, step ?? tally.steps.at(-1) ?? null);
    return;
  }
  // Those routes handle their own steps, not another member that failed or was breached.
  const superseded = new Set(group.loopIds.flatMap((loopId) => supersededBy(transition, loopId, found)));
  const fault = tally.steps.find((it) => isFault(it) && !superseded.has(it) && !isRecovered(transition, it));
  if (fault !== undefined) found.failure = unhandledFailure(fault);
}

/**
 * Returns true if an exhausted loop took members that had not approved. Its route handles them,
 * so the group is not lost. Endings outside the body or after the route remain its own. That
 * includes the loop that is exhausted now: its route must not ask people without effect.
 * @param losing step of a join whose end lost the quorum; null where no single step did.
 */
function isGivenUp(
  transition: Transition,
  group: CompiledGroup,
  tally: Tally,
  found: Consequences,
  losing: StepState | null = null,
): boolean {
  const { compiled } = transition;
  const exhausted = group.loopIds.filter((loopId) => isExhausted(transition, loopId, found));
  const superseded = new Set(exhausted.flatMap((loopId) => supersededBy(transition, loopId, found)));
  const gaveUpOne = group.memberNodeIds.some(
    (nodeId) =>
      !tally.approved.includes(nodeId) && exhausted.includes(loopOfNode(compiled, nodeId)?.loopId ?? ''),
  );
  const isOwnLoss = (it: StepState) => it.stepId === losing?.stepId || isUnhandled(transition, it);
  return gaveUpOne && !tally.steps.some((it) => !superseded.has(it) && isOwnLoss(it));
}

const isExhaustedNow = ({ loopIds }: CompiledGroup, { exhausted }: Consequences): boolean =>
  exhausted !== null && loopIds.includes(exhausted.loopId);

/**
 * Returns true if a member started in an exhausted body from outside, after the route, and ended
 * without an approval. The route and the earlier rejections do not handle that.
 */
function isLostAgain(
  transition: Transition,
  group: CompiledGroup,
  tally: Tally,
  found: Consequences,
): boolean {
  const { compiled } = transition;
  return group.loopIds.some((loopId) => {
    if (!isExhausted(transition, loopId, found)) return false;
    const superseded = supersededBy(transition, loopId, found);
    return tally.steps.some(
      (it) =>
        loopOfNode(compiled, it.nodeId)?.loopId === loopId &&
        !superseded.includes(it) &&
        !isOpen(it.status) &&
        !isApproved(it),
    );
  });
}

const isExhausted = ({ state }: Transition, loopId: string, found: Consequences): boolean =>
  loopState(state, loopId).exhausted || found.exhausted?.loopId === loopId;

/** Steps of an exhausted loop's body from before its route was taken; empty for any other loop. */
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

/** Evaluates the edges of several steps together. Each target starts once. */
function joinStarts(
  transition: Transition,
  group: CompiledGroup,
  tally: Tally,
  steps: readonly StepState[],
): Start[] {
  const edges = steps.flatMap((it) => firingEdges(transition, it));
  const inOrder = transition.compiled.edges.filter((it) => edges.includes(it));
  const input = groupInput(transition, group, tally, steps);
  return targetsOf(inOrder).map((nodeId) => groupStart(transition, group, nodeId, input));
}

/** Input of the steps that a group starts. */
function groupInput(
  { compiled }: Transition,
  group: CompiledGroup,
  tally: Tally,
  steps: readonly StepState[],
): JsonObject {
  const groupOutputs = Object.fromEntries(
    steps.map((it): [string, JsonValue] => [it.nodeId, outputOf(compiled, it)]),
  );
  const { groupId, quorum } = group;
  return { groupOutputs, groupId, quorum, totalApproved: tally.approved.length };
}

const groupStart = (
  { state }: Transition,
  group: CompiledGroup,
  nodeId: string,
  input: JsonObject,
): Start => ({
  stepId: groupStepId(group.groupId, iterationOf(state, group), nodeId),
  nodeId,
  input,
  parent: null,
});

/** Finds a started group that stays undecided, as no step is open. */
export function undecidedGroup(transition: Transition): Consequences | null {
  const { compiled, state } = transition;
  for (const group of compiled.groups) {
    if (decisionOf(state, group) !== null) continue;
    const tally = tallyOf(transition, group);
    if (tally.steps.length === 0) continue;
    const found = noConsequences();
    loseQuorum(transition, group, tally, null, found);
    if (found.collected.length > 0) return found;
    if (found.failure !== null || found.quorumUnreachable.length > 0 || found.start.length > 0) return found;
  }
  return null;
}
