// Generated from the schemas of people.ts by `npm run types`. Do not edit.

/** A reserved decision of a pool. */
export interface ClaimView {
  /** User who made it. */
  userId: string;
  /** End of its validity, in ms since the epoch. */
  until: number;
}

/** An entry of the people who decide a step. */
export interface PeopleEntryView {
  /** Its index in `reviewers` of the node. */
  entry: number;
  /** Kind of the entry. */
  kind: 'person' | 'pool' | 'chain';
  /** True if the step waits until it is satisfied. */
  mandatory: boolean;
  /** Turn of the reviewers: after the mandatory entries of all lower orders. */
  order: number;
  /** True if it has the approvals that it needs. */
  satisfied: boolean;
  /** Its answers that are reserved now. */
  claims: ClaimView[];
}

/** The answer of a place. */
export interface PlaceAnswerView {
  /** User who decided. */
  reviewerId: string;
  /** For whom they gave it; null: for themselves. */
  onBehalfOf: string | null;
  /** The decision. */
  decision: 'approve' | 'reject' | 'abstain';
  /** Reason code, one of those of the node; null without one. */
  reasonCode: string | null;
  /** Time of recording, in ms since the epoch. */
  recordedAt: number;
}

/** A transfer of a place to another user. */
export interface DelegationView {
  /** Previous holder. */
  from: string;
  /** New holder. */
  to: string;
  /** User who delegated it. */
  actorId: string;
  /** Time in ms since the epoch. */
  at: number;
  /** Reason; null without one. */
  reason: string | null;
}

/** A question of a reviewer, and its answer. */
export interface QuestionView {
  /** Id of the question in its step. */
  questionId: string;
  /** User who asked. */
  by: string;
  /** User who was asked. */
  of: string;
  /** Text of the question. */
  question: string;
  /** Time of the question, in ms since the epoch. */
  askedAt: number;
  /** Text of the answer; null until then. */
  answer: string | null;
  /** Time of the answer, in ms since the epoch; null until then. */
  answeredAt: number | null;
}

/** One person's place in a step. */
export interface PlaceView {
  /** User who was resolved for it. */
  userId: string;
  /** User who decides. */
  holder: string;
  /** The entries that name them, by index. */
  entries: number[];
  /** True if no entry names them: they were added while the step waited. */
  added: boolean;
  /** Weight of their approval. */
  weight: number;
  /** True if their rejection rejects the step at once. */
  veto: boolean;
  /** Turn of the reviewers: after the mandatory entries of all lower orders. */
  order: number;
  /** Number of times they were asked, including now. */
  round: number;
  /**
   * `later` until their turn comes, then `asked`, and `answered` when they have decided; `lost`
   * when they must not decide any more.
   */
  state: 'later' | 'asked' | 'answered' | 'lost';
  /** Their decision; null until then. */
  answer: PlaceAnswerView | null;
  /** Its delegations, in order. */
  delegations: DelegationView[];
}

/** The places of a step, counted. */
export interface TallyView {
  /** All places. */
  eligible: number;
  /** Places that approved. */
  approved: number;
  /** Places that rejected. */
  rejected: number;
  /** Places that abstained. */
  abstained: number;
  /** Places that may still answer. */
  open: number;
  /** Total weight of the approvals. */
  weightApproved: number;
  /** Total weight of the places that are still open. */
  weightOpen: number;
}

/** Reviewers of a step, and their decisions so far. */
export interface PeopleView {
  /** The highest order that is asked. */
  order: number;
  /** The entries, as the node has them. */
  entries: PeopleEntryView[];
  /** The people who were found, each once. */
  places: PlaceView[];
  /** Counts of the decisions. */
  tally: TallyView;
  /** Questions of the reviewers, in order. */
  questions: QuestionView[];
}
