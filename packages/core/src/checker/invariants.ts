/**
 * Invariants of every execution, regardless of its definition and of crashes: a table of rules over
 * its events and its stored state.
 */
import { peopleOf } from '../compile/people.js';
import type { CompiledDefinition } from '../compile/compiled.js';
import { canonicalJson, describeError } from '../definition/json.js';
import { EXECUTION_ENDINGS, type EngineEvent, STEP_ENDINGS } from '../interpreter/event.js';
import { fold } from '../interpreter/evolve.js';
import { outcomeOf } from '../interpreter/people/counting.js';
import { countedPlaces, everHeld, peopleOfStep } from '../interpreter/people/places.js';
import { type ExecutionState, type StepState, isApproved, isOpen, isTerminal } from '../interpreter/state.js';
import { workOf } from '../nodes/run.js';
import { isDecidedByPeople, traitsOf } from '../nodes/schema.js';
import { PEOPLE_INVARIANTS } from './people.js';
import { FLOW_INVARIANTS } from './flow.js';
import { type Fault, type Invariant, at, ofType, repeated } from './record.js';
import { WORK_INVARIANTS } from './work.js';

/** All rules. */
export const INVARIANTS = [
  {
    code: 'seq-has-gaps',
    name: 'seq runs from 1 without gaps',
    check: ({ events }) =>
      events.flatMap((event, index) =>
        event.seq === index + 1 ? [] : [at(event, `${event.seq} is at position ${index + 1}`)],
      ),
  },
  {
    code: 'event-id-repeated',
    name: 'event ids are unique',
    check: ({ events }) => repeated(events.map((it) => it.eventId)),
  },
  {
    code: 'time-goes-backwards',
    name: 'time never goes backwards',
    check: ({ events }) =>
      events.flatMap((event, index) =>
        event.timestamp < (events[index - 1]?.timestamp ?? -Infinity)
          ? [at(event, `at seq ${event.seq}`)]
          : [],
      ),
  },
  {
    code: 'state-is-not-the-fold',
    name: 'the fold of the events is the state',
    check: ({ state, events }) => foldFaults(state, () => fold(state, events)),
  },
  {
    code: 'step-repeated',
    name: 'a step is scheduled once, and has one ending at most',
    check: ({ events }) => [
      ...repeated(ofType(events, 'step.scheduled').map((it) => it.stepId)),
      ...repeated(events.filter((it) => STEP_ENDINGS.includes(it.type)).map((it) => it.stepId)),
    ],
  },
  {
    code: 'step-changed-after-its-end',
    name: 'a step has no event after its ending',
    check: ({ events }) => {
      const ended = new Set<string>();
      return events.flatMap((event) => {
        if (event.stepId === null) return [];
        const late = ended.has(event.stepId) ? [at(event, `${event.type} on ${event.stepId}`)] : [];
        if (STEP_ENDINGS.includes(event.type)) ended.add(event.stepId);
        return late;
      });
    },
  },
  {
    code: 'end-and-open-steps-disagree',
    name: 'the execution has ended exactly when no step is open',
    check: ({ state }) => {
      const open = state.steps.filter((step) => isOpen(step.status)).map((step) => step.stepId);
      if (isTerminal(state.status))
        return open.map((stepId) => ({ what: `${stepId} is open in a ${state.status} execution`, stepId }));
      return open.length === 0 ? [`no step is open, but the execution is ${state.status}`] : [];
    },
  },
  {
    code: 'end-is-not-last',
    name: 'the end comes once, and last',
    check: ({ state, events }) => {
      const ends = events.filter((it) => EXECUTION_ENDINGS.includes(it.type));
      if (!isTerminal(state.status))
        return ends.map((it) => at(it, `${it.type} in a ${state.status} execution`));
      if (ends.length !== 1) return [`${ends.length} ends`];
      return ends[0] === events.at(-1) ? [] : [`events follow seq ${ends[0]?.seq}`];
    },
  },
  {
    code: 'decision-not-allowed',
    name: 'a reviewer decides a step once, and is one of its reviewers',
    check: ({ compiled, state, events }) => decisionFaults(compiled, state, events),
  },
  {
    code: 'decision-does-not-follow',
    name: 'the outcome of a step follows from its decisions',
    check: ({ compiled, state }) =>
      state.steps.flatMap((step) => {
        const decided = decidedWrongly(compiled, step);
        const { stepId } = step;
        return decided === null ? [] : [{ what: `${stepId} has ${decided}`, stepId }];
      }),
  },
  {
    code: 'quorum-met-wrongly',
    name: 'a quorum is met once in an iteration, with enough approvals',
    check: ({ events }) => {
      const met = ofType(events, 'group.quorum-met');
      return [
        ...repeated(met.map((it) => `${it.data.groupId} ${it.data.iteration}`)),
        ...met
          .filter((it) => it.data.totalApproved < it.data.quorum)
          .map((it) => `${it.data.groupId} too early`),
      ];
    },
  },
  {
    code: 'quorum-met-and-lost',
    name: 'a quorum is not met and lost in one iteration',
    check: ({ events }) => {
      const met = ofType(events, 'group.quorum-met');
      const lost = ofType(events, 'group.quorum-unreachable');
      const collected = ofType(events, 'group.collected');
      return repeated([...met, ...lost, ...collected].map((it) => `${it.data.groupId} ${it.data.iteration}`));
    },
  },
  {
    code: 'iteration-out-of-order',
    name: 'iterations follow each other within the cap',
    check: ({ compiled, events }) =>
      compiled.loops.flatMap(({ loopId, maxIterations }) => {
        const started = ofType(events, 'loop.iteration-started').filter((it) => it.data.loopId === loopId);
        const numbers = started.map((it) => it.data.iteration);
        const wrong = numbers.filter((it, index) => it !== index + 2 || it > maxIterations);
        return wrong.map((it) => `${loopId} started iteration ${it} of ${maxIterations}`);
      }),
  },
  {
    code: 'loop-exhausted-wrongly',
    name: 'a loop is exhausted once, in its last iteration',
    check: ({ compiled, events }) => {
      const exhausted = ofType(events, 'loop.exhausted').map((it) => it.data);
      const early = exhausted.filter(
        (it) => compiled.loops.find((loop) => loop.loopId === it.loopId)?.maxIterations !== it.iteration,
      );
      return [...repeated(exhausted.map((it) => it.loopId)), ...early.map((it) => `${it.loopId} too early`)];
    },
  },
  {
    code: 'breached-too-early',
    name: 'no step is breached before it is due',
    check: ({ events }) =>
      ofType(events, 'step.breached')
        .filter((it) => it.timestamp < it.data.dueAt)
        .map((it) => at(it, `${it.stepId} at ${it.timestamp}, due ${it.data.dueAt}`)),
  },
  {
    code: 'output-decides-wrongly',
    name: 'only steps decided by people or a resolved agent have decision and approved',
    check: ({ state }) =>
      state.steps.flatMap((step) =>
        'decision' in (step.output ?? {}) && !mayDecide(step)
          ? [{ what: `${step.stepId} is ${step.status}`, stepId: step.stepId }]
          : [],
      ),
  },
  {
    code: 'attempts-out-of-order',
    name: 'attempts are consecutive, up to the maximum of the node',
    check: ({ compiled, state, events }) => attemptFaults(compiled, state, events),
  },
  {
    code: 'approved-without-approvals',
    name: 'a step is approved when every mandatory reviewer has approved and none has rejected',
    check: ({ compiled, state }) => approvalFaults(compiled, state),
  },
  ...FLOW_INVARIANTS,
  ...PEOPLE_INVARIANTS,
  ...WORK_INVARIANTS,
] as const satisfies readonly Invariant[];

/** Code of an invariant. */
export type InvariantCode = (typeof INVARIANTS)[number]['code'];

/** Checks that each place decides once. A retracted or voided decision makes room for another. */
function decisionFaults(
  compiled: CompiledDefinition,
  state: ExecutionState,
  events: readonly EngineEvent[],
): Fault[] {
  const standing = new Set<string>();
  return events.flatMap((event) => {
    if (event.type === 'step.people-changed') {
      for (const holder of event.data.voided ?? []) standing.delete(`${event.stepId} ${holder}`);
    }
    if (event.type !== 'step.decision-recorded') return [];
    const { reviewerId, people } = event.data;
    const holder = people?.onBehalfOf ?? reviewerId;
    const key = `${event.stepId} ${holder}`;
    const twice = standing.has(key) ? [at(event, `${key} twice`)] : [];
    standing.add(key);
    const isReviewer = reviewersOf(compiled, state, event.stepId).includes(holder);
    return isReviewer ? twice : [...twice, at(event, `${holder} decided ${event.stepId}`)];
  });
}

/** Ignores a step of unknown kind, which another rule reports. */
const mayDecide = ({ status, nodeType }: StepState): boolean => {
  const type: unknown = nodeType;
  return status === 'completed' && traitsOf(type)?.mayDecide !== false;
};

function attemptFaults(
  compiled: CompiledDefinition,
  state: ExecutionState,
  events: readonly EngineEvent[],
): Fault[] {
  const reached = new Map<string | null, number>();
  return events.flatMap((event) => {
    if (event.type !== 'step.started' && event.type !== 'step.retried') return [];
    const { stepId, type } = event;
    const before = reached.get(stepId) ?? 1;
    const { attempt } = event.data;
    reached.set(stepId, attempt);
    const node = compiled.nodes[state.steps.find((it) => it.stepId === stepId)?.nodeId ?? ''];
    const most = node === undefined ? 0 : (workOf(node.type)?.mostAttempts(node) ?? 0);
    const follows = attempt === (type === 'step.started' ? before : before + 1);
    return follows && attempt <= most
      ? []
      : [at(event, `${stepId} ${type} ${attempt} after ${before} of ${most}`)];
  });
}

function approvalFaults(compiled: CompiledDefinition, state: ExecutionState): string[] {
  const approved = state.steps.filter((step) => isApproved(step) && !step.overridden);
  return approved.flatMap(({ stepId, nodeId, decisions, people }) => {
    const node = compiled.nodes[nodeId];
    // `decision-does-not-follow` checks the rule of a people node.
    if (!isDecidedByPeople(node) || node.people !== undefined || people !== undefined) return [];
    const missing = node.reviewers
      .filter((it) => it.mandatory)
      .filter(({ userId }) => !decisions.some((it) => it.reviewerId === userId && it.decision === 'approve'));
    return [
      ...missing.map(({ userId }) => `${stepId} without ${userId}`),
      ...decisions.filter((it) => it.decision === 'reject').map((it) => `${stepId} against ${it.reviewerId}`),
    ];
  });
}

function reviewersOf(compiled: CompiledDefinition, state: ExecutionState, stepId: string | null): string[] {
  const step = state.steps.find((it) => it.stepId === stepId);
  const node = compiled.nodes[step?.nodeId ?? ''];
  if (step === undefined || !isDecidedByPeople(node)) return [];
  // Former holders of a place were reviewers too.
  return [...everHeld(peopleOfStep(node, step)?.places ?? [])];
}

/** Returns a recorded decision that contradicts the step's places; null if it follows. */
function decidedWrongly(compiled: CompiledDefinition, step: StepState): string | null {
  const node = compiled.nodes[step.nodeId];
  if (!isDecidedByPeople(node) || step.status !== 'completed' || step.overridden) return null;
  const places = peopleOfStep(node, step)?.places ?? [];
  const outcome = outcomeOf(peopleOf(node), countedPlaces(places, step.decisions));
  const decision = { approved: 'approve', rejected: 'reject', 'out-of-reach': 'reject', open: null }[outcome];
  const recorded = step.output?.['decision'];
  return recorded === decision ? null : `${JSON.stringify(recorded)}, but the decisions are ${outcome}`;
}

/** Returns the difference between folded events and state, or the error of the fold. */
export function foldFaults({ chain: _, ...state }: ExecutionState, foldOf: () => ExecutionState): string[] {
  try {
    const folded = withoutNewer(foldOf(), state);
    // Equal texts are equal states. Different ones may differ only in key order.
    if (JSON.stringify(folded) === JSON.stringify(state)) return [];
    return textOf(folded) === textOf(state) ? [] : [`fold ${textOf(folded)} state ${textOf(state)}`];
  } catch (error) {
    return [describeError(error)];
  }
}

/** Removes `endedSeq`, which earlier versions did not store. */
function withoutNewer(folded: ExecutionState, state: ExecutionState): ExecutionState {
  const steps = folded.steps.map((step, index) => {
    const stored = state.steps[index];
    if (stored?.stepId !== step.stepId || stored.endedSeq !== undefined) return step;
    const { endedSeq: _, ...rest } = step;
    return rest;
  });
  return { ...folded, steps };
}

const textOf = (state: ExecutionState): string => canonicalJson(JSON.parse(JSON.stringify(state)) as never);
