/**
 * One command on one execution: the state so far, events, jobs, and ended steps whose consequences
 * are
 * pending. The interpreter changes the state only through `emit`.
 */
import { itemAt } from '@org/approval-internal/lists';
import type { WorkingCalendar } from '../calendar/working-time.js';
import type { CompiledDefinition, CompiledEdge, CompiledGroup, CompiledNode } from '../compile/compiled.js';
import { JsonSizes } from '../definition/bytes.js';
import { LIMITS } from '../definition/limits.js';
import type { NormalizeUserId } from '../definition/user-ids.js';
import { WorkBudget } from '../expression/work.js';
import type { EngineEvent, EventData, EventType } from './event.js';
import { type Draft, apply, draftOf, positionIn } from './evolve.js';
import type { Job } from './job.js';
import { UserIdLists } from './people/user-ids.js';
import type { ExecutionState, StepState } from './state.js';

/** Inputs of the interpreter, which has no clock and no randomness. */
export interface Environment {
  /** Time in ms since the epoch. */
  readonly now: number;
  /** Creates the id of an event. */
  readonly newEventId: () => string;
  /** Maximum number of steps of an execution. One more fails it. */
  readonly maxStepsPerExecution: number;
  /** Calendars of the host by name; none by default. */
  readonly calendars?: ReadonlyMap<string, WorkingCalendar>;
  /** Canonical form of user ids that are found in inputs; by default they stay as they are. */
  readonly normalizeUserId?: NormalizeUserId;
  /** Cache of totals between commands on one execution. Without it each command counts. */
  readonly totals?: TotalsByState;
}

/** Totals of an execution. */
export interface RunTotals {
  /** Bytes that the execution holds. */
  readonly bytes: number;
  /** Number of open steps. */
  readonly open: number;
}
/** Totals by a command's final list of steps, which never changes. */
export type TotalsByState = WeakMap<readonly StepState[], RunTotals>;

export class Transition {
  readonly compiled: CompiledDefinition;
  readonly environment: Environment;
  readonly events: EngineEvent[] = [];
  readonly jobs: Job[] = [];
  /** Work budget of this command's conditions and new steps. */
  readonly work = new WorkBudget(LIMITS.commandWork);
  /** Sizes of values that this command measured. */
  readonly sizes = new JsonSizes();
  /** Lists of userIds that this command checked. */
  readonly userIdLists: UserIdLists;
  /** Cache of firing edges of ended steps. */
  firing: Map<StepState, readonly CompiledEdge[]> | null = null;
  /** Bytes held, inputs of new steps included; null before the first start. */
  bytesHeld: number | null = null;
  /** Totals from earlier commands. */
  readonly totals: TotalsByState;
  /** Steps before this command. */
  readonly before: readonly StepState[];
  private readonly draft: Draft;
  /** Positions of each group's steps, for the steps indexed so far. Steps never move. */
  private readonly members = new Map<CompiledGroup, number[]>();
  private membersSeen = 0;
  private readonly endings: string[] = [];
  private endingsTaken = 0;
  private reached = 0;

  constructor(compiled: CompiledDefinition, state: ExecutionState, environment: Environment) {
    this.totals = environment.totals ?? new WeakMap();
    this.compiled = compiled;
    this.environment = environment;
    this.userIdLists = new UserIdLists(environment.normalizeUserId);
    this.before = state.steps;
    this.draft = draftOf(state);
  }

  get state(): ExecutionState {
    return this.draft.state;
  }

  /** Changes of the steps so far. */
  get changes(): Pick<Draft, 'own' | 'opened'> {
    return this.draft;
  }

  /** Time of this transition. It never precedes recorded times, even if a clock went backwards. */
  get now(): number {
    return Math.max(this.environment.now, this.state.updatedAt, this.reached);
  }

  /** Moves the time forward, as known from a better clock, such as the store's. */
  reach(time: number): void {
    this.reached = Math.max(this.reached, time);
  }

  /** Trims the list of steps, as `push` reserves extra room and many states are kept. */
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
      // The signature ties `data` to `type`, which the union cannot express.
    } as unknown as EngineEvent;
    this.events.push(event);
    apply(this.draft, event);
  }

  schedule(job: Job): void {
    this.jobs.push(job);
  }

  /** Queues the ended step. Its consequences are applied at the end of the command. */
  resolveLater(stepId: string): void {
    this.endings.push(stepId);
  }

  /** Next ended step with pending consequences, in the order of endings. */
  nextEnding(): StepState | null {
    const stepId = this.endings[this.endingsTaken];
    if (stepId === undefined) return null;
    this.endingsTaken += 1;
    return this.step(stepId);
  }

  /** Drops pending consequences, as the execution has ended. */
  abandonEndings(): void {
    this.endingsTaken = this.endings.length;
  }

  /** Returns the step, or null. */
  find(stepId: string): StepState | null {
    return this.state.steps[positionIn(this.draft, stepId)] ?? null;
  }

  /** Returns a step that must exist. */
  step(stepId: string): StepState {
    const step = this.find(stepId);
    if (step === null) throw new Error(`step ${stepId} does not exist`);
    return step;
  }

  /** Steps of a group's members of every iteration, in the order of creation. */
  membersOf(group: CompiledGroup): StepState[] {
    const { groups, groupOf } = this.compiled;
    const { steps } = this.state;
    for (; this.membersSeen < steps.length; this.membersSeen++) {
      const { nodeId } = itemAt(steps, this.membersSeen);
      const index = Object.hasOwn(groupOf, nodeId) ? groupOf[nodeId] : undefined;
      const of = index === undefined ? undefined : groups[index];
      if (of === undefined) continue;
      const places = this.members.get(of);
      if (places === undefined) this.members.set(of, [this.membersSeen]);
      else places.push(this.membersSeen);
    }
    return (this.members.get(group) ?? []).map((it) => itemAt(steps, it));
  }

  node(nodeId: string): CompiledNode {
    return nodeOf(this.compiled, nodeId);
  }
}

/**
 * Returns the node of a compiled definition.
 * @throws Error for an unknown id, as in a damaged record.
 */
export function nodeOf(compiled: CompiledDefinition, nodeId: string): CompiledNode {
  const node = compiled.nodes[nodeId];
  if (node === undefined) throw new Error(`node ${nodeId} does not exist`);
  return node;
}
