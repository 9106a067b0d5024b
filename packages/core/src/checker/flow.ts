/** Invariants of the flow: transitions of steps, causes of starts, and the end of the execution. */
import type { CompiledDefinition } from '../compile/compiled.js';
import { LIMITS } from '../definition/limits.js';
import { WorkBudget } from '../expression/work.js';
import { type EngineEvent, type EventOf, type EventType, statusesDuring } from '../interpreter/event.js';
import { type Draft, apply, draftOf, positionIn } from '../interpreter/evolve.js';
import { firingEdges, isBranchMissing } from '../interpreter/firing.js';
import { tallySteps } from '../interpreter/groups.js';
import { outcomeOf } from '../interpreter/people/counting.js';
import { countedPlaces, peopleOfStep } from '../interpreter/people/places.js';
import { peopleOf } from '../compile/people.js';
import { type ExecutionState, type StepState, initialState, isRejected } from '../interpreter/state.js';
import { edgeStepId, exhaustedStepId, groupStepId, loopStepId, rootStepId } from '../interpreter/step-id.js';
import { type ExecutionRecord, type Fault, type Invariant, at, ofType } from './record.js';
import { isDecidedByPeople } from '../nodes/schema.js';

/** Checks each event with the state before it. Another rule reports a log that cannot be folded. */
function onTheWay(
  { state, events }: ExecutionRecord,
  look: (before: ExecutionState, event: EngineEvent, step: StepState | null) => readonly Fault[],
): Fault[] {
  const draft: Draft = draftOf(initialState(state));
  const found: Fault[] = [];
  for (const event of events) {
    const step = event.stepId === null ? undefined : draft.state.steps[positionIn(draft, event.stepId)];
    found.push(...look(draft.state, event, step ?? null));
    try {
      apply(draft, event);
    } catch {
      return found;
    }
  }
  return found;
}

const transitionFaults = (record: ExecutionRecord): Fault[] =>
  onTheWay(record, (_, event, step) => {
    const during = statusesDuring(event.type);
    if (during === null || step === null || during.some((it) => it === step.status)) return [];
    return [at(event, `${event.type} on ${event.stepId}, which is ${step.status}`)];
  });

/** A step starts as a root, or by an edge of an ended step, a quorum or a loop. */
function causeFaults(record: ExecutionRecord): Fault[] {
  const { compiled } = record;
  const causes = new Set(compiled.roots.map(rootStepId));
  const nodeIds = Object.keys(compiled.nodes);
  return onTheWay(record, (_, event, step) => {
    for (const stepId of causedBy(compiled, event, step, nodeIds)) causes.add(stepId);
    if (event.type !== 'step.scheduled' || causes.has(event.stepId ?? '')) return [];
    return [at(event, `${event.stepId} of node ${event.data.nodeId}`)];
  });
}

type GroupDecision = 'group.quorum-met' | 'group.quorum-unreachable' | 'group.collected';
const GROUP_DECISIONS: readonly EventType[] = [
  'group.quorum-met',
  'group.quorum-unreachable',
  'group.collected',
];
const isGroupDecision = (event: EngineEvent): event is EngineEvent & EventOf<GroupDecision> =>
  GROUP_DECISIONS.includes(event.type);

function causedBy(
  compiled: CompiledDefinition,
  event: EngineEvent,
  step: StepState | null,
  nodeIds: readonly string[],
): string[] {
  if (isGroupDecision(event)) {
    return nodeIds.map((it) => groupStepId(event.data.groupId, event.data.iteration, it));
  }
  if (event.type === 'loop.iteration-started') {
    return nodeIds.map((it) => loopStepId(event.data.loopId, event.data.iteration, it));
  }
  if (event.type === 'loop.exhausted') return nodeIds.map((it) => exhaustedStepId(event.data.loopId, it));
  if (!ENDS.includes(event.type) || step === null) return [];
  return targetsFrom(compiled, step).map((to) => edgeStepId(step.stepId, to));
}

const targetsFrom = ({ outgoing, edges }: CompiledDefinition, { nodeId }: StepState): string[] =>
  (outgoing[nodeId] ?? []).flatMap((index) => edges[index]?.to ?? []);

/** Endings whose edges are evaluated. A cancelled step fires no edge. */
const ENDS: readonly EventType[] = ['step.completed', 'step.skipped', 'step.failed', 'step.breached'];

/** Evaluates the conditions of edges again. Only edges that fire may have started a step. */
function routingFaults({ compiled, state }: ExecutionRecord): Fault[] {
  const byId = new Map(state.steps.map((it) => [it.stepId, it]));
  return state.steps.flatMap((parent) => {
    const ids = new Set(targetsFrom(compiled, parent).map((to) => edgeStepId(parent.stepId, to)));
    const started = [...ids].flatMap((stepId) => byId.get(stepId) ?? []);
    if (started.length === 0) return [];
    // Each step gets a full budget, so the checker can afford what the command could.
    const asking = { compiled, state, work: new WorkBudget(LIMITS.commandWork), firing: null };
    const fired = firingEdges(asking, parent).map((it) => it.to);
    return started
      .filter((it) => !fired.includes(it.nodeId))
      .map(({ stepId }) => ({
        what: `${stepId} was started without an edge of ${parent.stepId} that fires`,
        stepId,
      }));
  });
}

/** A strict execution completes only if every step that ended well led on, or is a leaf. */
function branchFaults({ compiled, state }: ExecutionRecord): Fault[] {
  if (compiled.strict !== true || state.status !== 'completed') return [];
  return state.steps.flatMap((step) => {
    const index = compiled.groupOf[step.nodeId];
    // A join looks at the edges of its members together.
    if (index !== undefined && compiled.groups[index]?.policy === 'joinOnQuorum') return [];
    const asking = { compiled, state, work: new WorkBudget(LIMITS.commandWork), firing: null };
    return isBranchMissing(asking, step) ? [{ what: step.stepId, stepId: step.stepId }] : [];
  });
}

/** An edge stays in its iteration. Only the loop starts a step of the next one. */
function iterationFaults({ compiled, state }: ExecutionRecord): Fault[] {
  const byId = new Map(state.steps.map((it) => [it.stepId, it]));
  return state.steps.flatMap((parent) => {
    const loop = compiled.loopOf[parent.nodeId];
    if (loop === undefined) return [];
    return targetsFrom(compiled, parent)
      .filter((to) => compiled.loopOf[to] === loop)
      .flatMap((to) => byId.get(edgeStepId(parent.stepId, to)) ?? [])
      .filter(({ iteration }) => iteration !== parent.iteration)
      .map(({ stepId, iteration }) => ({
        what: `${stepId} is of iteration ${iteration}, and ${parent.stepId} of ${parent.iteration}`,
        stepId,
      }));
  });
}

const quorumFaults = (record: ExecutionRecord): Fault[] =>
  onTheWay(record, (before, event) => {
    if (!isGroupDecision(event)) return [];
    const group = record.compiled.groups.find((it) => it.groupId === event.data.groupId);
    if (group === undefined) return [at(event, `group ${event.data.groupId} does not exist`)];
    const members = before.steps.filter((it) => group.memberNodeIds.includes(it.nodeId));
    const isMet = tallySteps({ compiled: record.compiled, state: before }, group, members).verdict === 'met';
    const saysMet =
      event.type === 'group.collected' ? event.data.outcome === 'approve' : event.type === 'group.quorum-met';
    if (isMet === saysMet) return [];
    return [at(event, `${group.groupId} ${isMet ? 'is met' : 'is not met'} by the steps before`)];
  });

/** The step that a failed execution names must have ended as its reason says. */
const REASONS: Readonly<Record<string, (step: StepState) => boolean>> = {
  'step-failed': (it) => it.status === 'failed',
  'step-breached': (it) => it.status === 'breached',
  'unhandled-rejection': isRejected,
};

function endFaults({ state }: ExecutionRecord): Fault[] {
  const { status, failureReason, steps } = state;
  if (status === 'completed' && steps.every((it) => it.status === 'cancelled'))
    return ['it is completed, and every step is cancelled'];
  if ((status === 'failed') !== (failureReason !== null))
    return [`it is ${status}, and its failureReason is ${failureReason?.code ?? 'null'}`];
  const named = steps.find((it) => it.stepId === failureReason?.stepId);
  if (failureReason?.stepId == null) return [];
  if (named === undefined) return [`it failed by ${failureReason.stepId}, which does not exist`];
  if (REASONS[failureReason.code]?.(named) !== false) return [];
  return [{ what: `${failureReason.code} by a step that is ${named.status}`, stepId: named.stepId }];
}

/** A step that waits for people must have open reviewers or a deadline. */
function waitingFaults({ compiled, state }: ExecutionRecord): Fault[] {
  return state.steps.flatMap((step) => {
    const node = compiled.nodes[step.nodeId];
    if (step.status !== 'waiting' || !isDecidedByPeople(node)) return [];
    const { stepId, dueAt, waitingForReviewers, decisions } = step;
    const places = peopleOfStep(node, step)?.places ?? [];
    const outcome = outcomeOf(peopleOf(node), countedPlaces(places, decisions));
    if (outcome !== 'open') return [{ what: `${stepId} waits, but its decisions are ${outcome}`, stepId }];
    const isWaiting = waitingForReviewers.length > 0 || dueAt !== null;
    return isWaiting ? [] : [{ what: `${stepId} waits without reviewers and without a deadline`, stepId }];
  });
}

function definitionFaults({ compiled, state, events }: ExecutionRecord): Fault[] {
  const dispatched = ofType(events, 'execution.dispatched').filter(
    ({ data }) =>
      data.definitionId !== state.definitionId || data.definitionVersion !== state.definitionVersion,
  );
  const unknown = state.steps.filter((it) => compiled.nodes[it.nodeId]?.type !== it.nodeType);
  return [
    ...dispatched.map((it) =>
      at(it, `it was dispatched on ${it.data.definitionId} v${it.data.definitionVersion}`),
    ),
    ...unknown.map(({ stepId, nodeId, nodeType }) => ({
      what: `${stepId} is of the ${nodeType} node ${nodeId}, which the definition does not have`,
      stepId,
    })),
  ];
}

const reminderFaults = ({ state }: ExecutionRecord): Fault[] =>
  state.steps
    .filter(({ reminded = [] }) => new Set(reminded).size < reminded.length)
    .map(({ stepId }) => ({ what: stepId, stepId }));

/** All rules about the flow. */
export const FLOW_INVARIANTS = [
  {
    code: 'transition-not-allowed',
    name: 'an event fits the status of its step',
    check: transitionFaults,
  },
  {
    code: 'started-without-cause',
    name: 'a step is a root, or is started by an edge of an ended step, a quorum or a loop',
    check: causeFaults,
  },
  {
    code: 'edge-taken-wrongly',
    name: 'the edge that started a step fires',
    check: routingFaults,
  },
  {
    code: 'branch-not-taken',
    name: 'a strict execution completes only if every good end led on',
    check: branchFaults,
  },
  {
    code: 'edge-leaves-the-iteration',
    name: 'an edge inside a loop stays in its iteration',
    check: iterationFaults,
  },
  {
    code: 'quorum-against-the-steps',
    name: 'a quorum is met or lost according to the earlier steps',
    check: quorumFaults,
  },
  {
    code: 'ended-wrongly',
    name: 'the execution ends as its steps did, and a failed one names the step',
    check: endFaults,
  },
  {
    code: 'waits-for-nothing',
    name: 'a step that waits for people is undecided, and has open reviewers or a deadline',
    check: waitingFaults,
  },
  {
    code: 'definition-differs',
    name: 'an execution keeps the definition that it was dispatched on',
    check: definitionFaults,
  },
  { code: 'reminded-twice', name: 'a reminder is sent once', check: reminderFaults },
] as const satisfies readonly Invariant[];
