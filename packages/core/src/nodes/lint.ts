/** The linter's entries of the node kinds that may decide. A missing kind does not compile. */
import type { Decider, DefinitionNode, NodeOf, NodeType } from '../definition/definition.js';
import { agent, agentRules } from './agent/lint.js';
import { endRules } from './end/lint.js';
import { human, humanRules } from './human/lint.js';
import type { LintKind } from './lint-kind.js';
import { notificationRules } from './notification/lint.js';
import type { TypesWith } from './schema.js';
import { subflow, subflowRules } from './subflow/lint.js';
import { webhookRules } from './webhook/lint.js';

const KINDS: { readonly [T in TypesWith<{ mayDecide: true }>]: LintKind<NodeOf<T>> } = {
  human,
  agent,
  subflow,
};

/** Returns the linter's entry of a node's kind. The table pairs each type with its kind of node. */
export function lintKind({ type }: DefinitionNode): LintKind<DefinitionNode> {
  const kinds: { readonly [T in NodeType]?: LintKind<DefinitionNode> } = KINDS;
  return kinds[type] ?? { decides: () => 'nobody', undecided: `a ${type} node`, fix: null };
}

/** Returns the decider of the node's steps. */
export const decidedBy = (node: DefinitionNode): Decider => lintKind(node).decides(node);

/**
 * Rules on one node kind. `ofGraph` runs before the rules on single nodes, `ofElement` after them,
 * `ofRun` with the run-time rules. A code without a rule does not compile (`lint/lint.ts`).
 */
export const kindRules = {
  ofGraph: [
    ...humanRules.ofGraph,
    ...endRules.ofGraph,
    ...subflowRules.ofGraph,
    ...notificationRules.ofGraph,
  ],
  ofElement: [
    ...agentRules.ofElement,
    ...webhookRules.ofElement,
    ...subflowRules.ofElement,
    ...notificationRules.ofElement,
  ],
  ofRun: [...agentRules.ofRun, ...webhookRules.ofRun, ...subflowRules.ofRun, ...notificationRules.ofRun],
};
