/** A notification step has a job until the call of its current attempt began. */
import type { CompiledNotificationNode } from '../../compile/compiled.js';
import type { NodeWork, SimulatedAnswer } from '../run-work.js';
import { channelKey, messageOf } from './compile.js';

export const notificationWork: NodeWork<CompiledNotificationNode> = {
  neededJobs(node, step, attempts) {
    const { stepId, attempt } = step;
    if (attempts.isBegun(step)) return [];
    const concurrencyKey = channelKey(messageOf(node).channel);
    return [{ stepId, kind: 'call', dueAt: attempts.dueAt(step), attempt, concurrencyKey }];
  },
  mostAttempts: (node) => messageOf(node).retry.maximumAttempts,
  next: ({ stepId, nodeId, attempt, status }, _, answers = {}) => {
    if (status === 'pending') return { kind: 'begin-call', stepId, attempt, callback: null };
    const answer = Object.hasOwn(answers, nodeId) ? answers[nodeId] : {};
    return isTaken(answer)
      ? {
          kind: 'call-returned',
          stepId,
          attempt,
          answer: { kind: 'notification', recipients: 0, refused: 0, reference: null },
        }
      : { kind: 'call-failed', stepId, attempt, ...NOT_TAKEN };
  },
  timers: {},
};

/** A simulated channel takes a message with a status below 400. */
const isTaken = (answer: SimulatedAnswer | null = {}): boolean =>
  answer !== null && (answer.status ?? 200) < 400;

const NOT_TAKEN = {
  code: 'notification-failed',
  message: 'the channel did not take the message',
  retryable: true,
} as const;
