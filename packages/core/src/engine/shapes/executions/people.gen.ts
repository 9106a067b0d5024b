// Generated from the schemas of people.ts by `npm run types`. Do not edit.

/** An answer of a pool that somebody has reserved. */
export interface ClaimView {
  /** Who made it. */
  userId: string;
  /** Until when it holds, in ms since the epoch. */
  until: number;
}

/** An entry of the people who decide a step. */
export interface PeopleEntryView {
  /** Its index in `reviewers` of the node. */
  entry: number;
  /** Whom it stands for. */
  kind: 'person' | 'pool' | 'chain';
  /** Whether the step waits until it is satisfied. */
  mandatory: boolean;
  /** When they are asked: after the mandatory entries of all lower orders. */
  order: number;
  /** Whether it has the approvals that it needs. */
  satisfied: boolean;
  /** Its answers that are reserved now. */
  claims: ClaimView[];
}

/** The answer of a place. */
export interface PlaceAnswerView {
  /** Who gave it. */
  reviewerId: string;
  /** For whom they gave it; null: for themselves. */
  onBehalfOf: string | null;
  /** What they decided. */
  decision: 'approve' | 'reject' | 'abstain';
  /** Why, as one of the reason codes of the node; null without one. */
  reasonCode: string | null;
  /** When it was recorded, in ms since the epoch. */
  recordedAt: number;
}

/** How a place went from one person to another. */
export interface DelegationView {
  /** Who held the place. */
  from: string;
  /** Who got it. */
  to: string;
  /** Who handed it over. */
  actorId: string;
  /** When, in ms since the epoch. */
  at: number;
  /** Why; null without a reason. */
  reason: string | null;
}

/** A question of a reviewer, and its answer. */
export interface QuestionView {
  /** Id of the question in its step. */
  questionId: string;
  /** Who asked. */
  by: string;
  /** Who was asked. */
  of: string;
  /** What was asked. */
  question: string;
  /** When, in ms since the epoch. */
  askedAt: number;
  /** What was answered; null until then. */
  answer: string | null;
  /** When, in ms since the epoch; null until then. */
  answeredAt: number | null;
}

/** One person's place in a step. */
export interface PlaceView {
  /** Who was found for it. */
  userId: string;
  /** Who answers. */
  holder: string;
  /** The entries that name them, by index. */
  entries: number[];
  /** Whether no entry names them: they were added while the step waited. */
  added: boolean;
  /** What their approval weighs. */
  weight: number;
  /** Whether their rejection rejects the step at once. */
  veto: boolean;
  /** When they are asked: after the mandatory entries of all lower orders. */
  order: number;
  /** How often they were asked, the current time included. */
  round: number;
  /**
   * `later` until their turn comes, then `asked`, and `answered` when they have decided; `lost` when they
   * must not decide any more.
   */
  state: 'later' | 'asked' | 'answered' | 'lost';
  /** What they decided; null until then. */
  answer: PlaceAnswerView | null;
  /** How it went from hand to hand, in order. */
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
  /** What those that approved weigh together. */
  weightApproved: number;
  /** What those that may still answer weigh together. */
  weightOpen: number;
}

/** Who decides a step, and what they have decided so far. */
export interface PeopleView {
  /** The highest order that is asked. */
  order: number;
  /** The entries, as the node has them. */
  entries: PeopleEntryView[];
  /** The people who were found, each once. */
  places: PlaceView[];
  /** What their answers come to. */
  tally: TallyView;
  /** What they asked of others, in order. */
  questions: QuestionView[];
}
