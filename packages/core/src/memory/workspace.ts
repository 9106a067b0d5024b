/** The executions of one workspace in the in-memory store. */
import { type EngineEvent, isExternal } from '../interpreter/event.js';
import { stoodInFor } from '../interpreter/people/standing-in.js';
import { type ExecutionState, type StepState, findStep, isTerminal } from '../interpreter/state.js';
import type { Delivery, DeliveryQuery } from '../ports/store/deliveries.js';
import type {
  Change,
  EventQuery,
  ExecutionQuery,
  ExecutionSummary,
  KnownExecution,
  RetentionRequest,
  WaitingQuery,
  WaitingStep,
} from '../ports/store/executions.js';
import type { Page, PageRequest } from '../ports/store/page.js';
import { isVisible } from '../ports/store/visible.js';
import { type Deliveries, headOf, withPushed } from './deliveries.js';
import { MemoryFeed, MemorySubscriptions } from './hosting.js';
import type { JobEntries } from './jobs.js';

export interface ExecutionRecord {
  state: ExecutionState;
  /** The event with seq n is at n - 1. */
  events: readonly EngineEvent[];
  jobs: JobEntries | null;
  waiting: readonly Waiting[];
  deliveries: Deliveries | null;
  /** Each once. */
  parties: readonly string[];
  sealedSecret: string | null;
  feedEntries: number;
  /** Grows with every execution: the cursor of the listing. */
  readonly position: number;
}

const NONE: readonly never[] = Object.freeze([]);

/** A step that waits. */
interface Waiting {
  /** Grows with every step that begins to wait: the cursor of the listing. */
  readonly position: number;
  readonly record: ExecutionRecord;
  readonly stepId: string;
  /** Whom it waits for, as `byReviewer` has them. */
  reviewers: readonly string[];
}

export class MemoryWorkspace {
  readonly feed = new MemoryFeed();
  readonly subscriptions = new MemorySubscriptions();
  private readonly executions = new Map<string, ExecutionRecord>();
  /** Keys outlive their executions. */
  private readonly byIdempotencyKey = new Map<string, KnownExecution & { readonly createdAt: number }>();
  /** In the order in which they began to wait. */
  private readonly waiting = new Set<Waiting>();
  /** What waits for each reviewer, in the same order. */
  private readonly byReviewer = new Map<string, Set<Waiting>>();
  /** In the order of creation. */
  private created: ExecutionRecord[] = [];
  /** Those that have ended, in that order. */
  private ended: ExecutionRecord[] = [];
  private waits = 0;
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
      // A list of its exact length: one that is pushed to keeps room for a dozen more, in every execution.
      record.events = record.events.concat(events);
    }
    if (wasOpen && isTerminal(state.status)) this.ended.push(record);
    this.feed.add(record, events);
    if (parties.length > 0) record.parties = withOthers(record.parties, parties);
    for (const step of changedSteps) this.noteWaiting(record, step);
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

  private noteWaiting(record: ExecutionRecord, { stepId, status, waitingForReviewers }: StepState): void {
    const known = record.waiting.find((it) => it.stepId === stepId);
    if (status === 'waiting') {
      const waiting: Waiting = known ?? { position: ++this.waits, record, stepId, reviewers: NONE };
      if (known === undefined) {
        this.waiting.add(waiting);
        record.waiting = record.waiting.concat([waiting]);
      }
      this.indexReviewers(waiting, waitingForReviewers);
    }
    if (status !== 'waiting' && known !== undefined) {
      this.waiting.delete(known);
      this.indexReviewers(known, NONE);
      record.waiting = record.waiting.filter((it) => it !== known);
    }
  }

  private indexReviewers(waiting: Waiting, reviewers: readonly string[]): void {
    const before = waiting.reviewers;
    waiting.reviewers = reviewers;
    for (const it of missingFrom(reviewers, before)) {
      const own = this.byReviewer.get(it);
      own?.delete(waiting);
      if (own?.size === 0) this.byReviewer.delete(it);
    }
    for (const it of missingFrom(before, reviewers)) {
      const own = this.byReviewer.get(it);
      if (own === undefined) this.byReviewer.set(it, new Set([waiting]));
      else if (waiting.position === this.waits) own.add(waiting);
      // Who is asked later than others may be asked for a step that has waited longer.
      else this.byReviewer.set(it, new Set([...own, waiting].sort((a, b) => a.position - b.position)));
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

  /** Newest first; the cursor is the position of the last one returned. */
  list(query: ExecutionQuery, { limit, cursor }: PageRequest): Page<ExecutionSummary> {
    const before = cursor === null ? Infinity : placeOf(cursor);
    if (before === null) return 'bad-cursor';
    const items: ExecutionSummary[] = [];
    let last = 0;
    for (const { state, position, parties } of this.newestFirst()) {
      if (position >= before || !matches(state, query)) continue;
      if (query.party !== undefined && !parties.includes(query.party)) continue;
      if (query.status !== undefined && state.status !== query.status) continue;
      if (!isOfTime(state, query)) continue;
      if (items.length === limit) return { items, cursor: String(last) };
      items.push(state);
      last = position;
    }
    return { items, cursor: null };
  }

  /** Newest first; the cursor is the position of the execution and the seq of the last one returned. */
  listDeliveries(
    { executionId, status, visible }: DeliveryQuery,
    { limit, cursor }: PageRequest,
  ): Page<Delivery> {
    const [before, beforeSeq] = cursor === null ? [Infinity, Infinity] : placesOf(cursor);
    if (Number.isNaN(before)) return 'bad-cursor';
    const items: Delivery[] = [];
    let last = '';
    for (const { state, position, deliveries } of this.newestFirst()) {
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

  private *newestFirst(): Generator<ExecutionRecord> {
    for (let index = this.created.length - 1; index >= 0; index--)
      yield this.created[index] as ExecutionRecord;
  }

  /** Deletes up to `limit` that ended before; returns them. */
  deleteEnded({ endedBefore, keysBefore, limit }: RetentionRequest): ExecutionState[] {
    const deleted = new Set<ExecutionRecord>();
    for (const record of this.ended) {
      if (deleted.size === limit) break;
      if (isDeletable(record) && record.state.updatedAt < endedBefore) deleted.add(record);
    }
    for (const { state } of deleted) this.executions.delete(state.executionId);
    if (deleted.size > 0) {
      this.created = this.created.filter((it) => !deleted.has(it));
      this.ended = this.ended.filter((it) => !deleted.has(it));
    }
    for (const [key, { executionId, createdAt }] of this.byIdempotencyKey) {
      if (createdAt < keysBefore && !this.executions.has(executionId)) this.byIdempotencyKey.delete(key);
    }
    return [...deleted].map((it) => it.state);
  }

  /** The executions with a secret of their own. */
  withSecrets(): ExecutionRecord[] {
    return this.created.filter((record) => record.sealedSecret !== null);
  }

  /** The cursor is the position of the last one returned; by due time it is behind that time. */
  listWaiting(query: WaitingQuery, page: PageRequest): Page<WaitingStep> {
    return query.sort === 'due' ? this.listDue(query, page) : this.listLongest(query, page);
  }

  private listLongest(query: WaitingQuery, { limit, cursor }: PageRequest): Page<WaitingStep> {
    const after = cursor === null ? 0 : placeOf(cursor);
    if (after === null || after > this.waits) return 'bad-cursor';
    const items: WaitingStep[] = [];
    let last = after;
    for (const { position, record, stepId } of this.candidates(query)) {
      if (position <= after) continue;
      const execution = record.state;
      const step = findStep(execution, stepId) as StepState;
      if (!matches(execution, query) || !isWanted(step, query)) continue;
      if (items.length === limit) return { items, cursor: String(last) };
      items.push({ execution, step });
      last = position;
    }
    return { items, cursor: null };
  }

  private listDue(query: WaitingQuery, { limit, cursor }: PageRequest): Page<WaitingStep> {
    const [afterDue, afterPosition] = cursor === null ? [-1, 0] : placesOf(cursor);
    if (Number.isNaN(afterDue)) return 'bad-cursor';
    const found = [...this.candidates(query)]
      .map(({ position, record, stepId }) => {
        const step = findStep(record.state, stepId) as StepState;
        return { position, due: step.dueAt ?? NEVER, execution: record.state, step };
      })
      .filter(({ execution, step }) => matches(execution, query) && isWanted(step, query))
      .filter((it) => it.due > afterDue || (it.due === afterDue && it.position > afterPosition))
      .sort((a, b) => a.due - b.due || a.position - b.position);
    const last = found[limit - 1];
    return {
      items: found.slice(0, limit).map(({ execution, step }) => ({ execution, step })),
      cursor: found.length > limit && last !== undefined ? `${last.due}.${last.position}` : null,
    };
  }

  /** Of one reviewer only what waits for them, in the order in which it began to wait. */
  private candidates({ reviewerId, standsInFor = [] }: WaitingQuery): Iterable<Waiting> {
    if (reviewerId === undefined) return this.waiting;
    const lists = [reviewerId, ...standsInFor].map((it) => this.byReviewer.get(it) ?? NONE);
    if (lists.length === 1) return lists[0] ?? NONE;
    return [...new Set(lists.flatMap((it) => [...it]))].sort((a, b) => a.position - b.position);
  }
}

/** The first list is kept as it is. */
function withOthers(known: readonly string[], parties: readonly string[]): readonly string[] {
  if (known.length === 0) return parties;
  const others = parties.filter((it) => !known.includes(it));
  return others.length === 0 ? known : known.concat(others);
}

/** The names of a list that another has not. In lists of one order, as these mostly are, that is one look at each. */
function missingFrom(others: readonly string[], names: readonly string[]): readonly string[] {
  let missing: string[] | null = null;
  let next = 0;
  for (const name of names) {
    if (others[next] === name) {
      next += 1;
      continue;
    }
    const index = others.indexOf(name);
    if (index === -1) (missing ??= []).push(name);
    else next = index + 1;
  }
  return missing ?? NONE;
}

/** Later than anything is due. */
const NEVER = 999_999_999_999_999;

const placeOf = (cursor: string): number | null => (/^\d{1,15}$/.test(cursor) ? Number(cursor) : null);

/** Two places with a dot between them. */
function placesOf(cursor: string): [number, number] {
  const [, position = NaN, seq = NaN] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? [];
  return [Number(position), Number(seq)];
}

/** Whether the step is one that a listing asks for, as far as it says so itself. */
export function isWanted(
  step: StepState,
  { reviewerId, standsInFor = [], dueBefore }: WaitingQuery,
): boolean {
  const { waitingForReviewers, dueAt } = step;
  if (dueBefore !== undefined && (dueAt === null || dueAt >= dueBefore)) return false;
  if (reviewerId === undefined || waitingForReviewers.includes(reviewerId)) return true;
  return standsInFor.length > 0 && stoodInFor(step).some((it) => standsInFor.includes(it));
}

/** One that has ended: its deliveries are done, and none of its events is in the feed. */
const isDeletable = ({ deliveries, feedEntries }: ExecutionRecord): boolean =>
  feedEntries === 0 && (deliveries === null || headOf(deliveries) === undefined);

function matches(state: ExecutionState, query: ExecutionQuery | WaitingQuery): boolean {
  const isAsked = (['definitionId', 'organizationId', 'documentId'] as const).every(
    (field) => query[field] === undefined || state[field] === query[field],
  );
  return isAsked && isVisible(query.visible, state);
}

const isOfTime = (
  { createdAt }: ExecutionState,
  { createdFrom = 0, createdBefore = Infinity }: ExecutionQuery,
): boolean => createdAt >= createdFrom && createdAt < createdBefore;
