/** How each event changes the state: the only place where it changes. */
import type { EngineEvent, EventOf, EventType } from './event.js';
import { withChange } from './people/change.js';
import { withReminder } from './people/hand-reminders.js';
import {
  type EndedStepStatus,
  type ExecutionState,
  type LinkState,
  type StepState,
  initialState,
  isOpen,
  stepIndex,
} from './state.js';
import type { ExecutionHeader } from './header.js';
import type { Place } from './people-state.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
/** A private copy under construction. The steps in it are shared with other states but for those in `own`. */
export interface Draft {
  readonly state: Mutable<Omit<ExecutionState, 'steps'>> & { steps: StepState[] };
  /** Each with the step of before that it stands for; null: it is new. */
  readonly own: Map<StepState, StepState | null>;
  /** How many more steps are open than before. */
  opened: number;
  /** Where each step stands, for as many of the first steps as were looked at; steps never move. */
  positions: Map<string, number> | null;
  /** How often a step was looked for. */
  lookups: number;
}

export const draftOf = (state: ExecutionState): Draft => ({
  state: { ...state, steps: state.steps.slice() },
  own: new Map(),
  opened: 0,
  // Made when it is needed: there is a draft for each command.
  positions: null,
  lookups: 0,
});

/** Up to this many steps a look at each is quicker than a map of them; so it is for a few looks, of however many. */
const FEW_STEPS = 32;
const FEW_LOOKUPS = 8;

/** Position of the step, or -1, without a look at every step of a long run. */
export function positionIn(draft: Draft, stepId: string): number {
  const { steps } = draft.state;
  if (steps.length <= FEW_STEPS || draft.lookups++ < FEW_LOOKUPS) return stepIndex(steps, stepId);
  const positions = (draft.positions ??= new Map<string, number>());
  for (let index = positions.size; index < steps.length; index++) {
    positions.set((steps[index] as StepState).stepId, index);
  }
  return positions.get(stepId) ?? -1;
}

/** The state after `event`. */
export function evolve(state: ExecutionState, event: EngineEvent): ExecutionState {
  const draft = draftOf(state);
  apply(draft, event);
  return draft.state;
}

/** The state after all `events` of an execution: exactly what is stored. */
export function fold(header: ExecutionHeader, events: Iterable<EngineEvent>): ExecutionState {
  const folding = beginFold(header);
  folding.add(events);
  return folding.state;
}

/** As `fold`, of events that are read page by page and need not be held together. */
export interface Folding {
  /** The next events, in the order of their seq. */
  readonly add: (events: Iterable<EngineEvent>) => void;
  /** After all events that were added; it changes with the next. */
  readonly state: ExecutionState;
}

/** Begins with an execution of which nothing has happened. */
export function beginFold(header: ExecutionHeader): Folding {
  const draft = draftOf(initialState(header));
  const add = (events: Iterable<EngineEvent>) => {
    for (const event of events) apply(draft, event);
  };
  return { add, state: draft.state };
}

/** Applies `event` to a draft in place. */
export function apply(draft: Draft, event: EngineEvent): void {
  draft.state.seq = event.seq;
  draft.state.updatedAt = event.timestamp;
  // One entry per type, each with its own data: the table is right by its own type, the call cannot see it.
  (APPLY[event.type] as (draft: Draft, event: EngineEvent) => void)(draft, event);
}

const APPLY: { readonly [T in EventType]: (draft: Draft, event: EventOf<T>) => unknown } = {
  'execution.dispatched': () => undefined,
  'execution.started': ({ state }, { timestamp }) => {
    state.status = 'running';
    state.startedAt = timestamp;
  },
  'execution.completed': ({ state }, { timestamp }) => {
    state.status = 'completed';
    state.completedAt = timestamp;
  },
  'execution.failed': ({ state }, { timestamp, data }) => {
    state.status = 'failed';
    state.completedAt = timestamp;
    state.failureReason = data.failureReason;
  },
  'execution.cancelled': ({ state }, { timestamp }) => {
    state.status = 'cancelled';
    state.cancelledAt = timestamp;
  },

  'step.scheduled': (draft, event) => {
    const step = scheduledStep(event);
    draft.state.steps.push(step);
    draft.own.set(step, null);
    draft.opened += 1;
  },
  'step.started': (draft, event) => {
    const step = changing(draft, event);
    step.status = 'running';
    step.attempt = event.data.attempt;
    step.begun = event.data.attempt;
    step.startedAt ??= event.timestamp;
  },
  'step.retried': (draft, event) => {
    changing(draft, event).attempt = event.data.attempt;
  },
  'step.awaiting-approval': (draft, event) => {
    const step = changing(draft, event);
    step.status = 'waiting';
    step.startedAt ??= event.timestamp;
    step.waitingSince = event.timestamp;
    step.waitingForReviewers = event.data.waitingForReviewers;
  },
  'step.decision-recorded': (draft, event) => {
    const step = changing(draft, event);
    const { reviewerId, decision, reason, people, waitingForReviewers, via } = event.data;
    if (via?.kind === 'link') step.links = withLink(step.links, 'used', via.linkId);
    const recorded = { reviewerId, decision, reason, ...people, recordedAt: event.timestamp };
    step.decisions = [...step.decisions, recorded];
    step.waitingForReviewers =
      waitingForReviewers ?? step.waitingForReviewers.filter((it) => it !== reviewerId);
  },
  'step.reviewers-resolved': (draft, event) => {
    changing(draft, event).people = event.data;
  },
  'step.answered': () => undefined,
  'step.assigned': (draft, event) => {
    const step = changing(draft, event);
    const { added, waitingForReviewers } = event.data;
    const places = (step.people?.places ?? NONE).map((it) => askedAmong(it, added));
    step.people = { ...step.people, places };
    step.waitingForReviewers = waitingForReviewers;
  },
  'step.people-changed': (draft, event) => {
    const step = changing(draft, event);
    const { waitingForReviewers, ...change } = event.data;
    const { people, decisions } = withChange(step, change);
    step.people = people;
    step.decisions = decisions;
    step.waitingForReviewers = waitingForReviewers;
    step.dueAt = change.dueAt ?? step.dueAt;
  },
  'step.answer-retracted': () => undefined,
  'step.question-asked': () => undefined,
  'step.question-answered': () => undefined,
  'step.reminded': (draft, event) => {
    const step = changing(draft, event);
    const { levels, byHand } = event.data;
    if (levels.length > 0) step.reminded = [...(step.reminded ?? NONE), ...levels];
    if (byHand !== undefined) step.handReminders = withReminder(step.handReminders, byHand, event.timestamp);
  },
  'step.reminder': () => undefined,
  'execution.parties-changed': ({ state }, { data }) => {
    state.parties = { ...(state.parties ?? NO_PARTIES), ...data };
  },
  'execution.subject-revised': () => undefined,
  'step.link-revoked': (draft, event) => {
    const step = changing(draft, event);
    step.links = withLink(step.links, 'revoked', event.data.linkId);
  },
  'step.resolution-recorded': (draft, event) => {
    const step = changing(draft, event);
    step.resolutions = [...step.resolutions, { ...event.data, recordedAt: event.timestamp }];
  },
  'step.overridden': (draft, event) => {
    changing(draft, event).overridden = true;
  },
  'step.called-back': (draft, event) => {
    changing(draft, event).callback = event.data.fingerprint;
  },
  'step.resumed': (draft, event) => {
    changing(draft, event).output = event.data.output;
  },
  'step.skipped': (draft, event) => {
    ending(draft, event).output = event.data.output;
  },
  'step.completed': ending,
  'step.failed': (draft, event) => {
    ending(draft, event).error = event.data.error;
  },
  'step.breached': ending,
  'step.cancelled': ending,

  'group.quorum-met': ({ state }, { data }) => decideGroup(state, data, 'met'),
  'group.quorum-unreachable': ({ state }, { data }) => decideGroup(state, data, 'unreachable'),
  'loop.iteration-started': ({ state }, { data }) => {
    const others = state.loops.filter((it) => it.loopId !== data.loopId);
    state.loops = [...others, { loopId: data.loopId, iteration: data.iteration, exhausted: false }];
  },
  'loop.exhausted': ({ state }, { data }) => {
    const others = state.loops.filter((it) => it.loopId !== data.loopId);
    state.loops = [...others, { loopId: data.loopId, iteration: data.iteration, exhausted: true }];
  },
  'idempotency.suppressed': () => undefined,
  'execution.jobs-restored': () => undefined,
};

/** Every type that there is. */
export const ALL_EVENT_TYPES = Object.keys(APPLY) as EventType[];

const NOBODY: readonly string[] = Object.freeze([]);
const NONE: readonly never[] = Object.freeze([]);
const NO_PARTIES = { initiatorId: null, contributorIds: NOBODY, enforceSeparation: false, subject: null };

function scheduledStep({ stepId, timestamp, data }: EventOf<'step.scheduled'>): StepState {
  return {
    stepId: stepId ?? '',
    nodeId: data.nodeId,
    nodeType: data.nodeType,
    status: 'pending',
    iteration: data.iteration,
    attempt: 1,
    createdAt: timestamp,
    startedAt: null,
    waitingSince: null,
    completedAt: null,
    dueAt: data.dueAt,
    input: data.input,
    output: null,
    error: null,
    overridden: false,
    callback: null,
    waitingForReviewers: NOBODY,
    decisions: NONE,
    resolutions: NONE,
  };
}

const NO_LINKS: LinkState = Object.freeze({ used: NONE, revoked: NONE });

const withLink = (links = NO_LINKS, fate: keyof LinkState, linkId: string): LinkState => ({
  ...links,
  [fate]: [...links[fate], linkId],
});

const askedAmong = (place: Place, holders: readonly string[]): Place =>
  place.asked || !holders.includes(place.holder) ? place : { ...place, asked: true };

type StepEvent = EventOf<Extract<EventType, `step.${string}`>>;
type EndingEvent = EventOf<`step.${EndedStepStatus}`>;

/**
 * The draft's own copy of the open step, to be changed. An ended step never changes again; an event that says
 * otherwise is a defect.
 */
function changing(draft: Draft, { stepId }: StepEvent): Mutable<StepState> {
  const { state, own } = draft;
  const index = stepId === null ? -1 : positionIn(draft, stepId);
  const step = state.steps[index];
  if (step === undefined || !isOpen(step.status)) {
    throw new Error(`the event at seq ${state.seq} changes step ${String(stepId)}, which is not open`);
  }
  if (own.has(step)) return step;
  const copy = { ...step };
  state.steps[index] = copy;
  own.set(copy, step);
  return copy;
}

function ending(draft: Draft, event: EndingEvent): Mutable<StepState> {
  const step = changing(draft, event);
  step.status = STATUS_OF[event.type];
  draft.opened -= 1;
  step.completedAt = event.timestamp;
  step.endedSeq = event.seq;
  step.waitingForReviewers = NOBODY;
  return step;
}

const STATUS_OF: Readonly<Record<EndingEvent['type'], EndedStepStatus>> = {
  'step.completed': 'completed',
  'step.skipped': 'skipped',
  'step.failed': 'failed',
  'step.breached': 'breached',
  'step.cancelled': 'cancelled',
};

function decideGroup(
  state: Draft['state'],
  { groupId, iteration }: { groupId: string; iteration: number },
  outcome: 'met' | 'unreachable',
): void {
  const others = state.groups.filter((it) => it.groupId !== groupId);
  state.groups = [...others, { groupId, iteration, outcome }];
}
