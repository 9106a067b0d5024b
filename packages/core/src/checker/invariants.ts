/**
 * What must hold of every execution, whatever its definition and whatever happened to the processes that ran it: a table
 * of rules over the record of one execution, its events and the state that is stored.
 */
import { peopleOf } from '../compile/people.js';
import type { CompiledDefinition } from '../compile/compiled.js';
import { canonicalJson, describeError } from '../definition/json.js';
import { EXECUTION_ENDINGS, type EngineEvent, STEP_ENDINGS } from '../interpreter/event.js';
import { fold } from '../interpreter/evolve.js';
import { outcomeOf } from '../interpreter/people/counting.js';
import { countedPlaces, everHeld, peopleOfStep } from '../interpreter/people/places.js';
import { type ExecutionState, type StepState, isApproved, isOpen, isTerminal } from '../interpreter/state.js';
import { checkKind } from '../nodes/check.js';
import { isDecidedByPeople, traitsOf } from '../nodes/schema.js';
import { PEOPLE_INVARIANTS } from './people.js';
import { FLOW_INVARIANTS } from './flow.js';
import { type Fault, type Invariant, at, ofType, repeated } from './record.js';
import { WORK_INVARIANTS } from './work.js';

/** Every rule, as a table. */
export const INVARIANTS = [
  {
    code: 'seq-has-gaps',
    name: 'seq runs from 1 without gaps',
    check: ({ events }) =>
      events.flatMap((event, index) =>
        event.seq === index + 1 ? [] : [at(event, `${event.seq} stands at place ${index + 1}`)],
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
    name: 'nothing happens to a step after its ending',
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
      return open.length === 0 ? [`no step is open, and the execution is ${state.status}`] : [];
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
    name: 'what people decided is what their answers come to',
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
      return repeated([...met, ...lost].map((it) => `${it.data.groupId} ${it.data.iteration}`));
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
    name: 'nothing is breached before it is due',
    check: ({ events }) =>
      ofType(events, 'step.breached')
        .filter((it) => it.timestamp < it.data.dueAt)
        .map((it) => at(it, `${it.stepId} at ${it.timestamp}, due ${it.data.dueAt}`)),
  },
  {
    code: 'output-decides-wrongly',
    name: 'only a decision of people or a resolved agent has decision and approved',
    check: ({ state }) =>
      state.steps.flatMap((step) =>
        'decision' in (step.output ?? {}) && !mayDecide(step)
          ? [{ what: `${step.stepId} is ${step.status}`, stepId: step.stepId }]
          : [],
      ),
  },
  {
    code: 'attempts-out-of-order',
    name: 'attempts of an agent follow each other, up to as many as its node allows',
    check: ({ compiled, state, events }) => attemptFaults(compiled, state, events),
  },
  {
    code: 'approved-without-approvals',
    name: 'people approve a step when every mandatory one of them has approved, and nobody has rejected',
    check: ({ compiled, state }) => approvalFaults(compiled, state),
  },
  ...FLOW_INVARIANTS,
  ...PEOPLE_INVARIANTS,
  ...WORK_INVARIANTS,
] as const satisfies readonly Invariant[];

/** Names the rules that hold of every execution. */
export type InvariantCode = (typeof INVARIANTS)[number]['code'];

/** A decision that was taken back or made void makes room for another one. */
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

/** A step of a kind that is not known is the finding of another rule. */
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
    const most = node === undefined ? 0 : (checkKind(node.type)?.mostAttempts(node) ?? 0);
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
    // What a people node needs is said by its rule; `decision-does-not-follow` counts it.
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
  // Whoever answered, took it back and handed the place over was one of them.
  return [...everHeld(peopleOfStep(node, step)?.places ?? [])];
}

/** A decision of people that their answers do not come to; null: there is none, or nobody was asked whether it follows. */
function decidedWrongly(compiled: CompiledDefinition, step: StepState): string | null {
  const node = compiled.nodes[step.nodeId];
  if (!isDecidedByPeople(node) || step.status !== 'completed' || step.overridden) return null;
  const places = peopleOfStep(node, step)?.places ?? [];
  const outcome = outcomeOf(peopleOf(node), countedPlaces(places, step.decisions));
  const decision = { approved: 'approve', rejected: 'reject', 'out-of-reach': 'reject', open: null }[outcome];
  const recorded = step.output?.['decision'];
  return recorded === decision ? null : `${JSON.stringify(recorded)} where the answers are ${outcome}`;
}

/** How the fold of events differs from the state; `evolve` throws where they cannot be folded at all. */
export function foldFaults(state: ExecutionState, foldOf: () => ExecutionState): string[] {
  try {
    const folded = withoutNewer(foldOf(), state);
    // The same text is the same state; another one may have its keys in another order.
    if (JSON.stringify(folded) === JSON.stringify(state)) return [];
    return textOf(folded) === textOf(state) ? [] : [`fold ${textOf(folded)} state ${textOf(state)}`];
  } catch (error) {
    return [describeError(error)];
  }
}

/** An earlier version did not keep `endedSeq` of the steps that it ended. */
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
