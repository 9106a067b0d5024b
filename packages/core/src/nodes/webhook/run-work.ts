/**
 * Jobs of a webhook step. The call job is needed until the call began; then the receiver may call
 * back. The timeout job is needed until the run time ends.
 */
import type { CompiledWebhookNode } from '../../compile/compiled.js';
import type { Job } from '../../interpreter/job.js';
import type { NodeWork } from '../run-work.js';

/** Response of a receiver that accepts everything. */
export const ACCEPTED = {
  kind: 'webhook',
  status: 200,
  headers: {},
  text: '',
  json: null,
  truncated: false,
  retryAfterMs: null,
} as const;

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
  next: ({ stepId, attempt, status, output }) => {
    if (status === 'pending') return { kind: 'begin-call', stepId, attempt, callback: SIMULATED };
    if (output?.['httpStatus'] !== 200) return { kind: 'call-returned', stepId, attempt, answer: ACCEPTED };
    const result = { status: 'completed', output: null, error: null } as const;
    return { kind: 'complete-deferred', stepId, ...result, fingerprint: 'simulated' };
  },
  timers: { 'call-timeout': (stepId) => ({ kind: 'call-timed-out', stepId }) },
};

const SIMULATED = {
  url: 'https://engine.invalid/callback',
  token: 'simulated',
  tokenHeader: 'x-svc-callback-token',
};
