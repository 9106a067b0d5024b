/** Starting steps. */
import type { CompiledAgentNode, CompiledNode } from '../compile/compiled.js';
import type { JsonObject, JsonValue } from '../definition/json.js';
import { readPath } from '../expression/variable.js';
import { interruptStep } from './ending.js';
import { failExecution } from './finish.js';
import { GROUP_ACTOR, decisionOf, groupOfNode, reasonOf } from './groups.js';
import { enterStep } from './kinds/index.js';
import { outputOf } from './kinds/output.js';
import { currentIteration } from './loops.js';
import { type StepState, findStep, isTerminal } from './state.js';
import { edgeStepId, rootStepId } from './step-id.js';
import type { Turn } from './turn.js';

/** A step to start. */
export interface Start {
  readonly stepId: string;
  readonly nodeId: string;
  readonly input: JsonObject;
  /** The step whose edge starts it, for input mappings; null for others. */
  readonly parent: StepState | null;
}

export const rootStart = (nodeId: string): Start => ({
  stepId: rootStepId(nodeId),
  nodeId,
  input: {},
  parent: null,
});

export function edgeStart(turn: Turn, parent: StepState, nodeId: string): Start {
  return {
    stepId: edgeStepId(parent.stepId, nodeId),
    nodeId,
    input: {
      fromNodeId: parent.nodeId,
      fromStepId: parent.stepId,
      output: outputOf(turn.compiled, parent),
    },
    parent,
  };
}

/** Starts a step, once for each step id. */
export function startStep(turn: Turn, { stepId, nodeId, input, parent }: Start): void {
  if (isTerminal(turn.state.status)) return;
  if (findStep(turn.state, stepId) !== null) {
    turn.emit('idempotency.suppressed', null, { stepId });
    return;
  }
  const limit = turn.environment.maxStepsPerExecution;
  if (turn.state.steps.length >= limit) {
    failExecution(turn, {
      code: 'step-limit-exceeded',
      message: `the execution has ${limit} steps, which is the limit; node "${nodeId}" was not started`,
      stepId: parent?.stepId ?? null,
    });
    return;
  }
  const node = turn.node(nodeId);
  const dueAt = node.slaMs === null ? null : turn.now + node.slaMs;
  turn.emit('step.scheduled', stepId, {
    nodeId,
    nodeType: node.type,
    iteration: currentIteration(turn.compiled, turn.state, nodeId),
    input: { ...input, ...mappedInput(turn, node, parent) },
    dueAt,
  });
  const step = turn.step(stepId);
  if (arrivesLate(turn, step)) return;
  enterStep(turn, step, node);
  if (dueAt !== null && turn.step(stepId).status !== 'skipped') {
    turn.schedule({ kind: 'step-deadline', stepId, dueAt, attempt: 1 });
  }
}

/** A member that would start after its group was decided is created cancelled. */
function arrivesLate(turn: Turn, step: StepState): boolean {
  const group = groupOfNode(turn.compiled, step.nodeId);
  if (group === null || group.policy === 'waitAll') return false;
  const decided = decisionOf(turn.state, group);
  if (decided === null) return false;
  interruptStep(turn, step, { actorId: GROUP_ACTOR, reason: reasonOf(decided.outcome) });
  return true;
}

/** What `inputMapping` names, from the output of the step before and the trigger context. */
function mappedInput(turn: Turn, node: CompiledNode, parent: StepState | null): JsonObject {
  if (node.type !== 'agent') return {};
  const source = {
    output: parent === null ? null : outputOf(turn.compiled, parent),
    execution: { input: turn.state.triggerContext },
  };
  return Object.fromEntries(mapping(node).map(([name, path]) => [name, readPath(source, path) as JsonValue]));
}

const mapping = (node: CompiledAgentNode): [string, string[]][] =>
  Object.entries(node.inputMapping).map(([name, path]) => [name, path.split('.')]);
