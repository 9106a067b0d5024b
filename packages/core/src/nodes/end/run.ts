/** An end step completes as it starts. Its outcome counts when the execution completes. */
import type { CompiledEndNode } from '../../compile/compiled.js';
import { completeStep } from '../../interpreter/ending.js';
import { type NodeKind, PLAIN, markRunning } from '../run-kind.js';

export const end: NodeKind<CompiledEndNode> = {
  ...PLAIN,
  enter(transition, step, { outcome }) {
    markRunning(transition);
    completeStep(transition, step, { outcome }, { outcome });
  },
  completedBy: () => 'end',
};
