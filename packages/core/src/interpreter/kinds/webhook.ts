/** Webhook nodes are valid in a definition, and not executed yet: the step is skipped. */
import type { CompiledWebhookNode } from '../../compile/compiled.js';
import { skipStep } from '../ending.js';
import { type NodeKind, markRunning } from './kind.js';

export const webhook: NodeKind<CompiledWebhookNode> = {
  enter(turn, step) {
    markRunning(turn);
    skipStep(turn, step, { skipped: true, reason: 'webhook nodes are not executed in this version' });
  },
};
