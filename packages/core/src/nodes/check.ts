/** The closed set of node kinds, as far as the checker goes: one that is missing does not compile. */
import type { CompiledNodes } from '../compile/compiled.js';
import type { NodeType } from '../definition/definition.js';
import { agent } from './agent/check.js';
import type { CheckKind } from './check-kind.js';
import { human } from './human/check.js';
import { webhook } from './webhook/check.js';

const KINDS: { readonly [T in NodeType]: CheckKind<CompiledNodes[T]> } = { human, agent, webhook };

/**
 * Returns all that the checker knows of a kind of node; of a name that is not known, undefined: what is checked may be
 * damaged. The table pairs each type with its own kind of node.
 */
export function checkKind(type: string): CheckKind<CompiledNodes[NodeType]> | undefined {
  const kinds: Readonly<Record<string, CheckKind<CompiledNodes[NodeType]>>> = KINDS;
  return Object.hasOwn(kinds, type) ? kinds[type] : undefined;
}
