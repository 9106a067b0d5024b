/** Waiting steps as an inbox shows them (contract section 10). */
import * as z from 'zod';
import { peopleOf } from '../../compile/people.js';
import type { CompiledDefinition, CompiledHumanNode } from '../../compile/compiled.js';
import type { NodeType } from '../../definition/definition.js';
import { peopleOfStep } from '../../interpreter/people/places.js';
import type { StepState } from '../../interpreter/state.js';
import { nodeOf } from '../../interpreter/transition.js';
import type { WaitingStep } from '../../ports/store/executions.js';
import { nodeType } from './execution.js';
import { ENTRY_KINDS } from './people.js';

const waitingAs = z
  .object({
    userId: z.string().describe('Who was found for the place.'),
    kind: z
      .enum(ENTRY_KINDS)
      .describe('`person` where an entry names them; otherwise `pool`: they are one of several candidates.'),
  })
  .meta({ id: 'WaitingAs', description: 'A place of a waiting step that a reviewer may answer.' });

export const waitingItem = z
  .object({
    executionId: z.string().describe('The execution that the step belongs to.'),
    definitionId: z.string().describe('The definition that it runs.'),
    stepId: z.string().describe('Id of the step in its execution.'),
    nodeId: z.string().describe('The node that it is a step of.'),
    nodeType: nodeType.describe('Kind of that node.'),
    commentBody: z.string().nullable().describe('What the reviewers are asked; null without a text.'),
    waitingForReviewers: z.array(z.string()).describe('Ids of the reviewers who have not decided yet.'),
    dueAt: z
      .int()
      .nullable()
      .describe('When it is breached, in ms since the epoch; null without an `slaMs`.'),
    waitingSince: z.int().describe('When it began to wait, in ms since the epoch.'),
    as: z
      .array(waitingAs)
      .describe('As whom the reviewer that was asked for may answer; empty where nobody was asked for.'),
  })
  .meta({ id: 'WaitingItem', description: 'A waiting step, as an inbox shows it.' });

export function viewWaiting(
  compiled: CompiledDefinition,
  { execution, step }: WaitingStep,
  reviewerId: string | null,
): WaitingItem {
  const node = nodeOf(compiled, step.nodeId);
  return {
    executionId: execution.executionId,
    definitionId: execution.definitionId,
    stepId: step.stepId,
    nodeId: step.nodeId,
    nodeType: step.nodeType,
    commentBody: node.type === 'human' ? node.commentBody : null,
    waitingForReviewers: [...step.waitingForReviewers],
    dueAt: step.dueAt,
    waitingSince: step.waitingSince ?? step.createdAt,
    as: node.type === 'human' && reviewerId !== null ? placesFor(node, step, reviewerId) : [],
  };
}

function placesFor(node: CompiledHumanNode, step: StepState, reviewerId: string): WaitingAs[] {
  const { entries } = peopleOf(node);
  const places = peopleOfStep(node, step)?.places ?? [];
  return places
    .filter((it) => it.holder === reviewerId)
    .map((place) => ({
      userId: place.userId,
      kind: place.entries.some((index) => entries[index]?.kind === 'person') ? 'person' : 'pool',
    }));
}

/** A place of a waiting step that a reviewer may answer. */
export interface WaitingAs {
  /** Who was found for the place. */
  userId: string;
  /** `person` where an entry names them; otherwise `pool`: they are one of several candidates. */
  kind: 'person' | 'pool';
}

/** A waiting step, as an inbox shows it. */
export interface WaitingItem {
  /** The execution that the step belongs to. */
  executionId: string;
  /** The definition that it runs. */
  definitionId: string;
  /** Id of the step in its execution. */
  stepId: string;
  /** The node that it is a step of. */
  nodeId: string;
  /** Kind of that node. */
  nodeType: NodeType;
  /** What the reviewers are asked; null without a text. */
  commentBody: string | null;
  /** Ids of the reviewers who have not decided yet. */
  waitingForReviewers: string[];
  /** When it is breached, in ms since the epoch; null without an `slaMs`. */
  dueAt: number | null;
  /** When it began to wait, in ms since the epoch. */
  waitingSince: number;
  /** As whom the reviewer that was asked for may answer; empty where nobody was asked for. */
  as: WaitingAs[];
}
