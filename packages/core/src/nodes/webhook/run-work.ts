/**
 * Jobs of a webhook step. The call job is needed until the call began; then the receiver may call
 * back. The timeout job is needed until the run time ends.
 */
import type { CompiledWebhookNode } from '../../compile/compiled.js';
import type { Job } from '../../interpreter/job.js';
import type { WebhookAnswer } from '../../interpreter/calls.js';
import type { NodeWork, SimulatedAnswer } from '../run-work.js';
import { isAccepted } from './run-output.js';

const NO_RESPONSE = {
  code: 'webhook-unavailable',
  message: 'the receiver did not respond',
  retryable: true,
} as const;

const answered = ({ status = 200, headers = {}, json }: SimulatedAnswer = {}): WebhookAnswer => ({
  kind: 'webhook',
  status,
  headers,
  text: json === undefined ? '' : JSON.stringify(json),
  json: json ?? null,
  truncated: false,
  retryAfterMs: null,
});

export const webhookWork: NodeWork<CompiledWebhookNode> = {
  neededJobs({ request }, step, attempts) {
    if (request === undefined) return [];
    const { stepId, attempt, startedAt } = step;
    const needed: Job[] = [];
    if (!attempts.isBegun(step)) {
      const concurrencyKey = request.origin;
      needed.push({ stepId, kind: 'call', dueAt: attempts.dueAt(step), attempt, concurrencyKey });
    }
    if (startedAt !== null) {
      const dueAt = startedAt + request.maxRuntimeMs;
      needed.push({ stepId, kind: 'call-timeout', dueAt, attempt: 1 });
    }
    return needed;
  },
  mostAttempts: ({ request }) => request?.retry.maximumAttempts ?? 1,
  next: (step, { request }, answers = {}) => {
    const { stepId, attempt, status, output } = step;
    if (status === 'pending') return { kind: 'begin-call', stepId, attempt, callback: SIMULATED };
    if (request !== undefined && isAccepted(request, output)) {
      const result = { status: 'completed', output: null, error: null } as const;
      return { kind: 'complete-deferred', stepId, ...result, fingerprint: 'simulated' };
    }
    const answer = Object.hasOwn(answers, step.nodeId) ? answers[step.nodeId] : {};
    return answer === null
      ? { kind: 'call-failed', stepId, attempt, ...NO_RESPONSE }
      : { kind: 'call-returned', stepId, attempt, answer: answered(answer) };
  },
  timers: { 'call-timeout': (stepId) => ({ kind: 'call-timed-out', stepId }) },
};

const SIMULATED = {
  url: 'https://engine.invalid/callback',
  token: 'simulated',
  tokenHeader: 'x-svc-callback-token',
};
