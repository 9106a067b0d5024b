/**
 * A notification step schedules a job that calls its channel. It is pending until the call begins.
 */
import type { CompiledNotificationNode } from '../../compile/compiled.js';
import { type NodeKind, PLAIN, waitsForCall } from '../run-kind.js';
import { channelKey, messageOf } from './compile.js';
import { notificationCalls } from './run-call.js';
import { notificationWork } from './run-work.js';

export const notification: NodeKind<CompiledNotificationNode> = {
  ...PLAIN,
  enter(transition, step, node) {
    transition.schedule({
      kind: 'call',
      stepId: step.stepId,
      dueAt: transition.now,
      attempt: 1,
      concurrencyKey: channelKey(messageOf(node).channel),
    });
  },
  waitsFor: waitsForCall,
  completedBy: () => 'call',
  calls: notificationCalls,
  work: notificationWork,
};
