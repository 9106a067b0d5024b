/** Results of an agent's calls, and what they do to its step (contract section 8). */
import type { CompiledAgentNode } from '../../compile/compiled.js';
import { readPath } from '../../expression/variable.js';
import { type AgentResult, type HandlerResult, invalidField, succeeded } from '../../interpreter/command.js';
import { completeStep, failStep } from '../../interpreter/ending.js';
import { presentedIn } from '../../interpreter/presenting/render.js';
import type { StepState } from '../../interpreter/state.js';
import type { Transition } from '../../interpreter/transition.js';
import type { CalledBackBy } from '../run-kind.js';
import { agentOutput, agentPassed, blockingAgentOutput, resolvedAgentOutput } from './run-output.js';

/** Returns the document's address in the trigger context; null without one. */
export function resolvedUrl(transition: Transition, node: CompiledAgentNode): string | null {
  const url = readPath(transition.state.triggerContext, node.urlPath.split('.'));
  return typeof url === 'string' && url !== '' ? url : null;
}

/** Returns true for a result without a summary and an output. */
export const isEmpty = ({ summary, output }: Pick<AgentResult, 'summary' | 'output'>): boolean =>
  (summary ?? '') === '' && Object.keys(output ?? {}).length === 0;

/** Takes a callback, even if the agent's function has not returned yet. */
export function takeCallback(
  transition: Transition,
  step: StepState,
  node: CompiledAgentNode,
  { status, output, error, fingerprint }: CalledBackBy,
): HandlerResult<null> {
  if (status === 'completed' && node.requireNonEmptyOutput && isEmpty({ summary: null, output })) {
    return invalidField('output', `node "${node.nodeId}" requires an output; give one`);
  }
  transition.emit('step.called-back', step.stepId, { fingerprint });
  if (status === 'failed') {
    failStep(transition, step, { code: 'agent-error', message: error ?? 'the callback reported a failure' });
  } else {
    takeResult(transition, step, node, { passed: true, summary: null, output, findings: null });
  }
  return succeeded(null);
}

/** Completes a non-blocking step. A blocking one waits for resolutions of its findings, if any. */
export function takeResult(
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
    ...presentedIn(transition, step),
  });
}

/** Completes a blocking step. Its decision follows from its result and its resolutions. */
export function resolveAgentStep(transition: Transition, node: CompiledAgentNode, step: StepState): void {
  const approved = agentPassed(step) && step.resolutions.every((it) => it.status === 'success');
  const decision = approved ? 'approve' : 'reject';
  completeStep(transition, step, resolvedAgentOutput(step, decision), {
    decision,
    aggregatorStatus: 'resolved',
    agentId: node.agentId,
  });
}
