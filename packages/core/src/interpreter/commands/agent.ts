/** What workers report of agent calls (contract section 8). A report on a step that has gone on is refused. */
import type { CompiledAgentNode, RetryPolicy } from '../../compile/compiled.js';
import { readPath } from '../../expression/variable.js';
import {
  type AgentCall,
  type CommandOf,
  type Reply,
  answered,
  invalidField,
  noStep,
  refused,
} from '../command.js';
import { completeStep, failStep } from '../ending.js';
import { type AgentResult, agentOutput, blockingAgentOutput } from '../kinds/agent-output.js';
import { markRunning } from '../kinds/kind.js';
import { type OpenStepStatus, type StepError, type StepState, findStep } from '../state.js';
import type { Turn } from '../turn.js';
import { settleAgentStep } from './resolution.js';

type Found =
  | { readonly ok: true; readonly step: StepState; readonly node: CompiledAgentNode }
  | ReturnType<typeof refused>;

/** The agent step in one of the given statuses, or why the report comes too late. */
function agentStep(turn: Turn, stepId: string, statuses: readonly OpenStepStatus[], attempt?: number): Found {
  const step = findStep(turn.state, stepId);
  if (step === null) return noStep(stepId);
  const node = turn.node(step.nodeId);
  if (node.type !== 'agent') return refused('FAILED_PRECONDITION', `step "${stepId}" is no agent step`);
  if (!statuses.some((it) => it === step.status) || (attempt !== undefined && step.attempt !== attempt)) {
    return refused('FAILED_PRECONDITION', `step "${stepId}" is ${step.status} in attempt ${step.attempt}`, {
      stepStatus: step.status,
    });
  }
  return { ok: true, step, node };
}

export function beginAgentCall(
  turn: Turn,
  { stepId, attempt }: CommandOf<'begin-agent-call'>,
): Reply<AgentCall | null> {
  const found = agentStep(turn, stepId, ['pending', 'running'], attempt);
  if (!found.ok) return found;
  const { step, node } = found;
  const first = step.startedAt === null;
  markRunning(turn);
  turn.emit('step.started', stepId, { attempt });
  const url = resolvedUrl(turn, node);
  if (url === null) {
    const message = `urlPath "${node.urlPath}" leads to no text in triggerContext`;
    failStep(turn, step, { code: 'agent-url-unresolved', message });
    return answered(null);
  }
  if (first) {
    const dueAt = turn.now + node.agentMaxRuntimeMs;
    turn.schedule({ kind: 'agent-timeout', stepId, dueAt, attempt: 1 });
  }
  return answered({
    agentId: node.agentId,
    nodeId: node.nodeId,
    attempt,
    url,
    input: step.input,
    triggerContext: turn.state.triggerContext,
    promptOverride: node.promptOverride,
  });
}

function resolvedUrl(turn: Turn, node: CompiledAgentNode): string | null {
  const url = readPath(turn.state.triggerContext, node.urlPath.split('.'));
  return typeof url === 'string' && url !== '' ? url : null;
}

export function agentReturned(
  turn: Turn,
  { stepId, attempt, result }: CommandOf<'agent-returned'>,
): Reply<null> {
  const found = agentStep(turn, stepId, ['running'], attempt);
  if (!found.ok) return found;
  const { step, node } = found;
  if (node.requireNonEmptyOutput && isEmpty(result)) {
    const message = `agent "${node.agentId}" gave neither a summary nor an output`;
    retryOrFail(turn, step, node, { code: 'agent-output-empty', message });
  } else {
    takeResult(turn, step, node, result);
  }
  return answered(null);
}

export function agentFailed(turn: Turn, command: CommandOf<'agent-failed'>): Reply<null> {
  const { stepId, attempt, code, message, retryable } = command;
  const found = agentStep(turn, stepId, ['running'], attempt);
  if (!found.ok) return found;
  if (retryable) retryOrFail(turn, found.step, found.node, { code, message });
  else failStep(turn, found.step, { code, message });
  return answered(null);
}

const isEmpty = ({ summary, output }: Pick<AgentResult, 'summary' | 'output'>): boolean =>
  (summary ?? '') === '' && Object.keys(output ?? {}).length === 0;

/**
 * A callback may come before the function that asked for it has returned; it counts all the same. One that comes
 * again with the same result is answered the same.
 */
export function completeDeferred(
  turn: Turn,
  { stepId, status, output, error, fingerprint }: CommandOf<'complete-deferred'>,
): Reply<null> {
  if (findStep(turn.state, stepId)?.callback === fingerprint) return answered(null);
  const found = agentStep(turn, stepId, ['running']);
  if (!found.ok) return found;
  const { step, node } = found;
  if (status === 'completed' && node.requireNonEmptyOutput && isEmpty({ summary: null, output })) {
    return invalidField('output', `node "${node.nodeId}" requires an output; give one`);
  }
  turn.emit('step.called-back', stepId, { fingerprint });
  if (status === 'failed') {
    failStep(turn, step, { code: 'agent-error', message: error ?? 'the callback reported a failure' });
  } else {
    takeResult(turn, step, node, { passed: true, summary: null, output, findings: null });
  }
  return answered(null);
}

export function agentTimedOut(turn: Turn, { stepId }: CommandOf<'agent-timed-out'>): Reply<null> {
  const found = agentStep(turn, stepId, ['running']);
  if (!found.ok) return found;
  const message = `agent "${found.node.agentId}" ran past its ceiling of ${found.node.agentMaxRuntimeMs} ms`;
  failStep(turn, found.step, { code: 'agent-timeout', message });
  return answered(null);
}

/** A non-blocking step is completed; a blocking one waits for resolutions unless there is nothing to resolve. */
function takeResult(turn: Turn, step: StepState, node: CompiledAgentNode, result: AgentResult): void {
  const durationMs = turn.now - (step.startedAt ?? turn.now);
  const call = { url: resolvedUrl(turn, node), durationMs };
  if (node.resolutionPolicy === null) {
    completeStep(turn, step, agentOutput(result, call), { agentId: node.agentId });
    return;
  }
  turn.emit('step.resumed', step.stepId, { output: blockingAgentOutput(result, call) });
  if (result.findings?.length === 0) {
    settleAgentStep(turn, node, turn.step(step.stepId));
    return;
  }
  turn.emit('step.awaiting-approval', step.stepId, {
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

function retryOrFail(turn: Turn, step: StepState, node: CompiledAgentNode, error: StepError): void {
  if (step.attempt >= node.retry.maximumAttempts) {
    failStep(turn, step, error);
    return;
  }
  const attempt = step.attempt + 1;
  const retryAt = turn.now + retryDelay(node.retry, step.attempt);
  turn.emit('step.retried', step.stepId, { attempt, error, retryAt });
  turn.schedule({ kind: 'agent-call', stepId: step.stepId, dueAt: retryAt, attempt });
}

/** ms to wait after the given failed attempt. */
export function retryDelay(retry: RetryPolicy, attempt: number): number {
  const interval = retry.initialIntervalMs * retry.backoffCoefficient ** (attempt - 1);
  return Math.round(Math.min(interval, retry.maximumIntervalMs));
}
