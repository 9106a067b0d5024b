/** Compiled fields of every node. */
import type { Owner } from '../compile/derived.js';
import type { NodeType } from '../definition/definition.js';

/** Deadline in working time or working days, exactly one of them. */
interface WorkingSla {
  readonly workingMs?: number | undefined;
  readonly workingDays?: number | undefined;
  readonly calendar: string;
}

/** Compiled fields of every node. */
export interface CompiledNodeBase extends Owner {
  readonly nodeId: string;
  readonly type: NodeType;
  readonly slaMs: number | null;
  /** Deadline in working time, instead of `slaMs`. Set only on a node that has one. */
  readonly sla?: WorkingSla;
}
