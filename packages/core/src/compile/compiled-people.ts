/** Compiled people of a human node (contract section 17). */
import type { Owner } from './derived.js';

interface EntryBase {
  readonly mandatory: boolean;
  readonly weight: number;
  readonly veto: boolean;
  readonly order: number;
}
interface PersonEntry extends EntryBase {
  readonly kind: 'person';
  readonly userId: string;
}
interface PoolEntry extends EntryBase {
  readonly kind: 'pool';
  readonly source: PoolSource;
  /** Number of approvals that satisfy the entry. */
  readonly count: number;
}
/** A value of the execution, by its dot-path. */
export interface ValueSource {
  readonly var: string;
}
export type PoolSource =
  | { readonly users: readonly string[] }
  | ValueSource
  | { readonly directory: { readonly kind: 'group' | 'role'; readonly name: string } };
interface ChainEntry extends EntryBase {
  readonly kind: 'chain';
  readonly startAt: ValueSource;
  readonly maxLevels: number;
  /** null if the chain ends only at its last level. */
  readonly untilLimit: { readonly attribute: string; readonly atLeast: number | ValueSource } | null;
}
export type CompiledEntry = PersonEntry | PoolEntry | ChainEntry;

/** Actions that reviewers may take besides deciding. */
export type Allowed = 'delegate' | 'substitute' | 'claim' | 'add' | 'retract' | 'ask';

export interface CompiledSeparation {
  readonly excludeInitiator: boolean;
  readonly excludeContributors: boolean;
}
export type CompiledReminder = { readonly afterMs: number } | { readonly beforeDueMs: number };

export type DecisionRule =
  | { readonly kind: 'count'; readonly approvals: number; readonly rejections: number | null }
  | { readonly kind: 'percent'; readonly approvals: number; readonly of: 'eligible' | 'cast' }
  | { readonly kind: 'weight'; readonly approvals: number };

export interface CompiledFormField {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'choice';
  readonly choices: readonly string[];
  readonly required: boolean;
}

/** Reviewers, decision rules and form of a human node. */
export interface CompiledPeople {
  /** Entries in the order written. An entry is named by its index. */
  readonly entries: readonly CompiledEntry[];
  /** null if only the entries count. */
  readonly decisionRule: DecisionRule | null;
  readonly allowAbstain: boolean;
  readonly minDistinctApprovers: number;
  readonly reasonRequired: 'never' | 'reject' | 'always';
  /** null if decisions have no reason codes. */
  readonly reasonCodes: readonly string[] | null;
  /** null if approvals have no form. */
  readonly form: readonly CompiledFormField[] | null;
  readonly allow: readonly Allowed[];
  readonly claimMs: number;
  /** null if questions do not pause the deadline. */
  readonly pauseMs: number | null;
  readonly separation: CompiledSeparation;
  readonly reminders: readonly CompiledReminder[];
  readonly requireSubjectDigest: boolean;
  readonly onSubjectChange: 'reset' | 'keep';
  /** Retries of a failed directory. */
  readonly retry: RetryPolicy;
}

export interface RetryPolicy {
  readonly maximumAttempts: number;
  readonly initialIntervalMs: number;
  readonly backoffCoefficient: number;
  readonly maximumIntervalMs: number;
}

/** An entry that names one person. */
export interface Reviewer {
  readonly userId: string;
  readonly mandatory: boolean;
}

/** Compiled fields of a node that asks people. */
export interface AskingNode extends Owner {
  /** Entries that name one person. */
  readonly reviewers: readonly Reviewer[];
  /** Set only on a node that uses a field of section 17. */
  readonly people?: CompiledPeople;
}
