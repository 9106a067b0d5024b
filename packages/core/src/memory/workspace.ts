/** The executions of one workspace in the in-memory store. */
import { itemAt } from '@org/approval-internal/lists';
import { type EngineEvent, isExternal } from '../interpreter/event.js';
import { type ExecutionState, isTerminal } from '../interpreter/state.js';
import type { Delivery, DeliveryQuery } from '../ports/store/deliveries.js';
import type {
  Change,
  EventQuery,
  ExecutionQuery,
  ExecutionSummary,
  KnownExecution,
  RetentionRequest,
} from '../ports/store/executions.js';
import type { Page, PageRequest } from '../ports/store/page.js';
import { isVisible } from '../ports/store/visible.js';
import { ByOutcome } from './by-outcome.js';
import { type Deliveries, headOf, withPushed } from './deliveries.js';
import { MemoryFeed, MemorySubscriptions } from './hosting.js';
import { type InboxRecord, MemoryInbox } from './inbox.js';
import type { JobEntries } from './jobs.js';
import { matches, placeOf, placesOf } from './listing.js';

export interface ExecutionRecord extends InboxRecord {
  state: ExecutionState;
  /** The event with seq n is at n - 1. */
  events: readonly EngineEvent[];
  jobs: JobEntries | null;
  deliveries: Deliveries | null;
  /** Each once. */
  parties: readonly string[];
  sealedSecret: string | null;
  feedEntries: number;
  /** Grows with every execution: the cursor of the listing. */
  readonly position: number;
}

const NONE: readonly never[] = Object.freeze([]);

export class MemoryWorkspace {
  readonly feed = new MemoryFeed();
  readonly subscriptions = new MemorySubscriptions();
  readonly inbox = new MemoryInbox();
  private readonly executions = new Map<string, ExecutionRecord>();
  /** Keys outlive their executions. */
  private readonly byIdempotencyKey = new Map<string, KnownExecution & { readonly createdAt: number }>();
  /** In the order of creation. */
  private created: ExecutionRecord[] = [];
  /** Ended executions, in that order. */
  private ended: ExecutionRecord[] = [];
  private readonly byOutcome = new ByOutcome<ExecutionRecord>();
  private creations = 0;

  find(executionId: string): ExecutionRecord | undefined {
    return this.executions.get(executionId);
  }

  /** Every execution. */
  records(): Iterable<ExecutionRecord> {
    return this.created;
  }

  findByIdempotencyKey(key: string): KnownExecution | undefined {
    return this.byIdempotencyKey.get(key);
  }

  /** Writes state and events of a change that was found to be good. */
  write(change: Change): ExecutionRecord {
    const { state, changedSteps, events, push, parties, sealedSecret } = change;
    let record = this.executions.get(state.executionId);
    const wasOpen = record === undefined || !isTerminal(record.state.status);
    if (record === undefined) {
      const position = ++this.creations;
      record = {
        state,
        events: events.slice(),
        jobs: null,
        waiting: NONE,
        deliveries: null,
        parties: NONE,
        sealedSecret,
        feedEntries: 0,
        position,
      };
      this.insert(record);
    } else {
      record.state = state;
      // Creates a list of exact length: pushing would reserve a dozen entries per execution.
      record.events = record.events.concat(events);
    }
    if (wasOpen && isTerminal(state.status)) {
      this.ended.push(record);
      this.byOutcome.add(record);
    }
    this.feed.add(record, events);
    if (parties.length > 0) record.parties = withOthers(record.parties, parties);
    for (const step of changedSteps) this.inbox.note(record, step);
    if (push !== null) record.deliveries = withPushed(state, record.deliveries, push, events);
    return record;
  }

  private insert(record: ExecutionRecord): void {
    const { executionId, idempotencyKey, correlationId, definitionId, createdAt } = record.state;
    this.executions.set(executionId, record);
    this.created.push(record);
    if (idempotencyKey === null) return;
    this.byIdempotencyKey.set(idempotencyKey, { executionId, correlationId, definitionId, createdAt });
  }

  readEvents({ executionId, afterSeq, limit, externalOnly }: EventQuery): EngineEvent[] {
    const events = this.executions.get(executionId)?.events ?? [];
    const found: EngineEvent[] = [];
    for (let index = afterSeq; index < events.length && found.length < limit; index++) {
      const event = itemAt(events, index);
      if (!externalOnly || isExternal(event)) found.push(event);
    }
    return found;
  }

  /** Newest first; the cursor is the position of the last one returned. */
  list(query: ExecutionQuery, { limit, cursor }: PageRequest): Page<ExecutionSummary> {
    const before = cursor === null ? Infinity : placeOf(cursor);
    if (before === null) return 'bad-cursor';
    const items: ExecutionSummary[] = [];
    let last = 0;
    const records = query.outcome === undefined ? this.created : this.byOutcome.of(query.outcome);
    for (const { state, position, parties } of newestFirst(records)) {
      if (position >= before || !matches(state, query)) continue;
      if (query.parentExecutionId !== undefined && state.parent?.executionId !== query.parentExecutionId)
        continue;
      if (query.party !== undefined && !parties.includes(query.party)) continue;
      if (query.status !== undefined && state.status !== query.status) continue;
      if (!isOfTime(state, query)) continue;
      if (items.length === limit) return { items, cursor: String(last) };
      items.push(state);
      last = position;
    }
    return { items, cursor: null };
  }

  /** Newest first; the cursor is the execution's position and the seq of the last one. */
  listDeliveries(
    { executionId, status, visible }: DeliveryQuery,
    { limit, cursor }: PageRequest,
  ): Page<Delivery> {
    const [before, beforeSeq] = cursor === null ? [Infinity, Infinity] : placesOf(cursor);
    if (Number.isNaN(before)) return 'bad-cursor';
    const items: Delivery[] = [];
    let last = '';
    for (const { state, position, deliveries } of newestFirst(this.created)) {
      if (position > before || (executionId !== undefined && state.executionId !== executionId)) continue;
      if (!isVisible(visible, state)) continue;
      for (const row of deliveries?.rows.toReversed() ?? []) {
        if (position === before && row.seq >= beforeSeq) continue;
        if (status !== undefined && row.status !== status) continue;
        if (items.length === limit) return { items, cursor: last };
        items.push(row);
        last = `${position}.${row.seq}`;
      }
    }
    return { items, cursor: null };
  }

  /** Deletes up to `limit` that ended before; returns them. */
  deleteEnded({ endedBefore, keysBefore, limit }: RetentionRequest): ExecutionState[] {
    const deleted = new Set<ExecutionRecord>();
    for (const record of this.ended) {
      if (deleted.size === limit) break;
      if (isDeletable(record) && !this.isUntold(record) && record.state.updatedAt < endedBefore)
        deleted.add(record);
    }
    for (const { state } of deleted) this.executions.delete(state.executionId);
    if (deleted.size > 0) {
      this.created = this.created.filter((it) => !deleted.has(it));
      this.ended = this.ended.filter((it) => !deleted.has(it));
      this.byOutcome.remove(deleted);
    }
    for (const [key, { executionId, createdAt }] of this.byIdempotencyKey) {
      if (createdAt < keysBefore && !this.executions.has(executionId)) this.byIdempotencyKey.delete(key);
    }
    return [...deleted].map((it) => it.state);
  }

  /** True while the parent does not know the end of the child. */
  private isUntold({ state: { parent } }: ExecutionRecord): boolean {
    if (parent === undefined) return false;
    const jobs = this.executions.get(parent.executionId)?.jobs?.values() ?? [];
    return [...jobs].some(({ key }) => key.kind === 'run-ended' && key.stepId === parent.stepId);
  }

  /** The executions with a secret of their own. */
  withSecrets(): ExecutionRecord[] {
    return this.created.filter((record) => record.sealedSecret !== null);
  }
}

function* newestFirst(records: readonly ExecutionRecord[]): Generator<ExecutionRecord> {
  for (let index = records.length - 1; index >= 0; index--) yield records[index] as ExecutionRecord;
}

/** Returns the first list itself if nothing is added. */
function withOthers(known: readonly string[], parties: readonly string[]): readonly string[] {
  if (known.length === 0) return parties;
  const others = parties.filter((it) => !known.includes(it));
  return others.length === 0 ? known : known.concat(others);
}

/** True for an ended execution without pending deliveries and feed events. */
const isDeletable = ({ deliveries, feedEntries }: ExecutionRecord): boolean =>
  feedEntries === 0 && (deliveries === null || headOf(deliveries) === undefined);

const isOfTime = (
  { createdAt }: ExecutionState,
  { createdFrom = 0, createdBefore = Infinity }: ExecutionQuery,
): boolean => createdAt >= createdFrom && createdAt < createdBefore;
