// Generated from the schemas of explanation.ts by `npm run types`. Do not edit.
import type { ExecutionStatus, ReviewVote, StepStatus } from '../../../interpreter/state.js';
import type { PeopleView } from './people.gen.js';

/** What a waiting step lacks of its approval. */
export interface MissingView {
  /** The decision rule, an entry, people who were added, or different approvers. */
  code: 'rule' | 'entry' | 'added' | 'distinct-approvers';
  /** Index of the entry, of `entry` alone. */
  entry?: number | undefined;
  /** How much there is. */
  have: number;
  /** How much there has to be. */
  need: number;
}

/** What an answer would do; agents are not called. */
export interface AnswerEffectView {
  /** Status of the step. */
  stepStatus: StepStatus;
  /** How the step would be decided; null: it would not be yet. */
  decision: ReviewVote | null;
  /** Nodes that would start; not those whose steps would be cancelled at once. */
  starts: string[];
  /** Open steps that would be cancelled. */
  cancels: string[];
  /** The loop that would begin again, or be exhausted; null: none. */
  loopId: string | null;
  /** Status of the execution. */
  executionStatus: ExecutionStatus;
}

/** An answer that somebody may give now. */
export interface NextAnswerView {
  /** Who may give it. */
  userId: string;
  /** For whom, where they stand in; null: for themselves. */
  onBehalfOf: string | null;
  /** What they would answer. */
  decision: ReviewVote;
  /** What would follow. */
  then: AnswerEffectView;
}

/** Why a step waits, or what ended it. */
export interface ExplainedStepView {
  /** Id of the step in its execution. */
  stepId: string;
  /** The node that it is a step of. */
  nodeId: string;
  /** How far it is. */
  status: StepStatus;
  /** What an open step waits for. */
  waitsFor?: 'directory' | 'people' | 'agent' | 'retry' | 'callback' | 'resolutions' | undefined;
  /** Since when an open step waits, in ms since the epoch. */
  since?: number | undefined;
  /** When an open step is breached; null without a deadline. */
  dueAt?: number | null | undefined;
  /** When the people of an open step are reminded next; null: not again. */
  nextReminderAt?: number | null | undefined;
  /** Who decides an open step; null for one of no people, and until they are found. */
  people?: PeopleView | null | undefined;
  /** What an open step lacks of its approval. */
  missing?: MissingView[] | undefined;
  /** What each answer that may be given now would do, up to 20. */
  next?: NextAnswerView[] | undefined;
  /** What ended a step that is not open. */
  endedBy?:
    | 'rule'
    | 'rejection'
    | 'veto'
    | 'out-of-reach'
    | 'forced'
    | 'breach'
    | 'cancel'
    | 'failure'
    | 'skip'
    | 'agent'
    | undefined;
  /** seq of the event that ended a step that is not open. */
  seq?: number | null | undefined;
}

/** Why a run waits. */
export interface ExplanationView {
  /** Id of the execution. */
  executionId: string;
  /** How far it is. */
  status: ExecutionStatus;
  /** seq of the state that was explained. */
  seq: number;
  /** Its steps, in the order of creation. */
  steps: ExplainedStepView[];
  /** Whether there are more answers than are told, 100 in all. */
  truncated: boolean;
}
