/** The end of a run as its parent takes it: a pure function of the state of the run. */
import type { CompiledDefinition, CompiledSubflowNode } from '../compile/compiled.js';
import { jsonBytes } from '../definition/bytes.js';
import type { JsonValue } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import { readPath } from '../expression/variable.js';
import { outputOf } from '../nodes/run-output.js';
import { isDecidedByPeople } from '../nodes/schema.js';
import { APPROVED } from './outcome/outcome.js';
import { everDecided } from './people/excluded.js';
import type { RunDecision, RunEnd } from './run-end-data.js';
import type { ExecutionState } from './state.js';

export function runEndOf(
  compiled: CompiledDefinition,
  state: ExecutionState,
  node: Pick<CompiledSubflowNode, 'output' | 'decisionFrom'>,
): RunEnd {
  const { status, failureReason } = state;
  if (status !== 'completed' && status !== 'failed' && status !== 'cancelled')
    throw new Error(`execution ${state.executionId} has not ended`);
  const output = Object.fromEntries(
    Object.entries(node.output).map(([name, path]) => [name, valueAt(compiled, state, path)]),
  );
  return {
    status,
    message: failureReason === null ? null : `${failureReason.code}: ${failureReason.message}`,
    output: jsonBytes(output) > LIMITS.payloadBytes ? null : output,
    decision: node.decisionFrom === null ? null : decisionOf(compiled, state, node.decisionFrom),
    deciders: [...new Set(state.steps.flatMap(everDecided))],
  };
}

function valueAt(compiled: CompiledDefinition, state: ExecutionState, path: string): JsonValue {
  const [root, second = '', ...rest] = path.split('.');
  if (root === 'execution') return readPath(state.triggerContext, rest) as JsonValue;
  const step = lastStepOf(state, second);
  return step === undefined ? null : (readPath(outputOf(compiled, step), rest.slice(1)) as JsonValue);
}

const lastStepOf = ({ steps }: ExecutionState, nodeId: string) =>
  steps.findLast((it) => it.nodeId === nodeId);

const DECISION_FIELDS = ['rejectedBy', 'rejectorMandatory', 'rejectionReason'];

/** An approval counts only in a run that is approved as a whole. */
function decisionOf(compiled: CompiledDefinition, state: ExecutionState, nodeId: string): RunDecision | null {
  const step = lastStepOf(state, nodeId);
  if (step === undefined || step.status !== 'completed') return null;
  if (!isDecidedByPeople(compiled.nodes[nodeId])) return null;
  const decision = step.output?.['decision'];
  if (decision !== 'approve' && decision !== 'reject') return null;
  if (decision === 'approve' && state.outcome !== APPROVED) return null;
  const fields = DECISION_FIELDS.flatMap((name): [string, JsonValue][] => {
    const value = step.output?.[name];
    return value === undefined ? [] : [[name, value]];
  });
  const approved = decision === 'approve';
  return { ...Object.fromEntries(fields), decision, approved, overridden: step.overridden };
}
