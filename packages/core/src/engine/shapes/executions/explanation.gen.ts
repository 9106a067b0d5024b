// Generated from the schemas of explanation.ts by `npm run types`. Do not edit.
import type { ExecutionStatus, ReviewVote, StepStatus } from '../../../interpreter/state.js';
import type { PeopleView } from './people.gen.js';

/** A missing part of a waiting step's approval. */
export interface MissingView {
  /** The decision rule, an entry, people who were added, or different reviewers. */
  code: 'rule' | 'entry' | 'added' | 'distinct-approvers';
  /** Index of the entry, of `entry` alone. */
  entry?: number | undefined;
  /** Current number. */
  have: number;
  /** Required number. */
  need: number;
}

/** Effect of a decision; agents are not called. */
export interface AnswerEffectView {
  /** Status of the step. */
  stepStatus: StepStatus;
  /** Resulting decision of the step; null while it stays undecided. */
  decision: ReviewVote | null;
  /** Nodes that would start; not those whose steps would be cancelled at once. */
  starts: string[];
  /** Open steps that would be cancelled. */
  cancels: string[];
  /** The loop that would begin again, or be exhausted; null: none. */
  loopId: string | null;
  /** Status of the execution. */
  executionStatus: ExecutionStatus;
  /** Outcome of the execution, if it would complete; null if nothing decides it. */
  outcome?: string | null | undefined;
}

/** A decision that is possible now. */
export interface NextAnswerView {
  /** User who may decide. */
  userId: string;
  /** For whom, where they stand in; null: for themselves. */
  onBehalfOf: string | null;
  /** The decision. */
  decision: ReviewVote;
  /** Effect of the decision. */
  then: AnswerEffectView;
}

/** Explanation of a step's wait or end. */
export interface ExplainedStepView {
  /** Id of the step in its execution. */
  stepId: string;
  /** The node that it is a step of. */
  nodeId: string;
  /** Status of the step. */
  status: StepStatus;
  /** The thing an open step waits for. */
  waitsFor?:
    | 'directory'
    | 'people'
    | 'agent'
    | 'retry'
    | 'callback'
    | 'resolutions'
    | 'time'
    | 'signal'
    | 'run'
    | undefined;
  /** Start of an open step's wait, in ms since the epoch. */
  since?: number | undefined;
  /** Deadline of an open step, in ms since the epoch; null without one. */
  dueAt?: number | null | undefined;
  /** Next reminder of an open step, in ms since the epoch; null: no further one. */
  nextReminderAt?: number | null | undefined;
  /** Reviewers of an open step; null for a step without people, and until they are resolved. */
  people?: PeopleView | null | undefined;
  /** Missing parts of an open step's approval. */
  missing?: MissingView[] | undefined;
  /** Effect of each decision that is possible now, up to 20. */
  next?: NextAnswerView[] | undefined;
  /** Cause of the end of a step that is not open. */
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
    | 'end'
    | 'wait'
    | 'run'
    | undefined;
  /** seq of the event that ended a step that is not open. */
  seq?: number | null | undefined;
}

/** Explanation of an execution. */
export interface ExplanationView {
  /** Id of the execution. */
  executionId: string;
  /** Status of the execution. */
  status: ExecutionStatus;
  /** seq of the state that was explained. */
  seq: number;
  /** Its steps, in the order of creation. */
  steps: ExplainedStepView[];
  /** True if some of the possible decisions are left out, beyond 100 in all. */
  truncated: boolean;
}
