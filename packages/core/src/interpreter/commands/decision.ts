/** A reviewer's decision (contract sections 7 and 17). */
import type { CompiledHumanNode } from '../../compile/compiled.js';
import type { JsonObject } from '../../definition/json.js';
import { type CommandOf, type HandlerResult, type RecordResult, refused, succeeded } from '../command.js';
import { completeStep } from '../ending.js';
import { withoutDecision } from '../../nodes/agent/run-output.js';
import { humanOutput } from '../../nodes/human/run-output.js';
import { askNext } from '../waiting/asking.js';
import { holderOf } from '../people/change.js';
import { ownPeople } from '../waiting/changing.js';
import { outcomeOf } from '../people/counting.js';
import { loseExcluded } from '../waiting/losing.js';
import { countedPlaces, isMandatory, waitingFor } from '../people/places.js';
import type { StepState } from '../state.js';
import type { Place } from '../people-state.js';
import { resolveEndings } from '../resolve-endings.js';
import type { Transition } from '../transition.js';
import { type HumanStep, humanStep, notWaiting, placeOf } from './find-step.js';
import { refusalOfDecision, standsIn, stranger } from './decision-refusals.js';
import { linkRefusal } from './link.js';

export type DecisionCommand = CommandOf<'record-decision'>;

export function recordDecision(
  transition: Transition,
  command: DecisionCommand,
): HandlerResult<RecordResult> {
  const found = humanStep(transition, command.stepId);
  if (!found.ok) return found;
  const { step } = found;
  const closed = linkRefusal(step, command.via);
  if (closed !== null) return closed;
  if (found.people === null) return notWaiting(step);
  const place = placeOf(found, command.onBehalfOf ?? command.reviewerId);
  if (place === undefined) return stranger(found, command);
  const replay = replayed(step, place, command);
  if (replay !== null) return replay;
  if (!standsIn(transition, found, place, command)) return stranger(found, command);
  if (step.status !== 'waiting') return notWaiting(step);
  const refusal = refusalOfDecision(transition, found, place, command);
  if (refusal !== null) return refusal;

  const resolved = applyDecision(transition, found, place, command);
  return succeeded({
    recorded: true,
    aggregatorStatus: resolved ? 'resolved' : 'pending',
    resumeScheduled: resolved,
  });
}

/**
 * Records a valid decision and its consequences. Returns true if it ended the step.
 * Consequences come before lost places: a quorum or loop may cancel a step that would fail.
 */
export function applyDecision(
  transition: Transition,
  found: HumanStep,
  place: Place,
  command: DecisionCommand,
): boolean {
  record(transition, found, place, command);
  const resolved = follow(transition, found, place, command);
  if (resolved) resolveEndings(transition);
  loseExcluded(transition, command.stepId);
  return resolved;
}

/**
 * Detects a repeat by the same user on the same place, even after the end of step or absence.
 * The same decision succeeds, another one is refused.
 */
function replayed(
  step: StepState,
  place: Place,
  { reviewerId, onBehalfOf = null, decision }: DecisionCommand,
): HandlerResult<RecordResult> | null {
  const known = step.decisions.find((it) => holderOf(it) === place.holder);
  if (known?.reviewerId !== reviewerId || (known.onBehalfOf ?? null) !== onBehalfOf) return null;
  if (known.decision !== decision) {
    return refused('FAILED_PRECONDITION', `"${reviewerId}" has already decided: ${known.decision}`, {
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

function record(
  transition: Transition,
  { node, rules, step: before }: HumanStep,
  { round }: Place,
  command: DecisionCommand,
): void {
  const { stepId, reviewerId, decision, reason, via = null } = command;
  const { reasonCode = null, values = null, onBehalfOf = null, subjectDigest = null } = command;
  if (before.people === undefined && subjectDigest === null) {
    transition.emit('step.decision-recorded', stepId, { reviewerId, decision, reason, via });
    return;
  }
  const { people, decisions, nodeId } = ownPeople(transition, node, before);
  const said = { onBehalfOf, reasonCode, subjectDigest, round };
  const all = [...decisions, { reviewerId, decision, reason, ...said, recordedAt: transition.now }];
  transition.emit('step.decision-recorded', stepId, {
    reviewerId,
    decision,
    reason,
    via,
    people: { ...said, values },
    waitingForReviewers: waitingFor(rules, people?.places ?? [], all),
  });
  transition.emit('step.answered', stepId, { nodeId, reviewerId, decision, ...said });
}

/** Ends the step or asks the next reviewers. Returns true if it ended the step. */
function follow(
  transition: Transition,
  { rules, node, people }: HumanStep,
  place: Place,
  { stepId, reviewerId, reason, output = null }: DecisionCommand,
): boolean {
  const step = transition.step(stepId);
  const places = step.people?.places ?? people?.places ?? [];
  const outcome = outcomeOf(rules, countedPlaces(places, step.decisions));
  if (outcome === 'open') {
    askNext(transition, rules, step);
    return false;
  }
  // A decision that puts approval out of reach is a rejection by its decider, even an abstention.
  const decision = outcome === 'approved' ? 'approve' : 'reject';
  const rejection = {
    rejectedBy: reviewerId,
    rejectorMandatory: isMandatory(rules, place),
    rejectionReason: reason,
  };
  endBy(transition, node, step, decision, decision === 'reject' ? rejection : null, output);
  return true;
}

function endBy(
  transition: Transition,
  node: CompiledHumanNode,
  step: StepState,
  decision: 'approve' | 'reject',
  rejection: NonNullable<Parameters<typeof humanOutput>[2]['rejection']> | null,
  given: JsonObject | null,
): void {
  const said = humanOutput(node, step, {
    decision,
    at: transition.now,
    ...(rejection !== null && { rejection }),
  });
  // The engine's output wins over the caller's, as for a forced end.
  const output = given === null ? said : { ...withoutDecision(given), ...said };
  completeStep(transition, step, output, { decision, aggregatorStatus: 'resolved' });
}
