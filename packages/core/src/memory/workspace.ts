/** The executions of one workspace in the in-memory store. */
import { type EngineEvent, isExternal } from '../interpreter/event.js';
import { type ExecutionState, type StepState, findStep } from '../interpreter/state.js';
import type {
  Change,
  EventQuery,
  ExecutionQuery,
  ExecutionSummary,
  WaitingQuery,
  WaitingStep,
} from '../ports/store/executions.js';
import type { Page, PageRequest } from '../ports/store/page.js';
import type { JobEntry } from './jobs.js';

export interface ExecutionRecord {
  state: ExecutionState;
  /** The event with seq n is at n - 1. */
  events: readonly EngineEvent[];
  jobs: readonly JobEntry[];
  waiting: readonly Waiting[];
}

const NONE: readonly never[] = Object.freeze([]);

/** A step that waits. */
interface Waiting {
  /** Grows with every step that begins to wait: the cursor of the listing. */
  readonly position: number;
  readonly record: ExecutionRecord;
  readonly stepId: string;
}

export class MemoryWorkspace {
  private readonly executions = new Map<string, ExecutionRecord>();
  private readonly byIdempotencyKey = new Map<string, ExecutionRecord>();
  /** In the order of creation. */
  private readonly created: ExecutionRecord[] = [];
  /** In the order in which they began to wait. */
  private readonly waiting = new Set<Waiting>();
  private waits = 0;

  find(executionId: string): ExecutionRecord | undefined {
    return this.executions.get(executionId);
  }

  findByIdempotencyKey(key: string): ExecutionRecord | undefined {
    return this.byIdempotencyKey.get(key);
  }

  /** Writes state and events of a change that was found to be good. */
  write({ state, changedSteps, events }: Change): void {
    let record = this.executions.get(state.executionId);
    if (record === undefined) {
      record = { state, events: [...events], jobs: NONE, waiting: NONE };
      this.insert(record);
    } else {
      record.state = state;
      // A list of its exact length: one that is pushed to keeps room for a dozen more, in every execution.
      record.events = record.events.concat(events);
    }
    for (const step of changedSteps) this.noteWaiting(record, step);
  }

  private insert(record: ExecutionRecord): void {
    const { executionId, idempotencyKey } = record.state;
    this.executions.set(executionId, record);
    this.created.push(record);
    if (idempotencyKey !== null) this.byIdempotencyKey.set(idempotencyKey, record);
  }

  private noteWaiting(record: ExecutionRecord, { stepId, status }: StepState): void {
    const known = record.waiting.find((it) => it.stepId === stepId);
    if (status === 'waiting' && known === undefined) {
      const waiting: Waiting = { position: ++this.waits, record, stepId };
      this.waiting.add(waiting);
      record.waiting = [...record.waiting, waiting];
    }
    if (status !== 'waiting' && known !== undefined) {
      this.waiting.delete(known);
      record.waiting = record.waiting.filter((it) => it !== known);
    }
  }

  readEvents({ executionId, afterSeq, limit, externalOnly }: EventQuery): EngineEvent[] {
    const events = this.executions.get(executionId)?.events ?? [];
    const found: EngineEvent[] = [];
    for (let index = afterSeq; index < events.length && found.length < limit; index++) {
      const event = events[index] as EngineEvent;
      if (!externalOnly || isExternal(event)) found.push(event);
    }
    return found;
  }

  /** Newest first; the cursor is the place in the order of creation of the last one given. */
  list(query: ExecutionQuery, { limit, cursor }: PageRequest): Page<ExecutionSummary> {
    const end = cursor === null ? this.created.length : placeOf(cursor);
    if (end === null || end > this.created.length) return 'bad-cursor';
    const items: ExecutionSummary[] = [];
    for (let index = end - 1; index >= 0; index--) {
      const { state } = this.created[index] as ExecutionRecord;
      if (!matches(state, query) || (query.status !== undefined && state.status !== query.status)) continue;
      if (items.length === limit) return { items, cursor: String(index + 1) };
      items.push(state);
    }
    return { items, cursor: null };
  }

  /** The cursor is the position of the last one given. */
  listWaiting(query: WaitingQuery, { limit, cursor }: PageRequest): Page<WaitingStep> {
    const after = cursor === null ? 0 : placeOf(cursor);
    if (after === null || after > this.waits) return 'bad-cursor';
    const items: WaitingStep[] = [];
    let last = after;
    for (const { position, record, stepId } of this.waiting) {
      if (position <= after) continue;
      const execution = record.state;
      const step = findStep(execution, stepId) as StepState;
      if (!matches(execution, query)) continue;
      if (query.reviewerId !== undefined && !step.waitingForReviewers.includes(query.reviewerId)) continue;
      if (items.length === limit) return { items, cursor: String(last) };
      items.push({ execution, step });
      last = position;
    }
    return { items, cursor: null };
  }
}

const placeOf = (cursor: string): number | null => (/^\d{1,15}$/.test(cursor) ? Number(cursor) : null);

function matches(state: ExecutionState, query: ExecutionQuery | WaitingQuery): boolean {
  return (['definitionId', 'organizationId', 'documentId'] as const).every(
    (field) => query[field] === undefined || state[field] === query[field],
  );
}
