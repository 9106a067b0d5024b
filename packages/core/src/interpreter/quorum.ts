/** What the end of a member means for its group (contract section 5). */
import type { CompiledGroup } from '../compile/compiled.js';
import type { JsonObject, JsonValue } from '../definition/json.js';
import { type Consequences, nothing } from './consequences.js';
import { firingEdges, isRecovered, isUnhandled, targetsOf } from './firing.js';
import { GROUP_ACTOR, type Tally, decisionOf, reasonOf, roundOf, tallyOf } from './groups.js';
import { outputOf } from './kinds/output.js';
import { takingLoop } from './loops.js';
import type { Start } from './start.js';
import { type FailureReason, type StepState, isOpen, isRejected } from './state.js';
import { groupStepId } from './step-id.js';
import type { Turn } from './turn.js';

/** Recounts the group of a step that ended. */
export function lookAtGroup(turn: Turn, group: CompiledGroup, step: StepState, found: Consequences): void {
  if (decisionOf(turn.state, group) !== null) return;
  const tally = tallyOf(turn.compiled, turn.state, group, new Set(found.cancel.keys()));
  if (tally.verdict === 'met') meetQuorum(turn, group, tally, found);
  if (tally.verdict === 'unreachable') loseQuorum(turn, group, tally, step, found);
}

function meetQuorum(turn: Turn, group: CompiledGroup, tally: Tally, found: Consequences): void {
  found.quorumMet = {
    groupId: group.groupId,
    iteration: roundOf(turn.state, group),
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
    found.start.push(...joinStarts(turn, group, tally, approving));
  }
}

/** `step`: whose end it was that lost it; null when nothing is open any more. */
function loseQuorum(
  turn: Turn,
  group: CompiledGroup,
  tally: Tally,
  step: StepState | null,
  found: Consequences,
): void {
  const { compiled, state } = turn;
  if (group.policy === 'waitAll') return;
  if (group.policy === 'cancelOnQuorum') {
    const unhandled = tally.steps.find((it) => isUnhandled(compiled, state, it));
    if (unhandled !== undefined) found.failure = unreachableFailure(group, unhandled);
    return;
  }
  found.quorumUnreachable.push({ groupId: group.groupId, iteration: roundOf(state, group) });
  cancelSiblings(tally, reasonOf('unreachable'), found);
  const taken = tally.steps.filter((it) => takingLoop(compiled, state, it) !== null);
  const rejecting = tally.steps.filter((it) => isRejected(it) && !taken.includes(it));
  const starts = joinStarts(turn, group, tally, rejecting);
  found.start.push(...starts);
  const isHandled =
    starts.length > 0 || taken.length > 0 || tally.steps.some((it) => isRecovered(compiled, state, it));
  if (!isHandled) found.failure = unreachableFailure(group, step ?? tally.steps.at(-1) ?? null);
}

function unreachableFailure(group: CompiledGroup, step: StepState | null): FailureReason {
  return {
    code: 'quorum-unreachable',
    message: `group "${group.groupId}" can no longer reach its quorum of ${group.quorum}, and nothing took that up`,
    stepId: step?.stepId ?? null,
  };
}

function cancelSiblings(tally: Tally, reason: string, found: Consequences): void {
  for (const { status, stepId } of tally.steps) {
    if (isOpen(status) && !found.cancel.has(stepId))
      found.cancel.set(stepId, { actorId: GROUP_ACTOR, reason });
  }
}

/** The edges of several steps looked at together: each target that any of them starts is started once. */
function joinStarts(turn: Turn, group: CompiledGroup, tally: Tally, steps: readonly StepState[]): Start[] {
  const { compiled, state } = turn;
  const edges = steps.flatMap((it) => firingEdges(compiled, state, it));
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
  const round = roundOf(state, group);
  return targetsOf(inOrder).map((nodeId) => ({
    stepId: groupStepId(group.groupId, round, nodeId),
    nodeId,
    input,
    parent: null,
  }));
}

/** When nothing is open, a join or cancel group that has started and is undecided can get no further. */
export function undecidedGroup(turn: Turn): Consequences | null {
  const { compiled, state } = turn;
  for (const group of compiled.groups) {
    if (decisionOf(state, group) !== null) continue;
    const tally = tallyOf(compiled, state, group);
    if (tally.steps.length === 0) continue;
    const found = nothing();
    loseQuorum(turn, group, tally, null, found);
    if (found.failure !== null || found.quorumUnreachable.length > 0) return found;
  }
  return null;
}
