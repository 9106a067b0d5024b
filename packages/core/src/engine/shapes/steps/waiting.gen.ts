// Generated from the schemas of waiting.ts by `npm run types`. Do not edit.
import type { NodeType } from '../../../nodes/schema.js';

/** A place of a waiting step that a reviewer may answer. */
export interface WaitingAs {
  /** Who was found for the place. */
  userId: string;
  /**
   * `person` where an entry names them, `chain` where one does, `pool` where they are one of several
   * candidates, `added` where somebody added them, `substitute` where they stand in.
   */
  kind: 'person' | 'pool' | 'chain' | 'added' | 'substitute';
  /** Who has reserved the answer, where others have to wait; null: nobody has. */
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
