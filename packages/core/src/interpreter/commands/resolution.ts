/** Resolution of a blocking agent's finding (contract section 8). */
import type { JsonObject } from '../../definition/json.js';
import { jsonBytes } from '../../definition/bytes.js';
import { LIMITS } from '../../definition/limits.js';
import { keyId } from '../../definition/identifiers.js';
import {
  type CommandOf,
  type HandlerResult,
  type RecordResult,
  succeeded,
  invalidField,
  noStepOf,
  refused,
} from '../command.js';
import { runBytes } from '../bytes.js';
import { resolveAgentStep } from '../../nodes/agent/run-call.js';
import { findingIds, withoutDecision } from '../../nodes/agent/run-output.js';
import { type StepState, findStep } from '../state.js';
import type { ResolutionPolicy } from '../../compile/compiled.js';
import type { Transition } from '../transition.js';
import { replayResult } from './decision.js';
import { notWaiting } from './find-step.js';
import { callsAgent } from '../../nodes/schema.js';

export function recordResolution(
  transition: Transition,
  command: CommandOf<'record-resolution'>,
): HandlerResult<RecordResult> {
  const { kind: _, stepId, ...resolution } = command;
  const step = findStep(transition.state, stepId);
  if (step === null) return noStepOf(transition.state, { stepId });
  const node = transition.node(step.nodeId);
  if (!callsAgent(node) || node.resolutionPolicy === null) {
    return refused(
      'FAILED_PRECONDITION',
      `step "${stepId}" is not a blocking agent step; it does not take resolutions`,
    );
  }
  const known = step.resolutions.find((it) => it.resolutionId === resolution.resolutionId);
  if (known !== undefined && known.status === resolution.status) return succeeded(replayResult(step));
  if (known !== undefined) {
    return refused(
      'FAILED_PRECONDITION',
      `"${resolution.resolutionId}" is already resolved: ${known.status}`,
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
  const full = noRoomFor(transition, step, { ...resolution, output });
  if (full !== null) return refused('RESOURCE_EXHAUSTED', full);
  transition.emit('step.resolution-recorded', stepId, { ...resolution, output });
  const resolved = isResolved(node.resolutionPolicy, declared, transition.step(stepId).resolutions.length);
  if (resolved) resolveAgentStep(transition, node, transition.step(stepId));
  return succeeded({
    recorded: true,
    aggregatorStatus: resolved ? 'resolved' : 'pending',
    resumeScheduled: resolved,
  });
}

/** Returns the limit that the resolution would exceed (contract section 1), or null. */
function noRoomFor(transition: Transition, step: StepState, resolution: JsonObject): string | null {
  if (step.resolutions.length >= LIMITS.resolutions) {
    return `step "${step.stepId}" has ${LIMITS.resolutions} resolutions, which is the limit`;
  }
  const bytes = jsonBytes(resolution);
  if (jsonBytes(step.resolutions) + bytes > LIMITS.resolutionBytes) {
    return `the resolutions of step "${step.stepId}" may have ${LIMITS.resolutionBytes} bytes together; this one does not fit`;
  }
  if (runBytes(transition) + bytes > LIMITS.executionBytes) {
    return `the steps of an execution may hold ${LIMITS.executionBytes} bytes together; this resolution does not fit`;
  }
  return null;
}

/** Checks for a declared finding. Without declared ones the id must fit contract section 1. */
function resolutionIdFault(resolutionId: string, declared: readonly string[] | null): string | null {
  if (declared === null) {
    const { success } = keyId.safeParse(resolutionId);
    return success ? null : 'resolutionId: use 1 to 200 characters of A-Z a-z 0-9 : _ . -';
  }
  if (declared.includes(resolutionId)) return null;
  return `resolutionId "${resolutionId}" is not among the findings: ${declared.slice(0, 10).join(', ')}${declared.length > 10 ? ', …' : ''}`;
}

function isResolved(policy: ResolutionPolicy, declared: readonly string[] | null, recorded: number): boolean {
  const all = declared?.length ?? 1;
  if (policy.kind === 'allResolved') return recorded >= all;
  return recorded >= (declared === null ? policy.minCount : Math.min(policy.minCount, all));
}
