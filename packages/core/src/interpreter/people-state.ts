/** What a step keeps of its people (contract section 17): plain JSON, a part of the state of its execution. */
import type { JsonObject } from '../definition/json.js';

/** What an answer on a people node has beside (contract section 17). */
export interface PeopleAnswer {
  /** For whom it was given; null: for themselves. */
  readonly onBehalfOf: string | null;
  readonly reasonCode: string | null;
  /** What an approval filled in. */
  readonly values: JsonObject | null;
  /** Digest of the subject that it was given on. */
  readonly subjectDigest: string | null;
  /** Of the place. */
  readonly round: number;
}

/** One person's place in a step (contract section 17). */
export interface Place {
  /** Who was found for it. */
  readonly userId: string;
  /** Who answers. */
  readonly holder: string;
  /** The entries that name it, by index. */
  readonly entries: readonly number[];
  readonly weight: number;
  readonly veto: boolean;
  readonly order: number;
  /** How often it was to be answered, the current time included. */
  readonly round: number;
  /** Whether its turn has come. */
  readonly asked: boolean;
  /** Whoever held it may not decide any more, and nobody answers it. */
  readonly lost?: boolean;
  /** Who added it while the step waited; such a place has no entries. */
  readonly addedBy?: string;
  /** How it went from hand to hand. */
  readonly delegations?: readonly Delegation[];
  /** The rounds whose answers were taken back. */
  readonly retracted?: readonly number[];
  /** How often its holder has reserved an answer. */
  readonly claims?: number;
}

export interface Delegation {
  readonly from: string;
  readonly to: string;
  readonly actorId: string;
  readonly at: number;
  readonly reason: string | null;
}

/** Who decides a step. Parts that are absent are empty. */
export interface PeopleState {
  /** In the order in which they were found. */
  readonly places: readonly Place[];
  /** The people of chains, level by level, by the userIds of their places. */
  readonly chains?: readonly Chain[];
  /** Live or not: whoever looks compares `until` with the time. */
  readonly claims?: readonly PoolClaim[];
  readonly questions?: readonly Question[];
  /** How the deadline stands while questions are open; absent before the first. */
  readonly pause?: Pause;
  /** Who answered, and for whom, where the answer stands no more. */
  readonly past?: readonly string[];
  /** Whether substitutes may answer on places that no pool names. */
  readonly substitutes?: boolean;
  /** Which entries are pools, where substitutes may answer; absent where none is. */
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
  /** The key that it was asked with, so that a repeat is known; absent without one. */
  readonly key?: string;
}

export interface Pause {
  /** The deadline without any pause. */
  readonly deadline: number;
  readonly usedMs: number;
  /** Since when questions are open; null: none is. */
  readonly since: number | null;
}

/** How the people of a step change; what is left out stays. */
export interface PeopleChange {
  /** New ones, and those that take the place of the one with their userId. */
  readonly places?: readonly Place[];
  /** Holders of places whose answers stand no more. */
  readonly voided?: readonly string[];
  /** All of them. */
  readonly claims?: readonly PoolClaim[];
  /** A new one, or one that takes the place of the one with its id. */
  readonly question?: Question;
  readonly pause?: Pause;
  readonly dueAt?: number;
  /** Why, in the words of whoever did it; for the record alone. */
  readonly reason?: string;
}

/**
 * Why others are asked than before. `order`: the mandatory entries of the lower orders are satisfied; `separation`:
 * somebody must not decide any more; `reset`: what was approved is another.
 */
export type AssignmentCause = 'order' | 'delegated' | 'added' | 'separation' | 'reset';
