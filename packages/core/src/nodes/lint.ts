/** The linter's entries of all node kinds. A missing kind does not compile. */
import type { Decider, DefinitionNode, NodeOf, NodeType } from '../definition/definition.js';
import { agent, agentRules } from './agent/lint.js';
import { endRules } from './end/lint.js';
import { human, humanRules } from './human/lint.js';
import type { LintKind } from './lint-kind.js';
import { webhook, webhookRules } from './webhook/lint.js';

const KINDS: { readonly [T in NodeType]: LintKind<NodeOf<T>> } = {
  human,
  agent,
  webhook,
  end: { decides: () => 'nobody', undecided: 'an end', mend: null },
};

/** Returns the linter's entry of a node's kind. The table pairs each type with its kind of node. */
export const lintKind = ({ type }: DefinitionNode): LintKind<DefinitionNode> => KINDS[type];

/** Returns the decider of the node's steps. */
export const decidedBy = (node: DefinitionNode): Decider => lintKind(node).decides(node);

/**
 * Rules on one node kind. `ofGraph` runs before the rules on single nodes, `ofElement` after them,
 * `ofRun` with the run-time rules. A code without a rule does not compile (`lint/lint.ts`).
 */
export const kindRules = {
  ofGraph: [...humanRules.ofGraph, ...endRules.ofGraph],
  ofElement: [...agentRules.ofElement],
  ofRun: [...agentRules.ofRun, ...webhookRules.ofRun],
};
