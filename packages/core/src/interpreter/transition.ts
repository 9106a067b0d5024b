/**
 * One command at work on one execution: the state as far as it is, the events and jobs so far, and the steps
 * that have ended but whose consequences are still to come. Everything the interpreter does goes through
 * `emit`; the state follows from the events and from nothing else.
 */
import type { WorkingCalendar } from '../calendar/working-time.js';
import type { CompiledDefinition, CompiledEdge, CompiledGroup, CompiledNode } from '../compile/compiled.js';
import { JsonSizes } from '../definition/bytes.js';
import { LIMITS } from '../definition/limits.js';
import { WorkBudget } from '../expression/work.js';
import type { EngineEvent, EventData, EventType } from './event.js';
import { type Draft, apply, draftOf, positionIn } from './evolve.js';
import type { Job } from './job.js';
import type { ExecutionState, StepState } from './state.js';

/** What the interpreter needs from outside; it has no clock and no randomness of its own. */
export interface Environment {
  /** ms since the epoch. */
  readonly now: number;
  /** A new id for an event. */
  readonly newEventId: () => string;
  /** Steps that an execution may have; one more fails it. */
  readonly maxStepsPerExecution: number;
  /** The host's calendars by name; none by default. */
  readonly calendars?: ReadonlyMap<string, WorkingCalendar>;
  /** Totals that one command leaves for the next on the same run; without it each command counts what it needs. */
  readonly totals?: TotalsByState;
}

/** Totals of a run. */
export interface RunTotals {
  /** Bytes that the run holds. */
  readonly bytes: number;
  /** Steps that can still change. */
  readonly open: number;
}
/** Totals by the list of steps that a command has left, which never changes. */
export type TotalsByState = WeakMap<readonly StepState[], RunTotals>;

export class Transition {
  readonly compiled: CompiledDefinition;
  readonly environment: Environment;
  readonly events: EngineEvent[] = [];
  readonly jobs: Job[] = [];
  /** Units of work that the conditions and the new steps of this command may take. */
  readonly work = new WorkBudget(LIMITS.commandWork);
  /** Sizes of the values that this command has measured. */
  readonly sizes = new JsonSizes();
  /** Lists that were found to be of userIds: one list may stand for the people of all steps. */
  readonly userIdLists = new Set<readonly unknown[]>();
  /** Edges of ended steps that fire, for as many as were asked about. */
  firing: Map<StepState, readonly CompiledEdge[]> | null = null;
  /** Bytes that the run holds with the inputs that were given so far; null: no step was started. */
  bytesHeld: number | null = null;
  /** Totals of the states that commands before this one have left. */
  readonly totals: TotalsByState;
  /** The steps as this command found them. */
  readonly before: readonly StepState[];
  private readonly draft: Draft;
  /** Where the steps of each group stand, for as many of the first steps as were looked at; steps never move. */
  private readonly members = new Map<CompiledGroup, number[]>();
  private membersSeen = 0;
  private readonly endings: string[] = [];
  private endingsTaken = 0;
  private reached = 0;

  constructor(compiled: CompiledDefinition, state: ExecutionState, environment: Environment) {
    this.totals = environment.totals ?? new WeakMap();
    this.compiled = compiled;
    this.environment = environment;
    this.before = state.steps;
    this.draft = draftOf(state);
  }

  get state(): ExecutionState {
    return this.draft.state;
  }

  /** What has become of the steps so far. */
  get changes(): Pick<Draft, 'own' | 'opened'> {
    return this.draft;
  }

  /** The time of this transition: never before what was recorded, also when a clock went backwards. */
  get now(): number {
    return Math.max(this.environment.now, this.state.updatedAt, this.reached);
  }

  /** Somebody with a better clock, such as the store that gave a job, knows that this time has come. */
  reach(time: number): void {
    this.reached = Math.max(this.reached, time);
  }

  /** No more steps come. A list that was pushed to keeps room for a dozen more, and many states are kept. */
  close(): void {
    const { state } = this.draft;
    if (state.steps.length > this.before.length) state.steps = state.steps.slice();
  }

  emit<T extends EventType>(type: T, stepId: string | null, data: EventData[T]): void {
    const event = {
      eventId: this.environment.newEventId(),
      seq: this.state.seq + 1,
      type,
      executionId: this.state.executionId,
      stepId,
      timestamp: this.now,
      correlationId: this.state.correlationId,
      data,
      // `type` and `data` belong together by the signature; the union cannot see it.
    } as unknown as EngineEvent;
    this.events.push(event);
    apply(this.draft, event);
  }

  schedule(job: Job): void {
    this.jobs.push(job);
  }

  /** The step has ended; what follows from it is done once the command itself is through. */
  resolveLater(stepId: string): void {
    this.endings.push(stepId);
  }

  /** The next ended step whose consequences are to be applied, in the order in which they ended. */
  nextEnding(): StepState | null {
    const stepId = this.endings[this.endingsTaken];
    if (stepId === undefined) return null;
    this.endingsTaken += 1;
    return this.step(stepId);
  }

  /** Nothing follows from anything any more: the execution has come to its end. */
  abandonEndings(): void {
    this.endingsTaken = this.endings.length;
  }

  /** The step, or null: there is none. */
  find(stepId: string): StepState | null {
    return this.state.steps[positionIn(this.draft, stepId)] ?? null;
  }

  /** A step that must be there. */
  step(stepId: string): StepState {
    const step = this.find(stepId);
    if (step === null) throw new Error(`there is no step ${stepId}`);
    return step;
  }

  /** The steps of a group's members, of every iteration, in the order of creation. */
  membersOf(group: CompiledGroup): StepState[] {
    const { groups, groupOf } = this.compiled;
    const { steps } = this.state;
    for (; this.membersSeen < steps.length; this.membersSeen++) {
      const { nodeId } = steps[this.membersSeen] as StepState;
      const index = Object.hasOwn(groupOf, nodeId) ? groupOf[nodeId] : undefined;
      const of = index === undefined ? undefined : groups[index];
      if (of === undefined) continue;
      const places = this.members.get(of);
      if (places === undefined) this.members.set(of, [this.membersSeen]);
      else places.push(this.membersSeen);
    }
    return (this.members.get(group) ?? []).map((it) => steps[it] as StepState);
  }

  node(nodeId: string): CompiledNode {
    return nodeOf(this.compiled, nodeId);
  }
}

export function nodeOf(compiled: CompiledDefinition, nodeId: string): CompiledNode {
  const node = compiled.nodes[nodeId];
  if (node === undefined) throw new Error(`there is no node ${nodeId}`);
  return node;
}
