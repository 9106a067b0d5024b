/**
 * What must hold of every execution, whatever its definition and whatever happened to the processes that ran it.
 * A table of rules over the record of one execution: its events, and the state that is stored.
 */
import {
  type CompiledDefinition,
  type EngineEvent,
  type EventOf,
  type EventType,
  type ExecutionState,
  type StepState,
  canonicalJson,
  fold,
  isOpen,
  isTerminal,
} from '@org/approval-core';

/** Everything that is stored of one execution. */
export interface ExecutionRecord {
  readonly compiled: CompiledDefinition;
  readonly state: ExecutionState;
  /** All events, internal ones included, in the order in which the store gives them. */
  readonly events: readonly EngineEvent[];
}

export interface Invariant {
  readonly name: string;
  /** What is wrong; empty if nothing is. */
  readonly check: (record: ExecutionRecord) => readonly string[];
}

/** Everything that the record violates, as `<invariant>: <what>`. */
export function checkInvariants(record: ExecutionRecord): string[] {
  return INVARIANTS.flatMap(({ name, check }) => check(record).map((what) => `${name}: ${what}`));
}

const ofType = <T extends EventType>(events: readonly EngineEvent[], type: T): EventOf<T>[] =>
  events.filter(
    (event): event is Extract<EngineEvent, { type: T }> => event.type === type,
  ) as unknown as EventOf<T>[];

const ENDINGS: readonly EventType[] = [
  'step.completed',
  'step.skipped',
  'step.failed',
  'step.breached',
  'step.cancelled',
];
const EXECUTION_ENDINGS: readonly EventType[] = [
  'execution.completed',
  'execution.failed',
  'execution.cancelled',
];

export const INVARIANTS: readonly Invariant[] = [
  {
    name: 'seq runs from 1 without gaps',
    check: ({ events }) =>
      events.flatMap(({ seq }, index) => (seq === index + 1 ? [] : [`${seq} stands at place ${index + 1}`])),
  },
  {
    name: 'event ids are unique',
    check: ({ events }) => repeated(events.map((it) => it.eventId)),
  },
  {
    name: 'time never goes backwards',
    check: ({ events }) =>
      events.flatMap((event, index) =>
        event.timestamp < (events[index - 1]?.timestamp ?? -Infinity) ? [`at seq ${event.seq}`] : [],
      ),
  },
  {
    name: 'the fold of the events is the state',
    check: ({ state, events }) => {
      const folded = fold(state, events);
      return textOf(folded) === textOf(state) ? [] : [`fold ${textOf(folded)} state ${textOf(state)}`];
    },
  },
  {
    name: 'a step is scheduled once, and has one ending at most',
    check: ({ events }) => [
      ...repeated(ofType(events, 'step.scheduled').map((it) => it.stepId)),
      ...repeated(events.filter((it) => ENDINGS.includes(it.type)).map((it) => it.stepId)),
    ],
  },
  {
    name: 'nothing happens to a step after its ending',
    check: ({ events }) => {
      const ended = new Set<string>();
      return events.flatMap((event) => {
        if (event.stepId === null) return [];
        const late = ended.has(event.stepId) ? [`${event.type} on ${event.stepId} at seq ${event.seq}`] : [];
        if (ENDINGS.includes(event.type)) ended.add(event.stepId);
        return late;
      });
    },
  },
  {
    name: 'the execution has ended exactly when no step is open',
    check: ({ state }) => {
      const open = state.steps.filter((step) => isOpen(step.status)).map((step) => step.stepId);
      if (isTerminal(state.status))
        return open.map((stepId) => `${stepId} is open in a ${state.status} execution`);
      return open.length === 0 ? [`no step is open, and the execution is ${state.status}`] : [];
    },
  },
  {
    name: 'the end comes once, and last',
    check: ({ state, events }) => {
      const ends = events.filter((it) => EXECUTION_ENDINGS.includes(it.type));
      if (!isTerminal(state.status)) return ends.map((it) => `${it.type} in a ${state.status} execution`);
      if (ends.length !== 1) return [`${ends.length} ends`];
      return ends[0] === events.at(-1) ? [] : [`events follow seq ${ends[0]?.seq}`];
    },
  },
  {
    name: 'a reviewer decides a step once, and is one of its reviewers',
    check: ({ compiled, state, events }) => {
      const decisions = ofType(events, 'step.decision-recorded');
      const strangers = decisions.filter(
        (it) => !reviewersOf(compiled, state, it.stepId).includes(it.data.reviewerId),
      );
      return [
        ...repeated(decisions.map((it) => `${it.stepId} ${it.data.reviewerId}`)),
        ...strangers.map((it) => `${it.data.reviewerId} decided ${it.stepId}`),
      ];
    },
  },
  {
    name: 'a quorum is met once in a round, with enough approvals',
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
    name: 'a quorum is not met and lost in one round',
    check: ({ events }) => {
      const met = ofType(events, 'group.quorum-met');
      const lost = ofType(events, 'group.quorum-unreachable');
      return repeated([...met, ...lost].map((it) => `${it.data.groupId} ${it.data.iteration}`));
    },
  },
  {
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
    name: 'nothing is breached before it is due',
    check: ({ events }) =>
      ofType(events, 'step.breached')
        .filter((it) => it.timestamp < it.data.dueAt)
        .map((it) => `${it.stepId} at ${it.timestamp}, due ${it.data.dueAt}`),
  },
  {
    name: 'only a decision of people or a settled agent has decision and approved',
    check: ({ state }) =>
      state.steps.flatMap((step) =>
        'decision' in (step.output ?? {}) && !mayDecide(step) ? [`${step.stepId} is ${step.status}`] : [],
      ),
  },
];

const mayDecide = (step: StepState): boolean => step.status === 'completed' && step.nodeType !== 'webhook';

function reviewersOf(compiled: CompiledDefinition, state: ExecutionState, stepId: string | null): string[] {
  const nodeId = state.steps.find((step) => step.stepId === stepId)?.nodeId ?? '';
  const node = compiled.nodes[nodeId];
  return node?.type === 'human' ? node.reviewers.map((it) => it.userId) : [];
}

const textOf = (state: ExecutionState): string => canonicalJson(JSON.parse(JSON.stringify(state)) as never);

function repeated(keys: readonly (string | null)[]): string[] {
  return keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `${key} twice`);
}
