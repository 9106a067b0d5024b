/** The output of a human step (contract sections 7 and 17). */
import { peopleOf } from '../../compile/people.js';
import type { CompiledHumanNode, Reviewer } from '../../compile/compiled.js';
import type { JsonObject, JsonValue } from '../../definition/json.js';
import { tallyOf } from '../../interpreter/people/counting.js';
import { mandatoryCounts } from '../../interpreter/people/mandatory.js';
import { countedPlaces, isMandatory, peopleOfStep } from '../../interpreter/people/places.js';
import type { RecordedDecision, ReviewDecision, StepState } from '../../interpreter/state.js';
import type { PeopleState } from '../../interpreter/people-state.js';

/** How a human step was resolved. */
export interface HumanResolution {
  /** null: completed by force, without a decision. */
  readonly decision: ReviewDecision | null;
  readonly at: number;
  readonly rejection?: {
    readonly rejectedBy: string;
    readonly rejectorMandatory: boolean;
    readonly rejectionReason: string | null;
  };
}

/** What was recorded so far, without a decision; null for a step that never asked anybody. */
export function humanOutputSoFar(node: CompiledHumanNode, step: StepState): JsonObject | null {
  // A step that failed by force has an output already.
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

/** Of a people node: those who were found, and whether the step waits for each of them. */
function reviewersOf(node: CompiledHumanNode, people: PeopleState | undefined): readonly Reviewer[] {
  if (people === undefined) return node.reviewers;
  return people.places.map((place) => ({
    userId: place.holder,
    mandatory: isMandatory(peopleOf(node), place),
  }));
}

/** What the approvals filled in; of two that filled in the same field the later one counts. */
const mergedValues = (decisions: readonly RecordedDecision[]): JsonObject =>
  Object.assign(
    {},
    ...decisions.filter((it) => it.decision === 'approve').map((it) => it.values ?? {}),
  ) as JsonObject;
