/** Policies: rules, reviewers, and options of tools. Times are ms since the epoch, durations ms. */
import type { JsonObject } from '@org/approval-core';
import type { PresentationValues } from '@org/approval-core/views';
import type { Call } from '../views.gen.js';
import type { Expression } from '@org/approval-core/definition';

/** Caps on the standing grants that a rule accepts. */
export interface Grantable {
  /** Largest number of calls of a grant, 1 to 1,000. */
  maxUses: number;
  /** Longest lifetime of a grant in ms, up to a year. */
  maxMs: number;
  /** Users who may create one, 1 to 50; by default all who may create grants. */
  by?: readonly string[] | undefined;
}

/** Reviewers, and conditions of an approval. */
export interface Ask {
  /** Asks people. */
  do: 'ask';
  /** The definition whose run decides. */
  definitionId: string;
  organizationId?: string | undefined;
  documentId?: string | undefined;
  /** Node of the definition that only approvals lead to. */
  grantNodeId: string;
  /** Time in ms for people to decide, 1 s to a year; the gate's by default. */
  askMs?: number | undefined;
  /** Time in ms for the program to act on a grant, 1 s to 24 h; the gate's by default. */
  grantMs?: number | undefined;
  /** True when a forced approval counts; false by default. */
  overrides?: boolean | undefined;
  /** Conditions for standing grants in place of a decision; none are allowed by default. */
  grantable?: Grantable | undefined;
  /**
   * Presentation of a call, whose redacted values are hidden. Without it, and if it throws, people
   * see the tool and every argument. It is not part of the version of the policies.
   */
  present?: ((call: Call) => PresentationValues) | undefined;
}

/** Calls that a rule applies to. */
export interface RuleHead {
  /** Name of a tool, or `prefix*`. */
  tool: string;
  /** Condition over `call.args.*`, `call.target` and `requester.*`; always true by default. */
  when?: Expression | undefined;
}

/** A rule; the first that applies decides. */
export type Rule = RuleHead & ({ do: 'deny' } | { do: 'allow' } | Ask);

/** Rules for the calls of programs. */
export interface Policies {
  /** Up to 200; the first that applies decides. */
  rules: readonly Rule[];
  /** Applied when no rule does; a denial by default. */
  otherwise?: Ask | undefined;
}

/** Options of a tool. */
export interface ToolOptions {
  /**
   * Checks the arguments. To refuse, throw or return anything but true, undefined or the arguments
   * themselves: the call is executed as asked, so apply schemas that change it before the gate. The
   * requester gets the message in the error, except for a tool with `redact`, because it may quote
   * a hidden value.
   */
  validate?: ((args: JsonObject) => unknown) | undefined;
  /**
   * JSON pointers from the call, as in `/args/card`, to values that are neither stored nor shown;
   * up to 50.
   */
  redact?: readonly string[] | undefined;
}

/** A fault of policies, or of a definition that they name. */
export interface PolicyIssue {
  /** Kind of fault. */
  code: PolicyIssueCode;
  /** Text of the fault and how to fix it. */
  message: string;
  /** Path in the policies, as in `rules[3].grantNodeId`. */
  path: string;
}

/**
 * Codes of faults in policies; the gate refuses the first when it is made, `check` finds the
 * others.
 */
export type PolicyIssueCode =
  | 'policy-allow-prefix'
  | 'policy-unreachable'
  | 'definition-missing'
  | 'grant-node-missing'
  | 'grant-node-unguarded'
  | 'not-digest-bound';
