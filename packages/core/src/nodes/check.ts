/** The checker's entries of all node kinds. A missing kind does not compile. */
import type { CompiledNodes } from '../compile/compiled.js';
import type { NodeType } from '../definition/definition.js';
import { agent } from './agent/check.js';
import type { CheckKind } from './check-kind.js';
import { end } from './end/check.js';
import { human } from './human/check.js';
import { webhook } from './webhook/check.js';

const KINDS: { readonly [T in NodeType]: CheckKind<CompiledNodes[T]> } = { human, agent, webhook, end };

/**
 * Returns the checker's entry of a node kind; undefined for an unknown kind, as in a damaged
 * record. The table pairs each type with its kind of node.
 */
export function checkKind(type: string): CheckKind<CompiledNodes[NodeType]> | undefined {
  const kinds: Readonly<Record<string, CheckKind<CompiledNodes[NodeType]>>> = KINDS;
  return Object.hasOwn(kinds, type) ? kinds[type] : undefined;
}
