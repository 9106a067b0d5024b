/** State of a step's people (contract section 17): plain JSON in the state of its execution. */
import type { JsonObject } from '../definition/json.js';

/** Further fields of a decision on a people node (contract section 17). */
export interface PeopleAnswer {
  /** Absent user for whom a substitute decided; null otherwise. */
  readonly onBehalfOf: string | null;
  readonly reasonCode: string | null;
  /** Form values of an approval. */
  readonly values: JsonObject | null;
  /** Digest of the subject. */
  readonly subjectDigest: string | null;
  /** Round of the place. */
  readonly round: number;
}

/** One user's place in a step (contract section 17). */
export interface Place {
  /** User found for the place. */
  readonly userId: string;
  /** User who decides. */
  readonly holder: string;
  /** Indexes of the entries that name it. */
  readonly entries: readonly number[];
  readonly weight: number;
  readonly veto: boolean;
  readonly order: number;
  /** Round of the decision, from 1. */
  readonly round: number;
  /** True once the place is asked. */
  readonly asked: boolean;
  /** True if its holder must not decide any more. The place stays undecided. */
  readonly lost?: boolean;
  /** User who added the place while the step waited. Such a place has no entries. */
  readonly addedBy?: string;
  /** Delegations in order. */
  readonly delegations?: readonly Delegation[];
  /** Rounds whose decisions were retracted. */
  readonly retracted?: readonly number[];
  /** Number of claims by its holder. */
  readonly claims?: number;
}

export interface Delegation {
  readonly from: string;
  readonly to: string;
  readonly actorId: string;
  readonly at: number;
  readonly reason: string | null;
}

/** People of a step. Absent parts are empty. */
export interface PeopleState {
  /** Places in the order found. */
  readonly places: readonly Place[];
  /** Chains, with the userIds of their places level by level. */
  readonly chains?: readonly Chain[];
  /** Claims, possibly expired. Readers compare `until` with the time. */
  readonly claims?: readonly PoolClaim[];
  readonly questions?: readonly Question[];
  /** Pause of the deadline; absent before the first question. */
  readonly pause?: Pause;
  /** Deciders of void decisions, and the users they decided for. */
  readonly past?: readonly string[];
  /** True if substitutes may decide on places outside pools. */
  readonly substitutes?: boolean;
  /** Indexes of pool entries, if substitutes are allowed; absent without pools. */
  readonly pools?: readonly number[];
}

export interface Chain {
  readonly entry: number;
  readonly levels: readonly string[];
}

export interface PoolClaim {
  readonly userId: string;
  readonly entry: number;
  readonly until: number;
}

export interface Question {
  readonly questionId: string;
  readonly by: string;
  readonly of: string;
  readonly question: string;
  readonly askedAt: number;
  readonly answer: string | null;
  readonly answeredAt: number | null;
  /** Idempotency key of the question; absent without one. */
  readonly key?: string;
}

export interface Pause {
  /** Deadline without pauses. */
  readonly deadline: number;
  readonly usedMs: number;
  /** Time since which questions are open; null if none are. */
  readonly since: number | null;
}

/** A change of a step's people. Omitted parts stay. */
export interface PeopleChange {
  /** New places, and replacements of those with the same userId. */
  readonly places?: readonly Place[];
  /** Holders of places whose decisions are void. */
  readonly voided?: readonly string[];
  /** All claims after the change. */
  readonly claims?: readonly PoolClaim[];
  /** New question, or the replacement of the one with the same id. */
  readonly question?: Question;
  readonly pause?: Pause;
  readonly dueAt?: number;
  /** Reason of the actor, for the record only. */
  readonly reason?: string;
}

/**
 * Cause of a change of the asked reviewers. `order`: all mandatory entries of lower orders are
 * satisfied. `separation`: a reviewer must not decide any more. `reset`: the subject was revised.
 */
export type AssignmentCause = 'order' | 'delegated' | 'added' | 'separation' | 'reset';
