/** A webhook step schedules a job that makes the request. It is pending until the call begins. */
import type { CompiledWebhookNode } from '../../compile/compiled.js';
import { skipStep } from '../../interpreter/ending.js';
import { type NodeKind, PLAIN, markRunning, waitsForCall } from '../run-kind.js';
import { takeCallback, webhookCalls } from './run-call.js';
import { webhookWork } from './run-work.js';

export const webhook: NodeKind<CompiledWebhookNode> = {
  ...PLAIN,
  enter(transition, step, { request }) {
    if (request === undefined) {
      markRunning(transition);
      skipStep(transition, step, { skipped: true, reason: 'webhook nodes are not executed in this version' });
      return;
    }
    transition.schedule({
      kind: 'call',
      stepId: step.stepId,
      dueAt: transition.now,
      attempt: 1,
      concurrencyKey: request.origin,
    });
  },
  // An attempt that was answered, and did not end the step, leaves only the callback to wait for.
  waitsFor: (step) => (step.output?.['attempts'] === step.attempt ? 'callback' : waitsForCall(step)),
  completedBy: () => 'call',
  calls: webhookCalls,
  calledBack: takeCallback,
  work: webhookWork,
};
