/** Who may do what: rules, whom they ask, and what the gate knows of a tool. Times are ms since the epoch, durations ms. */
import type { JsonObject } from '@org/approval-core';
import type { Expression } from '@org/approval-core/definition';

/** Caps of the standing grants that a rule takes. */
export interface Grantable {
  /** Most calls of one, 1 to 1,000. */
  maxUses: number;
  /** Longest life of one, to a year. */
  maxMs: number;
  /** Who may create one, 1 to 50; whoever may create any by default. */
  by?: readonly string[] | undefined;
}

/** Whom to ask, and what counts as a yes. */
export interface Ask {
  /** People decide. */
  do: 'ask';
  /** The definition whose run decides. */
  definitionId: string;
  organizationId?: string | undefined;
  documentId?: string | undefined;
  /** The node of it that is only reached by approvals. */
  grantNodeId: string;
  /** How long people have, 1 s to a year; the gate's by default. */
  askMs?: number | undefined;
  /** How long the program has to act on a yes, 1 s to 24 h; the gate's by default. */
  grantMs?: number | undefined;
  /** Whether an approval by force counts; false by default. */
  overrides?: boolean | undefined;
  /** Whether standing grants may answer instead; not by default. */
  grantable?: Grantable | undefined;
}

/** When a rule is looked at. */
export interface RuleHead {
  /** A tool's name, or `prefix*`. */
  tool: string;
  /** A condition over `call.args.*`, `call.target` and `requester.*`; always by default. */
  when?: Expression | undefined;
}

/** A rule; the first that holds decides. */
export type Rule = RuleHead & ({ do: 'deny' } | { do: 'allow' } | Ask);

/** Who may do what. */
export interface Policies {
  /** Up to 200; the first that holds decides. */
  rules: readonly Rule[];
  /** What is done when none holds; a denial by default. */
  otherwise?: Ask | undefined;
}

/** What the gate knows of a tool. */
export interface ToolOptions {
  /**
   * Whether the tool takes these arguments. To refuse, throw or return anything but true, undefined or the arguments
   * themselves: what was asked is what is executed, so a schema that changes them belongs in front of the gate.
   * What it says is in the error of whoever asked; for a tool with `redact` it is left out, since it may quote a hidden value.
   */
  validate?: ((args: JsonObject) => unknown) | undefined;
  /** JSON pointers from the call, as in `/args/card`, to what is neither stored nor shown; up to 50. */
  redact?: readonly string[] | undefined;
}

/** Something that is wrong with policies or with a definition that they name. */
export interface PolicyIssue {
  /** What kind of fault. */
  code: PolicyIssueCode;
  /** What is wrong and how to put it right. */
  message: string;
  /** Where in the policies, as in `rules[3].grantNodeId`. */
  path: string;
}

/** What can be wrong with policies; the first is refused when the gate is made, the others are found by `check`. */
export type PolicyIssueCode =
  | 'policy-allow-prefix'
  | 'policy-unreachable'
  | 'definition-missing'
  | 'grant-node-missing'
  | 'grant-node-unguarded'
  | 'not-digest-bound';
