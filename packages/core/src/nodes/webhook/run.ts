/** Webhook nodes are valid but not executed yet. The step is skipped and never waits. */
import type { CompiledNodes } from '../../compile/compiled.js';
import { skipStep } from '../../interpreter/ending.js';
import { type NodeKind, PLAIN, markRunning } from '../run-kind.js';

export const webhook: NodeKind<CompiledNodes['webhook']> = {
  ...PLAIN,
  enter(transition, step) {
    markRunning(transition);
    skipStep(transition, step, { skipped: true, reason: 'webhook nodes are not executed in this version' });
  },
};
