/** The output of a human step (contract sections 7 and 17). */
import { peopleOf } from '../../compile/people.js';
import type { CompiledHumanNode, Reviewer } from '../../compile/compiled.js';
import type { JsonObject, JsonValue } from '../../definition/json.js';
import { tallyOf } from '../../interpreter/people/counting.js';
import { mandatoryCounts } from '../../interpreter/people/mandatory.js';
import { countedPlaces, isMandatory, peopleOfStep } from '../../interpreter/people/places.js';
import type { RecordedDecision, ReviewDecision, StepState } from '../../interpreter/state.js';
import type { PeopleState } from '../../interpreter/people-state.js';

/** Resolution of a human step. */
export interface HumanResolution {
  /** null if completed by force, without a decision. */
  readonly decision: ReviewDecision | null;
  readonly at: number;
  readonly rejection?: {
    readonly rejectedBy: string;
    readonly rejectorMandatory: boolean;
    readonly rejectionReason: string | null;
  };
}

/** Output recorded so far, without a decision; null for a step that never asked a reviewer. */
export function humanOutputSoFar(node: CompiledHumanNode, step: StepState): JsonObject | null {
  // A step that failed by force already has an output.
  if (step.output !== null || step.waitingSince === null) return step.output;
  return { aggregatorStatus: 'pending', ...summary(node, step) };
}

export function humanOutput(
  node: CompiledHumanNode,
  step: StepState,
  resolution: HumanResolution,
): JsonObject {
  const { decision, at, rejection } = resolution;
  const output: Record<string, JsonValue> = summary(node, step);
  output['aggregatorStatus'] = 'resolved';
  output['resumedAt'] = at;
  if (decision !== null) {
    output['decision'] = decision;
    output['approved'] = decision === 'approve';
  }
  if (decision === 'approve' && step.people !== undefined) output['values'] = mergedValues(step.decisions);
  if (rejection !== undefined) {
    output['rejectedBy'] = rejection.rejectedBy;
    output['rejectorMandatory'] = rejection.rejectorMandatory;
    output['rejectionReason'] = rejection.rejectionReason;
  }
  return output;
}

function summary(node: CompiledHumanNode, step: StepState): Record<string, JsonValue> {
  const { decisions, people } = step;
  const voted = (vote: string) => decisions.filter((it) => it.decision === vote).length;
  return {
    reviewers: reviewersOf(node, people) as readonly (JsonObject & Reviewer)[],
    reviewerEmails: node.reviewerEmails,
    commentBody: node.commentBody,
    approveCount: voted('approve'),
    rejectCount: voted('reject'),
    totalResponses: decisions.length,
    ...mandatoryCounts(node, step, peopleOfStep(node, step)),
    decisions: decisions as readonly (JsonObject & RecordedDecision)[],
    ...(people !== undefined && {
      abstainCount: voted('abstain'),
      tally: { ...tallyOf(countedPlaces(people.places, decisions)) },
    }),
  };
}

/** Reviewers of the step. On a people node, those found, each with its mandatory flag. */
function reviewersOf(node: CompiledHumanNode, people: PeopleState | undefined): readonly Reviewer[] {
  if (people === undefined) return node.reviewers;
  return people.places.map((place) => ({
    userId: place.holder,
    mandatory: isMandatory(peopleOf(node), place),
  }));
}

/** Form values of all approvals. The latest value of a field wins. */
const mergedValues = (decisions: readonly RecordedDecision[]): JsonObject =>
  Object.assign(
    {},
    ...decisions.filter((it) => it.decision === 'approve').map((it) => it.values ?? {}),
  ) as JsonObject;
