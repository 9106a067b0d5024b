// Generated from the schemas of waiting.ts by `npm run types`. Do not edit.
import type { Fact, Money } from '../../../definition/presented.gen.js';
import type { NodeType } from '../../../nodes/schema.js';
import type { SubstituteView } from '../executions/views.gen.js';

/** A place of a waiting step that a reviewer may answer. */
export interface WaitingAs {
  /** User who was resolved for the place. */
  userId: string;
  /**
   * `person` or `chain` for the kind of entry that names them, `pool` if they are one of
   * several candidates, `added` if they were added later, `substitute` if they act for the
   * holder.
   */
  kind: 'person' | 'pool' | 'chain' | 'added' | 'substitute';
  /** Users who have reserved the decision, so that others have to wait; null: none. */
  claimedBy: string[] | null;
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
  /** Title: that of the presentation, or the name of the definition. */
  title: string;
  /** The first 6 facts of the presentation; without one, values of the input. */
  facts: Fact[];
  /** Address of the subject; null without one. */
  url: string | null;
  /** Amount, shown large beside the title; null without one. */
  amount: Money | null;
  /** Question to the reviewers; null without a text. */
  commentBody: string | null;
  /** Ids of the reviewers who have not decided yet. */
  waitingForReviewers: string[];
  /** Deadline in ms since the epoch; null without an `slaMs`. */
  dueAt: number | null;
  /** Start of the wait, in ms since the epoch. */
  waitingSince: number;
  /** Substitutes who may decide the step now. */
  substitutes: SubstituteView[];
  /** Places for which the requested reviewer may decide; empty without `reviewerId`. */
  as: WaitingAs[];
}
