/** Triggers of the in-memory store: outcomes, jobs, and emitted events. */
import type { ExecutionKey } from '../ports/store/executions.js';
import {
  type EventStore,
  NO_TRIGGERS,
  type NotedTrigger,
  type PlannedTrigger,
  type ScheduleStore,
  type StoredHostEvent,
  type StoredTrigger,
  type TriggerBound,
  type TriggerKey,
  type TriggerMove,
  type TriggerPlan,
  type TriggerStore,
  eventExecutionId,
  listenerStepId,
  newTrigger,
  noted,
} from '../ports/store/triggers.js';
import type { MemoryDefinitions } from './definitions.js';
import type { JobEntries, JobEntry, MemoryJobs } from './jobs.js';

type DefinitionOf = Omit<TriggerKey, 'triggerId'>;

interface Entry {
  stored: StoredTrigger;
  types: readonly string[];
}

/** Holder of jobs that belong to no execution. */
interface Holder {
  readonly workspaceId: string;
  jobs: JobEntries | null;
}

/** Ids have no control characters. */
const textOf = (...parts: readonly string[]): string => parts.join('\0');

export class MemoryTriggers {
  private readonly jobs: MemoryJobs;
  private readonly definitions: MemoryDefinitions;
  /** Triggers by workspace and uid, then by triggerId. */
  private readonly triggers = new Map<string, Map<string, Entry>>();
  private readonly holders = new Map<string, Holder>();
  private readonly emitted = new Map<string, StoredHostEvent>();

  constructor(jobs: MemoryJobs, definitions: MemoryDefinitions) {
    this.jobs = jobs;
    this.definitions = definitions;
  }

  holderOf({ workspaceId, executionId }: ExecutionKey): Holder | undefined {
    return this.holders.get(textOf(workspaceId, executionId));
  }

  /** The jobs of a workspace's triggers. */
  jobsOf(workspaceId: string): JobEntry[] {
    const own = [...this.holders.values()].filter((it) => it.workspaceId === workspaceId);
    return own.flatMap(({ jobs }) => [...(jobs?.values() ?? [])]);
  }

  /** True if the other definitions of the workspace have more triggers than the plan allows. */
  exceeds({ workspaceId, uid }: DefinitionOf, { bounds = [] }: TriggerPlan = NO_TRIGGERS): boolean {
    const others = this.all(workspaceId).filter((it) => it.stored.uid !== uid);
    const counts = (bound: TriggerBound) =>
      others.filter(({ stored, types }) =>
        bound.kind === 'schedules' ? stored.nextAt !== null : types.includes(bound.type),
      ).length;
    return bounds.some((it) => counts(it) > it.others);
  }

  /** Replaces the triggers of a definition. */
  plan({ workspaceId, uid }: DefinitionOf, { triggers }: TriggerPlan = NO_TRIGGERS): void {
    const before = this.of({ workspaceId, uid });
    const after = new Map<string, Entry>();
    for (const planned of triggers) {
      const known = before.get(planned.triggerId);
      after.set(planned.triggerId, this.planned({ workspaceId, uid }, planned, known));
    }
    for (const triggerId of before.keys())
      if (!after.has(triggerId)) this.unschedule({ workspaceId, uid, triggerId });
    const key = textOf(workspaceId, uid);
    if (after.size === 0) this.triggers.delete(key);
    else this.triggers.set(key, after);
  }

  private planned(definition: DefinitionOf, planned: PlannedTrigger, known: Entry | undefined): Entry {
    const { triggerId, kind, types, nextAt, keepsNext } = planned;
    const same = known?.stored.kind === kind ? known.stored : null;
    if (same !== null && keepsNext) return { stored: same, types };
    const key = { ...definition, triggerId };
    this.unschedule(key);
    if (nextAt !== null) this.schedule(key, nextAt);
    return { stored: same === null ? newTrigger(definition, planned) : noted(same, { nextAt }), types };
  }

  schedules(): ScheduleStore {
    return {
      ...this.shared(),
      lostSchedules: async ({ workspaceId, limit }) =>
        this.all(workspaceId)
          .map((it) => it.stored)
          .filter((it) => it.nextAt !== null && this.jobs.find(executionOf(it), jobOf(it)) === undefined)
          .slice(0, limit),
      restoreSchedules: async (keys) => {
        for (const key of keys) {
          const nextAt = this.of(key).get(key.triggerId)?.stored.nextAt ?? null;
          const isLost = this.jobs.find(executionOf(key), jobOf(key)) === undefined;
          if (nextAt !== null && isLost) this.schedule(key, nextAt);
        }
      },
    };
  }

  events(): EventStore {
    return {
      ...this.shared(),
      findListeners: async ({ workspaceId, type, limit }) =>
        this.all(workspaceId)
          .filter((it) => it.types.includes(type))
          .flatMap(({ stored: { uid, triggerId } }) => {
            const version = this.definitions.newestOf({ workspaceId, uid });
            return version === null ? [] : [{ workspaceId, uid, triggerId, version }];
          })
          .slice(0, limit),
      emit: async ({ event, matches, notes }) => this.emit(event, matches, notes),
      loadHostEvent: async ({ workspaceId, eventKey }) =>
        this.emitted.get(textOf(workspaceId, eventKey)) ?? null,
    };
  }

  /** Forgets events that were emitted before, unless a match has not started yet. */
  forgetEvents(before: number): void {
    for (const [key, { workspaceId, eventKey, emittedAt }] of this.emitted) {
      const holder = this.holderOf({ workspaceId, executionId: eventExecutionId(eventKey) });
      if (emittedAt < before && !holder?.jobs) this.emitted.delete(key);
    }
    for (const [key, { jobs }] of this.holders) if (jobs === null) this.holders.delete(key);
  }

  private shared(): TriggerStore {
    return {
      listTriggers: async (definition) =>
        [...this.of(definition).values()]
          .map((it) => it.stored)
          .sort((a, b) => (a.triggerId < b.triggerId ? -1 : 1)),
      moveJobs: async (moves) => moves.map((move) => this.move(move)),
      noteTriggers: async (notes) => this.note(notes),
    };
  }

  private move({ claim, dueAt, attempt, trigger, note }: TriggerMove): boolean {
    if (!this.jobs.holds(claim)) return false;
    const { job } = claim;
    if (dueAt === null) this.jobs.finish(claim);
    else this.jobs.add(job, { ...job, dueAt, attempt, concurrencyKey: null });
    this.note([{ trigger, note }]);
    return true;
  }

  private note(notes: readonly NotedTrigger[]): void {
    for (const { trigger, note } of notes) {
      const entry = this.of(trigger).get(trigger.triggerId);
      if (entry !== undefined) entry.stored = noted(entry.stored, note);
    }
  }

  private emit(
    event: StoredHostEvent,
    matches: readonly TriggerKey[],
    notes: readonly NotedTrigger[],
  ): StoredHostEvent | null {
    const { workspaceId, eventKey, emittedAt: dueAt } = event;
    const key = textOf(workspaceId, eventKey);
    const known = this.emitted.get(key);
    if (known !== undefined) return known;
    this.emitted.set(key, event);
    const execution = { workspaceId, executionId: eventExecutionId(eventKey) };
    for (const match of matches)
      this.add(execution, { kind: 'event-start', stepId: listenerStepId(match), dueAt });
    this.note(notes);
    return null;
  }

  private schedule(key: TriggerKey, dueAt: number): void {
    this.add(executionOf(key), { ...jobOf(key), dueAt });
  }

  private add(
    execution: ExecutionKey,
    job: { readonly kind: 'schedule' | 'event-start'; readonly stepId: string; readonly dueAt: number },
  ): void {
    const { workspaceId, executionId } = execution;
    const key = textOf(workspaceId, executionId);
    if (!this.holders.has(key)) this.holders.set(key, { workspaceId, jobs: null });
    this.jobs.add(execution, { ...job, attempt: 1, concurrencyKey: null });
  }

  private unschedule(key: TriggerKey): void {
    this.jobs.remove(executionOf(key), jobOf(key));
    const holder = this.holderOf(executionOf(key));
    if (holder?.jobs === null) this.holders.delete(textOf(key.workspaceId, key.uid));
  }

  private of({ workspaceId, uid }: DefinitionOf): Map<string, Entry> {
    return this.triggers.get(textOf(workspaceId, uid)) ?? new Map<string, Entry>();
  }

  private all(workspaceId: string): Entry[] {
    return [...this.triggers.values()]
      .flatMap((it) => [...it.values()])
      .filter(({ stored }) => stored.workspaceId === workspaceId);
  }
}

const executionOf = ({ workspaceId, uid }: DefinitionOf): ExecutionKey => ({ workspaceId, executionId: uid });
const jobOf = ({ triggerId }: Pick<TriggerKey, 'triggerId'>) =>
  ({ kind: 'schedule', stepId: triggerId }) as const;
