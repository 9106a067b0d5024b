/** The compiled form of what every node has. */
import type { Owner } from '../compile/derived.js';
import type { NodeType } from '../definition/definition.js';

/** The part of a compiled node that every kind has. */
export interface CompiledNodeBase extends Owner {
  readonly nodeId: string;
  readonly type: NodeType;
  readonly slaMs: number | null;
  /** A deadline in working time, in place of `slaMs`; only on a node that has one. */
  readonly sla?: { readonly workingMs: number; readonly calendar: string };
}
