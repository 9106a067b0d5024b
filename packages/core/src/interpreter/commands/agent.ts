/** Reports of agent calls (contract section 8). A report on a step that moved on is refused. */
import type { CompiledAgentNode } from '../../compile/compiled.js';
import {
  type AgentCall,
  type CommandOf,
  type HandlerResult,
  succeeded,
  noStepOf,
  refused,
} from '../command.js';
import { failStep } from '../ending.js';
import { isEmpty, resolvedUrl, takeResult } from '../../nodes/agent/run-call.js';
import { markRunning } from '../../nodes/run-kind.js';
import { retryStep } from '../retry.js';
import { type OpenStepStatus, type StepError, type StepState, findStep } from '../state.js';
import type { Transition } from '../transition.js';
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
  if (step === null) return noStepOf(transition.state, { stepId });
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

function retryOrFail(
  transition: Transition,
  step: StepState,
  { retry }: CompiledAgentNode,
  error: StepError,
): void {
  if (!retryStep(transition, step, { error, retry, kind: 'agent-call' })) failStep(transition, step, error);
}
