/** The people of a human node as the interpreter reads them (contract section 17). */
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
  /** Approvals that satisfy it. */
  readonly count: number;
}
/** A value of the run, by its dot-path. */
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
  /** null: it has as many levels as there are managers. */
  readonly untilLimit: { readonly attribute: string; readonly atLeast: number | ValueSource } | null;
}
export type CompiledEntry = PersonEntry | PoolEntry | ChainEntry;

/** What reviewers may do beside answering. */
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

/** Who decides, how it is counted, and what an answer has to say. */
export interface CompiledPeople {
  /** In the order in which they are written: an entry is named by its index. */
  readonly entries: readonly CompiledEntry[];
  /** null: the entries alone say. */
  readonly decisionRule: DecisionRule | null;
  readonly allowAbstain: boolean;
  readonly minDistinctApprovers: number;
  readonly reasonRequired: 'never' | 'reject' | 'always';
  /** null: an answer has none. */
  readonly reasonCodes: readonly string[] | null;
  /** null: an approval fills in nothing. */
  readonly form: readonly CompiledFormField[] | null;
  readonly allow: readonly Allowed[];
  readonly claimMs: number;
  /** null: questions hold nothing up. */
  readonly pauseMs: number | null;
  readonly separation: CompiledSeparation;
  readonly reminders: readonly CompiledReminder[];
  readonly requireSubjectDigest: boolean;
  readonly onSubjectChange: 'reset' | 'keep';
  /** Of a directory that fails. */
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

/** The part of a compiled node that asks people. */
export interface AskingNode extends Owner {
  /** The entries that name one person. */
  readonly reviewers: readonly Reviewer[];
  /** Only on a node that uses a field of section 17. */
  readonly people?: CompiledPeople;
}
