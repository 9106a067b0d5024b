/** Starts steps. */
import type { CompiledNode } from '../compile/compiled.js';
import { derived } from '../compile/derived.js';
import { jsonBytes } from '../definition/bytes.js';
import { EMPTY_OBJECT, type JsonObject, type JsonValue } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import { readPath } from '../expression/variable.js';
import { COMMAND_COSTS } from '../expression/work.js';
import { runBytes, shownBytes, tooLarge } from './bytes.js';
import { failStep, interruptStep } from './ending.js';
import { failExecution } from './finish.js';
import { GROUP_ACTOR, decisionOf, groupOfNode, reasonOf } from './groups.js';
import type { StepSource } from '../nodes/run-kind.js';
import { kindOf } from '../nodes/run.js';
import { outputOf } from '../nodes/run-output.js';
import { currentIteration } from './loops.js';
import { presentationOfStep } from './presenting/render.js';
import { type StepState, isOpen, isTerminal } from './state.js';
import { edgeStepId, rootStepId } from './step-id.js';
import type { Transition } from './transition.js';

/** A step to start. */
export interface Start {
  readonly stepId: string;
  readonly nodeId: string;
  readonly input: JsonObject;
  /** Record of a loop in the input. An `inputMapping` cannot override it. */
  readonly record?: JsonObject;
  /** Step whose edge starts it, for input mappings; null for others. */
  readonly parent: StepState | null;
}

export const rootStart = (nodeId: string): Start => ({
  stepId: rootStepId(nodeId),
  nodeId,
  input: EMPTY_OBJECT,
  parent: null,
});

export function edgeStart(transition: Transition, parent: StepState, nodeId: string): Start {
  return {
    stepId: edgeStepId(parent.stepId, nodeId),
    nodeId,
    input: {
      fromNodeId: parent.nodeId,
      fromStepId: parent.stepId,
      output: outputOf(transition.compiled, parent),
    },
    parent,
  };
}

/** Starts a step, once per step id. */
export function startStep(transition: Transition, { stepId, nodeId, input, record, parent }: Start): void {
  if (isTerminal(transition.state.status)) return;
  if (transition.find(stepId) !== null) {
    transition.emit('idempotency.suppressed', null, { stepId });
    return;
  }
  const limit = transition.environment.maxStepsPerExecution;
  if (transition.state.steps.length >= limit) {
    failExecution(transition, {
      code: 'step-limit-exceeded',
      message: `the execution has ${limit} steps, which is the limit; node "${nodeId}" was not started`,
      stepId: parent?.stepId ?? null,
    });
    return;
  }
  const node = transition.node(nodeId);
  const source = sourceOf(transition, parent);
  const whole = inputOf(transition, { node, source, input, record });
  const bytes = transition.sizes.of(whole);
  const isTooLarge = bytes > LIMITS.stepInputBytes;
  if (!isTooLarge && !hold(transition, bytes + shownBytes(node))) {
    failExecution(transition, tooLarge(parent?.stepId ?? null));
    return;
  }
  const dueAt = dueAtOf(transition, node);
  const iteration = currentIteration(transition.compiled, transition.state, nodeId);
  const shown = isTooLarge ? {} : whole;
  const presentation = presentationIn(transition, node, { stepId, nodeId, iteration, input: shown });
  transition.emit('step.scheduled', stepId, {
    nodeId,
    nodeType: node.type,
    iteration,
    input: shown,
    dueAt: dueAt === 'unknown' ? null : dueAt,
    ...(presentation !== null && { presentation }),
  });
  const step = transition.step(stepId);
  if (arrivesLate(transition, step)) return;
  if (isTooLarge) {
    const message = `the input has ${bytes} bytes, and the limit is ${LIMITS.stepInputBytes}; map less of it`;
    failStep(transition, step, { code: 'input-too-large', message });
    return;
  }
  if (dueAt === 'unknown') {
    const message = `calendar "${node.sla?.calendar}" does not exist, or lacks that working time within 5 years`;
    failStep(transition, step, { code: 'calendar-unknown', message });
    return;
  }
  kindOf(node).enter(transition, step, node, source);
  if (dueAt !== null && isOpen(transition.step(stepId).status)) {
    transition.schedule({ kind: 'step-deadline', stepId, dueAt, attempt: 1 });
  }
}

/** Own presentation of the step, if there is room for it: a presentation never fails a step. */
function presentationIn(
  transition: Transition,
  node: CompiledNode,
  step: Parameters<typeof presentationOfStep>[2],
): ReturnType<typeof presentationOfStep> {
  const presentation = presentationOfStep(node, transition.state, step);
  if (presentation === null) return null;
  const bytes = (transition.bytesHeld ?? runBytes(transition)) + jsonBytes(presentation);
  if (bytes > LIMITS.executionBytes) return null;
  transition.bytesHeld = bytes;
  return presentation;
}

/** null without a deadline; `unknown` if it cannot be computed. */
function dueAtOf({ now, environment }: Transition, node: CompiledNode): number | null | 'unknown' {
  if (node.slaMs !== null) return now + node.slaMs;
  if (node.sla === undefined) return null;
  const { workingMs = 0, workingDays, calendar: name } = node.sla;
  const calendar = environment.calendars?.get(name);
  const dueAt =
    workingDays === undefined ? calendar?.dueAt(now, workingMs) : calendar?.dueAfterDays(now, workingDays);
  return dueAt ?? 'unknown';
}

/** Reserves bytes of the execution, and spends one step's work. Returns false beyond the limit. */
function hold(transition: Transition, bytes: number): boolean {
  transition.work.spend(COMMAND_COSTS.step);
  transition.bytesHeld = (transition.bytesHeld ?? runBytes(transition)) + bytes;
  return transition.bytesHeld <= LIMITS.executionBytes;
}

/** Cancels a new member of a group that is already decided. */
function arrivesLate(transition: Transition, step: StepState): boolean {
  const group = groupOfNode(transition.compiled, step.nodeId);
  if (group === null || group.policy === 'waitAll') return false;
  const decided = decisionOf(transition.state, group);
  if (decided === null) return false;
  interruptStep(transition, step, { actorId: GROUP_ACTOR, reason: reasonOf(decided.outcome) });
  return true;
}

const sourceOf = (transition: Transition, parent: StepState | null): StepSource => ({
  output: parent === null ? null : outputOf(transition.compiled, parent),
  execution: { input: transition.state.triggerContext },
});

interface InputParts {
  readonly node: CompiledNode;
  readonly source: StepSource;
  readonly input: JsonObject;
  readonly record: JsonObject | undefined;
}

/** Input of a step with the values of its `inputMapping`. */
function inputOf(
  { work }: Transition,
  { node, source, input, record = EMPTY_OBJECT }: InputParts,
): JsonObject {
  const mapping = derived(node, mappedPaths);
  work.spend(COMMAND_COSTS.name * mapping.length);
  if (mapping.length === 0) return record === EMPTY_OBJECT ? input : { ...input, ...record };
  const mapped = mapping.map(([name, path]): [string, JsonValue] => [
    name,
    readPath(source, path) as JsonValue,
  ]);
  // `fromEntries` is faster for many names, and safe for the name `__proto__`.
  return Object.fromEntries([...Object.entries(input), ...mapped, ...Object.entries(record)]);
}

/** Names of a node's `inputMapping` with the segments of their paths. */
const mappedPaths = (node: CompiledNode): readonly (readonly [string, readonly string[]])[] =>
  Object.entries(kindOf(node).inputMapping(node)).map(([name, path]) => [name, path.split('.')]);
