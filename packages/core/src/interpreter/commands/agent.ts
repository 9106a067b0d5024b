/** Reports of agent calls (contract section 8). A report on a step that moved on is refused. */
import type { CompiledAgentNode, RetryPolicy } from '../../compile/compiled.js';
import { readPath } from '../../expression/variable.js';
import {
  type AgentResult,
  type AgentCall,
  type CommandOf,
  type HandlerResult,
  succeeded,
  invalidField,
  noStep,
  refused,
} from '../command.js';
import { completeStep, failStep } from '../ending.js';
import { agentOutput, blockingAgentOutput } from '../../nodes/agent/run-output.js';
import { markRunning } from '../../nodes/run-kind.js';
import { type OpenStepStatus, type StepError, type StepState, findStep } from '../state.js';
import type { Transition } from '../transition.js';
import { resolveAgentStep } from './resolution.js';
import { callsAgent } from '../../nodes/schema.js';

type Found =
  | { readonly ok: true; readonly step: StepState; readonly node: CompiledAgentNode }
  | ReturnType<typeof refused>;

/** Finds the agent step in one of the given statuses, or refuses the late report. */
function agentStep(
  transition: Transition,
  stepId: string,
  statuses: readonly OpenStepStatus[],
  attempt?: number,
): Found {
  const step = findStep(transition.state, stepId);
  if (step === null) return noStep(stepId);
  const node = transition.node(step.nodeId);
  if (!callsAgent(node)) return refused('FAILED_PRECONDITION', `step "${stepId}" is not an agent step`);
  if (!statuses.some((it) => it === step.status) || (attempt !== undefined && step.attempt !== attempt)) {
    return refused('FAILED_PRECONDITION', `step "${stepId}" is ${step.status} in attempt ${step.attempt}`, {
      stepStatus: step.status,
    });
  }
  return { ok: true, step, node };
}

export function beginAgentCall(
  transition: Transition,
  { stepId, attempt }: CommandOf<'begin-agent-call'>,
): HandlerResult<AgentCall | null> {
  const found = agentStep(transition, stepId, ['pending', 'running'], attempt);
  if (!found.ok) return found;
  const { step, node } = found;
  const first = step.startedAt === null;
  markRunning(transition);
  transition.emit('step.started', stepId, { attempt });
  const url = resolvedUrl(transition, node);
  if (url === null) {
    const message = `urlPath "${node.urlPath}" does not lead to a string in triggerContext`;
    failStep(transition, step, { code: 'agent-url-unresolved', message });
    return succeeded(null);
  }
  if (first) {
    const dueAt = transition.now + node.agentMaxRuntimeMs;
    transition.schedule({ kind: 'agent-timeout', stepId, dueAt, attempt: 1 });
  }
  return succeeded({
    agentId: node.agentId,
    nodeId: node.nodeId,
    attempt,
    url,
    input: step.input,
    triggerContext: transition.state.triggerContext,
    promptOverride: node.promptOverride,
  });
}

function resolvedUrl(transition: Transition, node: CompiledAgentNode): string | null {
  const url = readPath(transition.state.triggerContext, node.urlPath.split('.'));
  return typeof url === 'string' && url !== '' ? url : null;
}

export function agentReturned(
  transition: Transition,
  { stepId, attempt, result }: CommandOf<'agent-returned'>,
): HandlerResult<null> {
  const found = agentStep(transition, stepId, ['running'], attempt);
  if (!found.ok) return found;
  const { step, node } = found;
  if (node.requireNonEmptyOutput && isEmpty(result)) {
    const message = `agent "${node.agentId}" returned neither a summary nor an output`;
    retryOrFail(transition, step, node, { code: 'agent-output-empty', message });
  } else {
    takeResult(transition, step, node, result);
  }
  return succeeded(null);
}

export function agentFailed(transition: Transition, command: CommandOf<'agent-failed'>): HandlerResult<null> {
  const { stepId, attempt, code, message, retryable } = command;
  const found = agentStep(transition, stepId, ['running'], attempt);
  if (!found.ok) return found;
  if (retryable) retryOrFail(transition, found.step, found.node, { code, message });
  else failStep(transition, found.step, { code, message });
  return succeeded(null);
}

const isEmpty = ({ summary, output }: Pick<AgentResult, 'summary' | 'output'>): boolean =>
  (summary ?? '') === '' && Object.keys(output ?? {}).length === 0;

/**
 * Takes a callback, even if the agent's function has not returned yet. A repeat with the same
 * result succeeds.
 */
export function completeDeferred(
  transition: Transition,
  { stepId, status, output, error, fingerprint }: CommandOf<'complete-deferred'>,
): HandlerResult<null> {
  if (findStep(transition.state, stepId)?.callback === fingerprint) return succeeded(null);
  const found = agentStep(transition, stepId, ['running']);
  if (!found.ok) return found;
  const { step, node } = found;
  if (status === 'completed' && node.requireNonEmptyOutput && isEmpty({ summary: null, output })) {
    return invalidField('output', `node "${node.nodeId}" requires an output; give one`);
  }
  transition.emit('step.called-back', stepId, { fingerprint });
  if (status === 'failed') {
    failStep(transition, step, { code: 'agent-error', message: error ?? 'the callback reported a failure' });
  } else {
    takeResult(transition, step, node, { passed: true, summary: null, output, findings: null });
  }
  return succeeded(null);
}

export function agentTimedOut(
  transition: Transition,
  { stepId }: CommandOf<'agent-timed-out'>,
): HandlerResult<null> {
  const found = agentStep(transition, stepId, ['running']);
  if (!found.ok) return found;
  const message = `agent "${found.node.agentId}" exceeded its limit of ${found.node.agentMaxRuntimeMs} ms`;
  failStep(transition, found.step, { code: 'agent-timeout', message });
  return succeeded(null);
}

/** Completes a non-blocking step. A blocking one waits for resolutions of its findings, if any. */
function takeResult(
  transition: Transition,
  step: StepState,
  node: CompiledAgentNode,
  result: AgentResult,
): void {
  const durationMs = transition.now - (step.startedAt ?? transition.now);
  const call = { url: resolvedUrl(transition, node), durationMs };
  if (node.resolutionPolicy === null) {
    completeStep(transition, step, agentOutput(result, call), { agentId: node.agentId });
    return;
  }
  transition.emit('step.resumed', step.stepId, { output: blockingAgentOutput(result, call) });
  if (result.findings?.length === 0) {
    resolveAgentStep(transition, node, transition.step(step.stepId));
    return;
  }
  transition.emit('step.awaiting-approval', step.stepId, {
    nodeId: node.nodeId,
    nodeType: node.type,
    waitingForReviewers: [],
    mandatoryCount: 0,
    commentBody: null,
    dueAt: step.dueAt,
    resolutionPolicy: node.resolutionPolicy,
    findings: result.findings,
  });
}

function retryOrFail(
  transition: Transition,
  step: StepState,
  node: CompiledAgentNode,
  error: StepError,
): void {
  if (step.attempt >= node.retry.maximumAttempts) {
    failStep(transition, step, error);
    return;
  }
  const attempt = step.attempt + 1;
  const retryAt = transition.now + retryDelay(node.retry, step.attempt);
  transition.emit('step.retried', step.stepId, { attempt, error, retryAt });
  transition.schedule({ kind: 'agent-call', stepId: step.stepId, dueAt: retryAt, attempt });
}

/** Delay in ms after the given failed attempt. */
export function retryDelay(retry: RetryPolicy, attempt: number): number {
  const interval = retry.initialIntervalMs * retry.backoffCoefficient ** (attempt - 1);
  return Math.round(Math.min(interval, retry.maximumIntervalMs));
}
