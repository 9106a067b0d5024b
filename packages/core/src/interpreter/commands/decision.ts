/** A reviewer's decision (contract sections 7 and 17). */
import type { CompiledPeople } from '../../compile/compiled-people.js';
import { peopleOf } from '../../compile/people.js';
import type { CompiledHumanNode } from '../../compile/compiled.js';
import {
  type CommandOf,
  type HandlerResult,
  type RecordResult,
  invalidFields,
  noStep,
  refused,
  refusedWith,
  succeeded,
} from '../command.js';
import { completeStep } from '../ending.js';
import { humanOutput } from '../kinds/human/output.js';
import { answerFaults } from '../people/answer.js';
import { outcomeOf } from '../people/counting.js';
import { countedPlaces, isMandatory, peopleOfStep, waitingFor, withAsked } from '../people/places.js';
import { linkRefusal } from './link.js';
import { type Place, type StepState, findStep } from '../state.js';
import type { Transition } from '../transition.js';

type DecisionCommand = CommandOf<'record-decision'>;

export function recordDecision(
  transition: Transition,
  command: DecisionCommand,
): HandlerResult<RecordResult> {
  const { stepId, reviewerId, decision } = command;
  const step = findStep(transition.state, stepId);
  if (step === null) return noStep(stepId);
  const node = transition.node(step.nodeId);
  if (node.type !== 'human') {
    return refused(
      'FAILED_PRECONDITION',
      `step "${stepId}" is not a human step; it takes no reviewer's decision`,
    );
  }
  const closed = linkRefusal(step, command.via);
  if (closed !== null) return closed;
  const people = peopleOfStep(node, step);
  if (people === null) return notWaiting(step);
  const place = people.places.find((it) => it.holder === reviewerId);
  if (place === undefined) {
    return refused('PERMISSION_DENIED', `"${reviewerId}" is not a reviewer of node "${node.nodeId}"`);
  }
  const replay = replayed(step, reviewerId, decision);
  if (replay !== null) return replay;
  if (step.status !== 'waiting') return notWaiting(step);
  const refusal = refusalOf(peopleOf(node), place, command);
  if (refusal !== null) return refusal;

  record(transition, node, step, place, command);
  const resolved = follow(transition, node, place, command);
  return succeeded({
    recorded: true,
    aggregatorStatus: resolved ? 'resolved' : 'pending',
    resumeScheduled: resolved,
  });
}

/** The same reviewer again: harmless with the same decision, refused with the other; also after the end. */
function replayed(step: StepState, reviewerId: string, decision: string): HandlerResult<RecordResult> | null {
  const known = step.decisions.find((it) => it.reviewerId === reviewerId);
  if (known === undefined) return null;
  if (known.decision !== decision) {
    return refused('FAILED_PRECONDITION', `"${reviewerId}" has decided already: ${known.decision}`, {
      recordedDecision: known.decision,
    });
  }
  return succeeded(replayResult(step));
}

export function replayResult(step: StepState): RecordResult {
  return {
    recorded: false,
    aggregatorStatus: step.status === 'completed' ? 'resolved' : 'pending',
    resumeScheduled: false,
    rejectionReason: 'idempotent',
  };
}

export const notWaiting = (step: StepState) =>
  refused('FAILED_PRECONDITION', `step "${step.stepId}" is ${step.status}, not waiting`, {
    stepStatus: step.status,
  });

/** Why somebody who has a place cannot give this answer now; null: they can. */
function refusalOf(rules: CompiledPeople, place: Place, command: DecisionCommand) {
  const { holder, order } = place;
  if (!place.asked) {
    const message = `"${holder}" is not asked yet: their order is ${order}, and people of a lower order have still to approve`;
    return refusedWith('not-asked-yet', message);
  }
  if (command.decision === 'abstain') {
    if (!rules.allowAbstain) return refusedWith('abstain-not-allowed', 'nobody may abstain on this node');
    if (isMandatory(rules, place)) {
      const message = `the approval of "${holder}" is mandatory, so they cannot abstain`;
      return refusedWith('abstain-not-allowed', message);
    }
  }
  const faults = answerFaults(rules, command);
  return faults.length === 0 ? null : invalidFields(faults);
}

function record(
  transition: Transition,
  node: CompiledHumanNode,
  step: StepState,
  place: Place,
  { stepId, reviewerId, decision, reason, reasonCode = null, values = null, via = null }: DecisionCommand,
): void {
  if (step.people === undefined) {
    transition.emit('step.decision-recorded', stepId, { reviewerId, decision, reason, via });
    return;
  }
  const { round } = place;
  const answer = { onBehalfOf: null, reasonCode, values, subjectDigest: null, round };
  const decisions = [...step.decisions, { reviewerId, decision, reason, recordedAt: transition.now }];
  transition.emit('step.decision-recorded', stepId, {
    reviewerId,
    decision,
    reason,
    via,
    people: answer,
    waitingForReviewers: waitingFor(peopleOf(node), step.people.places, decisions),
  });
  const { values: _, ...said } = answer;
  transition.emit('step.answered', stepId, { nodeId: step.nodeId, reviewerId, decision, ...said });
}

/** What follows from an answer: the end of the step, or the turn of others. Returns whether it ended the step. */
function follow(
  transition: Transition,
  node: CompiledHumanNode,
  place: Place,
  { stepId, reviewerId, reason }: DecisionCommand,
): boolean {
  const rules = peopleOf(node);
  const step = transition.step(stepId);
  const places = peopleOfStep(node, step)?.places ?? [];
  const outcome = outcomeOf(rules, countedPlaces(places, step.decisions));
  if (outcome === 'open') {
    askNext(transition, rules, step);
    return false;
  }
  // Out of reach by an answer is a rejection by whoever gave it, also if they abstained.
  const decision = outcome === 'approved' ? 'approve' : 'reject';
  const rejection = {
    rejectedBy: reviewerId,
    rejectorMandatory: isMandatory(rules, place),
    rejectionReason: reason,
  };
  const output = humanOutput(node, step, {
    decision,
    at: transition.now,
    ...(decision === 'reject' && { rejection }),
  });
  completeStep(transition, step, output, { decision, aggregatorStatus: 'resolved' });
  return true;
}

const ORDER_ACTOR = 'system:order';

function askNext(transition: Transition, rules: CompiledPeople, step: StepState): void {
  if (step.people === undefined) return; // All people of a contract's node are asked from the start.
  const before = step.people.places;
  const places = withAsked(rules, before, step.decisions);
  const added = places.filter((it, index) => it.asked && !before[index]?.asked).map((it) => it.holder);
  if (added.length === 0) return;
  transition.emit('step.assigned', step.stepId, {
    nodeId: step.nodeId,
    cause: 'order',
    actorId: ORDER_ACTOR,
    added,
    removed: [],
    waitingForReviewers: waitingFor(rules, places, step.decisions),
  });
}
