/** The output of an agent step (contract section 8). */
import { type JsonObject, type JsonValue, isJsonArray } from '../../definition/json.js';
import type { AgentResult } from '../../interpreter/command.js';
import type { RecordedResolution, ReviewDecision, StepState } from '../../interpreter/state.js';

/**
 * Strips decisions, which come only from people and policies, from an agent's or caller's output.
 */
export function withoutDecision(output: JsonObject | null): JsonObject {
  if (output === null) return {};
  return Object.fromEntries(
    Object.entries(output).filter(([key]) => key !== 'decision' && key !== 'approved'),
  );
}

/** Output after the agent returned. A blocking step adds its decision later. */
export function agentOutput(
  result: AgentResult,
  call: { url: string | null; durationMs: number },
): JsonObject {
  return {
    ...withoutDecision(result.output),
    agentExecutionStatus: result.passed ? 'passed' : 'not-passed',
    agentResultsSummary: result.summary,
    resolvedUrl: call.url,
    agentDurationMs: call.durationMs,
    ...(result.findings !== null && { findings: result.findings }),
  };
}

/** Output of a blocking step. The declared findings win over a field `findings` of the output. */
export function blockingAgentOutput(...[result, call]: Parameters<typeof agentOutput>): JsonObject {
  return { ...agentOutput(result, call), findings: result.findings };
}

export const agentPassed = (step: StepState): boolean => step.output?.['agentExecutionStatus'] === 'passed';

/** Ids of the findings that the agent declared; null if it declared none. */
export function findingIds(step: StepState): string[] | null {
  const findings = step.output?.['findings'];
  if (!isJsonArray(findings)) return null;
  return findings.map((it) => (it as JsonObject)['findingId'] as string);
}

export function agentOutputSoFar(step: StepState): JsonObject | null {
  if (step.output === null || step.waitingSince === null) return step.output;
  return { ...step.output, aggregatorStatus: 'pending', resolutions: listed(step.resolutions) };
}

/** Output of a resolved blocking step. `decision` is null if it was completed by force. */
export function resolvedAgentOutput(step: StepState, decision: ReviewDecision | null): JsonObject {
  return {
    ...step.output,
    ...(decision !== null && { decision, approved: decision === 'approve' }),
    aggregatorStatus: 'resolved',
    resolutions: listed(step.resolutions),
  };
}

const listed = (resolutions: readonly RecordedResolution[]): JsonValue =>
  resolutions.map((it) => ({ ...it }));
