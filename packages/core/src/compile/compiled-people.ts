/** The people of a human node as the interpreter reads them (contract section 17). */

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
export type PoolSource = { readonly users: readonly string[] } | { readonly var: string };
export type CompiledEntry = PersonEntry | PoolEntry;

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
}
