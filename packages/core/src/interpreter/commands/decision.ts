/** A reviewer's decision (contract section 7). */
import type { CompiledHumanNode } from '../../compile/compiled.js';
import { type CommandOf, type Reply, type ReviewAnswer, answered, noStep, refused } from '../command.js';
import { completeStep } from '../ending.js';
import { humanOutput } from '../kinds/human-output.js';
import { type StepState, findStep } from '../state.js';
import type { Turn } from '../turn.js';

export function recordDecision(turn: Turn, command: CommandOf<'record-decision'>): Reply<ReviewAnswer> {
  const { stepId, reviewerId, decision, reason } = command;
  const step = findStep(turn.state, stepId);
  if (step === null) return noStep(stepId);
  const node = turn.node(step.nodeId);
  if (node.type !== 'human') {
    return refused(
      'FAILED_PRECONDITION',
      `step "${stepId}" is no human step; it takes no reviewer's decision`,
    );
  }
  const reviewer = node.reviewers.find((it) => it.userId === reviewerId);
  if (reviewer === undefined) {
    return refused('PERMISSION_DENIED', `"${reviewerId}" is no reviewer of node "${node.nodeId}"`);
  }
  const replay = replayed(step, reviewerId, decision);
  if (replay !== null) return replay;
  if (step.status !== 'waiting') return notWaiting(step);

  turn.emit('step.decision-recorded', stepId, { reviewerId, decision, reason });
  const resolved = decision === 'reject' || allMandatoryApproved(node, turn.step(stepId));
  if (resolved) {
    const rejection = {
      rejectedBy: reviewerId,
      rejectorMandatory: reviewer.mandatory,
      rejectionReason: reason,
    };
    const output = humanOutput(node, turn.step(stepId), {
      decision,
      at: turn.now,
      ...(decision === 'reject' && { rejection }),
    });
    completeStep(turn, step, output, { decision, aggregatorStatus: 'resolved' });
  }
  return answered({
    recorded: true,
    aggregatorStatus: resolved ? 'resolved' : 'pending',
    resumeScheduled: resolved,
  });
}

/** The same reviewer again: harmless with the same decision, refused with the other; also after the end. */
function replayed(step: StepState, reviewerId: string, decision: string): Reply<ReviewAnswer> | null {
  const known = step.decisions.find((it) => it.reviewerId === reviewerId);
  if (known === undefined) return null;
  if (known.decision !== decision) {
    return refused('FAILED_PRECONDITION', `"${reviewerId}" has decided already: ${known.decision}`, {
      recordedDecision: known.decision,
    });
  }
  return answered(replayAnswer(step));
}

export function replayAnswer(step: StepState): ReviewAnswer {
  return {
    recorded: false,
    aggregatorStatus: step.status === 'completed' ? 'resolved' : 'pending',
    resumeScheduled: false,
    rejectionReason: 'idempotent',
  };
}

export const notWaiting = (step: StepState) =>
  refused('FAILED_PRECONDITION', `step "${step.stepId}" is ${step.status}, not waiting`, {
    stepStatus: step.status,
  });

function allMandatoryApproved(node: CompiledHumanNode, step: StepState): boolean {
  const approved = new Set(
    step.decisions.filter((it) => it.decision === 'approve').map((it) => it.reviewerId),
  );
  return node.reviewers.every((it) => !it.mandatory || approved.has(it.userId));
}
