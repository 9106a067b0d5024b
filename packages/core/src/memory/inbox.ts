/** Waiting steps of one workspace in memory: by waiting time, by due time, and by reviewer. */
import { stoodInFor } from '../interpreter/people/standing-in.js';
import { type ExecutionState, type StepState, findStep } from '../interpreter/state.js';
import type { WaitingQuery, WaitingStep } from '../ports/store/executions.js';
import type { Page, PageRequest } from '../ports/store/page.js';
import { matches, placeOf, placesOf } from './listing.js';

/** Waiting steps of a run. */
export interface InboxRecord {
  readonly state: ExecutionState;
  waiting: readonly Waiting[];
}

/** A step that waits. */
export interface Waiting {
  /** Grows with every step that begins to wait: the cursor of the listing. */
  readonly position: number;
  readonly record: InboxRecord;
  readonly stepId: string;
  /** Its reviewers, as in `byReviewer`. */
  reviewers: readonly string[];
}

const NONE: readonly never[] = Object.freeze([]);

export class MemoryInbox {
  /** In the order in which they began to wait. */
  private readonly waiting = new Set<Waiting>();
  /** Waiting steps by reviewer, in the same order. */
  private readonly byReviewer = new Map<string, Set<Waiting>>();
  private waits = 0;

  /** Applies a change to a step: it begins to wait, waits for others, or no longer waits. */
  note(record: InboxRecord, { stepId, status, waitingForReviewers }: StepState): void {
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
      // A reviewer asked later than others may get a step that has waited longer.
      else this.byReviewer.set(it, new Set([...own, waiting].sort((a, b) => a.position - b.position)));
    }
  }

  /** The cursor is the position of the last one returned; by due time it is behind that time. */
  list(query: WaitingQuery, page: PageRequest): Page<WaitingStep> {
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
    const found: DueStep[] = [];
    for (const { position, record, stepId } of this.candidates(query)) {
      const execution = record.state;
      const step = findStep(execution, stepId) as StepState;
      const due = step.dueAt ?? NEVER;
      if (due < afterDue || (due === afterDue && position <= afterPosition)) continue;
      if (!matches(execution, query) || !isWanted(step, query)) continue;
      keepFirst(found, { due, position, execution, step }, limit + 1);
    }
    const last = found[limit - 1];
    return {
      items: found.slice(0, limit).map(({ execution, step }) => ({ execution, step })),
      cursor: found.length > limit && last !== undefined ? `${last.due}.${last.position}` : null,
    };
  }

  /** With a reviewer, only the steps that wait for them, in the order of waiting. */
  private candidates({ reviewerId, standsInFor = [] }: WaitingQuery): Iterable<Waiting> {
    if (reviewerId === undefined) return this.waiting;
    const lists = [reviewerId, ...standsInFor].map((it) => this.byReviewer.get(it) ?? NONE);
    if (lists.length === 1) return lists[0] ?? NONE;
    return [...new Set(lists.flatMap((it) => [...it]))].sort((a, b) => a.position - b.position);
  }
}

/** Returns the names that the other list lacks; with equal order, in linear time. */
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

interface DueStep extends WaitingStep {
  readonly due: number;
  readonly position: number;
}

/** Inserts it in the sorted list if it is among the first; sorting all would be slow. */
function keepFirst(first: DueStep[], step: DueStep, most: number): void {
  const isBefore = (it: DueStep): boolean =>
    it.due < step.due || (it.due === step.due && it.position < step.position);
  const index = first.findLastIndex(isBefore) + 1;
  if (index >= most) return;
  first.splice(index, 0, step);
  if (first.length > most) first.pop();
}

/** Later than anything is due. */
const NEVER = 999_999_999_999_999;

/** True if the step itself matches the query. */
function isWanted(step: StepState, { reviewerId, standsInFor = [], dueBefore }: WaitingQuery): boolean {
  const { waitingForReviewers, dueAt } = step;
  if (dueBefore !== undefined && (dueAt === null || dueAt >= dueBefore)) return false;
  if (reviewerId === undefined || waitingForReviewers.includes(reviewerId)) return true;
  return standsInFor.length > 0 && stoodInFor(step).some((it) => standsInFor.includes(it));
}
