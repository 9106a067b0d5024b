/** Compiled fields of every node. */
import type { Owner } from '../compile/derived.js';
import type { NodeType } from '../definition/definition.js';

/** Compiled fields of every node. */
export interface CompiledNodeBase extends Owner {
  readonly nodeId: string;
  readonly type: NodeType;
  readonly slaMs: number | null;
  /** Deadline in working time, instead of `slaMs`. Set only on a node that has one. */
  readonly sla?: { readonly workingMs: number; readonly calendar: string };
}
