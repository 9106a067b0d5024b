/** The resolution of a blocking agent's finding (contract section 8). */
import { keyId } from '../../definition/identifiers.js';
import {
  type CommandOf,
  type Reply,
  type ReviewAnswer,
  answered,
  invalidField,
  noStep,
  refused,
} from '../command.js';
import { completeStep } from '../ending.js';
import { agentPassed, findingIds, settledAgentOutput, withoutDecision } from '../kinds/agent-output.js';
import { type StepState, findStep } from '../state.js';
import type { CompiledAgentNode, ResolutionPolicy } from '../../compile/compiled.js';
import type { Turn } from '../turn.js';
import { notWaiting, replayAnswer } from './decision.js';

export function recordResolution(turn: Turn, command: CommandOf<'record-resolution'>): Reply<ReviewAnswer> {
  const { kind: _, stepId, ...resolution } = command;
  const step = findStep(turn.state, stepId);
  if (step === null) return noStep(stepId);
  const node = turn.node(step.nodeId);
  if (node.type !== 'agent' || node.resolutionPolicy === null) {
    return refused(
      'FAILED_PRECONDITION',
      `step "${stepId}" is no blocking agent step; it takes no resolutions`,
    );
  }
  const known = step.resolutions.find((it) => it.resolutionId === resolution.resolutionId);
  if (known !== undefined && known.status === resolution.status) return answered(replayAnswer(step));
  if (known !== undefined) {
    return refused(
      'FAILED_PRECONDITION',
      `"${resolution.resolutionId}" is resolved already: ${known.status}`,
      {
        recordedStatus: known.status,
      },
    );
  }
  if (step.status !== 'waiting') return notWaiting(step);
  const declared = findingIds(step);
  const fault = resolutionIdFault(resolution.resolutionId, declared);
  if (fault !== null) return invalidField('resolutionId', fault);

  const output = resolution.output && withoutDecision(resolution.output);
  turn.emit('step.resolution-recorded', stepId, { ...resolution, output });
  const resolved = settled(node.resolutionPolicy, declared, turn.step(stepId).resolutions.length);
  if (resolved) settleAgentStep(turn, node, turn.step(stepId));
  return answered({
    recorded: true,
    aggregatorStatus: resolved ? 'resolved' : 'pending',
    resumeScheduled: resolved,
  });
}

/** A resolution names a declared finding; where none are declared, its id has the form of contract section 1. */
function resolutionIdFault(resolutionId: string, declared: readonly string[] | null): string | null {
  if (declared === null) {
    const { success } = keyId.safeParse(resolutionId);
    return success ? null : 'resolutionId: use 1 to 200 characters of A-Z a-z 0-9 : _ . -';
  }
  if (declared.includes(resolutionId)) return null;
  return `resolutionId "${resolutionId}" is none of the findings: ${declared.join(', ')}`;
}

function settled(policy: ResolutionPolicy, declared: readonly string[] | null, recorded: number): boolean {
  const all = declared?.length ?? 1;
  if (policy.kind === 'allResolved') return recorded >= all;
  return recorded >= (declared === null ? policy.minCount : Math.min(policy.minCount, all));
}

/** Completes a blocking step with the decision that its result and its resolutions make. */
export function settleAgentStep(turn: Turn, node: CompiledAgentNode, step: StepState): void {
  const approved = agentPassed(step) && step.resolutions.every((it) => it.status === 'success');
  const decision = approved ? 'approve' : 'reject';
  completeStep(turn, step, settledAgentOutput(step, decision), {
    decision,
    aggregatorStatus: 'resolved',
    agentId: node.agentId,
  });
}
