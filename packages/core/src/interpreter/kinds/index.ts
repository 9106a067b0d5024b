/** The closed set of node kinds: one that is missing does not compile. */
import type { CompiledNode } from '../../compile/compiled.js';
import type { StepState } from '../state.js';
import type { Turn } from '../turn.js';
import { agent } from './agent.js';
import { human } from './human.js';
import type { NodeKind } from './kind.js';
import { webhook } from './webhook.js';

const KINDS: { readonly [T in CompiledNode['type']]: NodeKind<Extract<CompiledNode, { type: T }>> } = {
  human,
  agent,
  webhook,
};

export function enterStep(turn: Turn, step: StepState, node: CompiledNode): void {
  // The table pairs each type with its own kind of node; the call cannot see it.
  (KINDS[node.type] as NodeKind<CompiledNode>).enter(turn, step, node);
}
