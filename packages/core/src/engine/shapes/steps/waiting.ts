/** Waiting steps as an inbox shows them (contract section 10). */
import * as z from 'zod';
import type { CompiledPeople } from '../../../compile/compiled-people.js';
import { peopleOf } from '../../../compile/people.js';
import type { CompiledDefinition, CompiledHumanNode } from '../../../compile/compiled.js';
import { claimedFrom } from '../../../interpreter/people/claims.js';
import { peopleOfStep } from '../../../interpreter/people/places.js';
import { openStep, placesStoodInFor } from '../../../interpreter/people/standing-in.js';
import type { StepState } from '../../../interpreter/state.js';
import type { Place } from '../../../interpreter/people-state.js';
import { nodeOf } from '../../../interpreter/transition.js';
import type { WaitingStep } from '../../../ports/store/executions.js';
import { fact, money } from '../../../definition/presented.js';
import type { Absence } from '../../../interpreter/people/substitutes.js';
import { substitutesNow } from '../../../interpreter/people/substituting.js';
import { rowFields } from '../shared/presented.js';
import { nodeType, substitute } from '../executions/views.js';
import { ENTRY_KINDS } from '../executions/people.js';
import { isDecidedByPeople } from '../../../nodes/schema.js';
import type { WaitingAs, WaitingItem } from './waiting.gen.js';

export type * from './waiting.gen.js';

const AS_KINDS = [...ENTRY_KINDS, 'added', 'substitute'] as const;

const waitingAs = z
  .object({
    userId: z.string().describe('User who was resolved for the place.'),
    kind: z
      .enum(AS_KINDS)
      .describe(
        '`person` or `chain` for the kind of entry that names them, `pool` if they are one of several candidates, `added` if they were added later, `substitute` if they act for the holder.',
      ),
    claimedBy: z
      .array(z.string())
      .nullable()
      .describe('Users who have reserved the decision, so that others have to wait; null: none.'),
  })
  .meta({ id: 'WaitingAs', description: 'A place of a waiting step that a reviewer may answer.' });

export const waitingItem = z
  .object({
    executionId: z.string().describe('The execution that the step belongs to.'),
    definitionId: z.string().describe('The definition that it runs.'),
    stepId: z.string().describe('Id of the step in its execution.'),
    nodeId: z.string().describe('The node that it is a step of.'),
    nodeType: nodeType.describe('Kind of that node.'),
    title: z.string().describe('Title: that of the presentation, or the name of the definition.'),
    facts: z.array(fact).describe('The first 6 facts of the presentation; without one, values of the input.'),
    url: z.string().nullable().describe('Address of the subject; null without one.'),
    amount: money.nullable().describe('Amount, shown large beside the title; null without one.'),
    commentBody: z.string().nullable().describe('Question to the reviewers; null without a text.'),
    waitingForReviewers: z.array(z.string()).describe('Ids of the reviewers who have not decided yet.'),
    dueAt: z.int().nullable().describe('Deadline in ms since the epoch; null without an `slaMs`.'),
    waitingSince: z.int().describe('Start of the wait, in ms since the epoch.'),
    substitutes: z.array(substitute).describe('Substitutes who may decide the step now.'),
    as: z
      .array(waitingAs)
      .describe('Places for which the requested reviewer may decide; empty without `reviewerId`.'),
  })
  .meta({ id: 'WaitingItem', description: 'A waiting step, as an inbox shows it.' });

/** null: the viewer may not decide it after all. */
export function viewWaiting(
  definition: Named,
  { execution, step }: WaitingStep,
  viewer: Viewer,
): WaitingItem | null {
  const { compiled } = definition;
  const node = nodeOf(compiled, step.nodeId);
  const as =
    viewer.reviewerId === null || !isDecidedByPeople(node)
      ? []
      : placesFor({ compiled, node, execution, step }, { ...viewer, reviewerId: viewer.reviewerId });
  if (as.length === 0 && viewer.reviewerId !== null) return null;
  return {
    executionId: execution.executionId,
    definitionId: execution.definitionId,
    stepId: step.stepId,
    nodeId: step.nodeId,
    nodeType: step.nodeType,
    ...rowFields(definition, execution, step),
    commentBody: isDecidedByPeople(node) ? node.commentBody : null,
    waitingForReviewers: [...step.waitingForReviewers],
    dueAt: step.dueAt,
    waitingSince: step.waitingSince ?? step.createdAt,
    substitutes: isDecidedByPeople(node)
      ? substitutesNow(compiled, { ...execution, steps: viewer.separated }, { node, step }, viewer)
      : [],
    as,
  };
}

/** A compiled definition with its name for people. */
export interface Named {
  readonly name: string;
  readonly compiled: CompiledDefinition;
}

/** Owner of the inbox. */
interface Viewer {
  /** null: no reviewer. */
  readonly reviewerId: string | null;
  /** Users they substitute. */
  readonly standsInFor: readonly string[];
  /** Absences of the reviewers that the step waits for. */
  readonly absences: readonly Absence[];
  /** Steps of the same execution whose reviewers must not decide this one; empty otherwise. */
  readonly separated: readonly StepState[];
  readonly now: number;
}

interface Shown extends WaitingStep {
  readonly compiled: CompiledDefinition;
  readonly node: CompiledHumanNode;
}

/** Returns the reviewer's own places, or those to substitute: no holder is a substitute. */
function placesFor(
  { compiled, node, execution, step }: Shown,
  { reviewerId, standsInFor: absent, separated, now }: Viewer & { readonly reviewerId: string },
): WaitingAs[] {
  const rules = peopleOf(node);
  if (step.waitingForReviewers.includes(reviewerId)) {
    const places = peopleOfStep(node, step)?.places ?? [];
    const own = places.filter((it) => it.holder === reviewerId);
    return own.map((place) => {
      const claimedBy = claimedFrom(rules, step, place, now);
      const by = claimedBy.length === 0 ? null : claimedBy;
      return { userId: place.userId, kind: kindOf(rules, place), claimedBy: by };
    });
  }
  const open = openStep(compiled, { ...execution, steps: separated }, node, step);
  if (open === null) return [];
  return placesStoodInFor(open, { userId: reviewerId, absent, now })
    .filter((it) => step.waitingForReviewers.includes(it.holder))
    .map(({ userId }) => ({ userId, kind: 'substitute', claimedBy: null }));
}

function kindOf({ entries }: CompiledPeople, place: Place): WaitingAs['kind'] {
  if (place.addedBy !== undefined) return 'added';
  const kinds = place.entries.map((index) => entries[index]?.kind);
  if (kinds.includes('person')) return 'person';
  return kinds.includes('chain') ? 'chain' : 'pool';
}
