/** Webhook nodes are valid but not executed yet. The step is skipped and never waits. */
import type { CompiledWebhookNode } from '../../compile/compiled.js';
import { skipStep } from '../../interpreter/ending.js';
import { type NodeKind, markRunning } from '../run-kind.js';

export const webhook: NodeKind<CompiledWebhookNode> = {
  enter(transition, step) {
    markRunning(transition);
    skipStep(transition, step, { skipped: true, reason: 'webhook nodes are not executed in this version' });
  },
  outputSoFar: (_, step) => step.output,
  inputMapping: () => ({}),
  forcedOutput: () => ({}),
  completedData: () => ({}),
  waitsFor: () => 'agent',
  completedBy: () => 'agent',
  decides: () => false,
};
