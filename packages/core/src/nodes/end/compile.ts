/** Compiles an end node. */
import type { EndNode } from '../../definition/definition.js';
import type { CompiledNodeBase } from '../compile-base.js';

/** The compiled form of an end node. */
export interface CompiledEndNode extends CompiledNodeBase {
  readonly type: 'end';
  readonly outcome: string;
  /** True if reaching it completes the execution. */
  readonly terminate: boolean;
}

export const compileEnd = ({ nodeId, config }: EndNode): CompiledEndNode => ({
  nodeId,
  type: 'end',
  slaMs: null,
  outcome: config?.outcome ?? '',
  terminate: config?.terminate ?? false,
});
