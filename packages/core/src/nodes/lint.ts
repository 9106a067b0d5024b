/** The closed set of node kinds, as far as the linter goes: one that is missing does not compile. */
import type { Decider, DefinitionNode, NodeOf, NodeType } from '../definition/definition.js';
import { agent, agentRules } from './agent/lint.js';
import { human, humanRules } from './human/lint.js';
import type { LintKind } from './lint-kind.js';
import { webhook, webhookRules } from './webhook/lint.js';

const KINDS: { readonly [T in NodeType]: LintKind<NodeOf<T>> } = { human, agent, webhook };

/** Returns all that the linter knows of the node's kind; the table pairs each type with its own kind of node. */
export const lintKind = ({ type }: DefinitionNode): LintKind<DefinitionNode> => KINDS[type];

/** Returns who decides the steps of the node. */
export const decidedBy = (node: DefinitionNode): Decider => lintKind(node).decides(node);

/**
 * The rules on one kind of node alone. `ofGraph` and `ofElement` are asked before and after the rules on any single node,
 * `ofRun` with those on what a run would do. A linter code without a rule does not compile (`lint/lint.ts`).
 */
export const kindRules = {
  ofGraph: [...humanRules.ofGraph],
  ofElement: [...agentRules.ofElement],
  ofRun: [...agentRules.ofRun, ...webhookRules.ofRun],
};
