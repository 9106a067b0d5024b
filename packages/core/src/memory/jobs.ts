/** The jobs of the in-memory store, by when each can be claimed next. */
import type { ExecutionKey } from '../ports/store/executions.js';
import {
  type Claim,
  type ClaimResult,
  type ClaimRequest,
  type ClaimedJob,
  type JobKey,
  STORED_JOB_KINDS,
  type StoredJob,
  type StoredJobKind,
} from '../ports/store/jobs.js';
import { Heap } from './heap.js';

/** A new job. */
interface NewJob
  extends Pick<JobKey, 'kind' | 'stepId'>, Pick<ClaimedJob, 'dueAt' | 'attempt' | 'concurrencyKey'> {}

/** An unfinished job, in its execution and in the heap of its kind and concurrency key. */
export interface JobEntry {
  readonly key: JobKey;
  readonly dueAt: number;
  readonly attempt: number;
  readonly concurrencyKey: string | null;
  /** Counter of jobs: of those due together, the first written goes first. */
  readonly order: number;
  /** Token of the live or last claim; null before the first. */
  token: string | null;
  /** Due time, or end of the lease; null once the job is gone. */
  claimableAt: number | null;
}

/** An item of a heap; out of date once its entry is claimable at another time, or gone. */
interface HeapItem {
  readonly entry: JobEntry;
  readonly claimableAt: number;
}

/** A heap and its first item. */
interface Candidate {
  readonly concurrencyKey: string | null;
  readonly heap: Heap<HeapItem>;
  readonly first: HeapItem;
}

/** The jobs of one execution, by kind and step, in the order in which they were written. */
export type JobEntries = Map<string, JobEntry>;

/** Returns the holder of an execution's jobs; undefined without one. */
export type JobsOf = (key: ExecutionKey) => { jobs: JobEntries | null } | undefined;

type JobName = Pick<JobKey, 'kind' | 'stepId'>;
const nameOf = ({ kind, stepId }: JobName): string => `${kind} ${stepId}`;

export class MemoryJobs {
  private readonly jobsOf: JobsOf;
  /** Each kind's heaps, by concurrency key. */
  private readonly heaps = new Map<StoredJobKind, Map<string | null, Heap<HeapItem>>>(
    STORED_JOB_KINDS.map((kind) => [kind, new Map()]),
  );
  private live = 0;
  private claims = 0;
  private written = 0;

  constructor(jobsOf: JobsOf) {
    this.jobsOf = jobsOf;
  }

  add(execution: ExecutionKey, job: NewJob): void {
    const { workspaceId, executionId } = execution;
    const { kind, stepId, dueAt, attempt, concurrencyKey } = job;
    const key: JobKey = { workspaceId, executionId, stepId, kind };
    this.remove(execution, job);
    const order = ++this.written;
    const entry: JobEntry = { key, dueAt, attempt, concurrencyKey, order, token: null, claimableAt: dueAt };
    const record = this.jobsOf(execution);
    if (record !== undefined) (record.jobs ??= new Map()).set(nameOf(key), entry);
    this.live += 1;
    this.place(entry, dueAt);
  }

  remove(execution: ExecutionKey, job: JobName): void {
    const record = this.jobsOf(execution);
    const entry = record?.jobs?.get(nameOf(job));
    if (!record?.jobs || entry === undefined) return;
    entry.claimableAt = null;
    this.live -= 1;
    record.jobs.delete(nameOf(job));
    if (record.jobs.size === 0) record.jobs = null;
  }

  removeOfSteps(execution: ExecutionKey, stepIds: readonly string[]): void {
    for (const stepId of stepIds)
      for (const kind of STORED_JOB_KINDS) this.remove(execution, { kind, stepId });
  }

  holds(claim: Claim): boolean {
    return this.held(claim) !== undefined;
  }

  claim({ kinds, now, leaseMs, limit, perKey }: ClaimRequest): ClaimResult {
    const claimed: ClaimedJob[] = [];
    const left = new Map(Object.entries(perKey?.left ?? {}));
    const candidates = new Heap<Candidate>((a, b) => isBefore(a.first, b.first));
    const consider = (key: string | null, heap: Heap<HeapItem>): void => {
      const first = firstOf(heap);
      const hasRoom = key === null || perKey === undefined || (left.get(key) ?? perKey.each) > 0;
      if (first !== undefined && hasRoom) candidates.push({ concurrencyKey: key, heap, first });
    };
    for (const kind of kinds) {
      const heaps = this.heapsOf(kind);
      for (const [key, heap] of heaps) {
        consider(key, heap);
        // A receiver that has gone is forgotten.
        if (heap.size === 0) heaps.delete(key);
      }
    }
    for (;;) {
      const next = candidates.peek();
      if (next === undefined || next.first.claimableAt > now || claimed.length === limit) {
        return { claimed, nextDueAt: next?.first.claimableAt ?? null };
      }
      candidates.pop();
      claimed.push(this.take(next.first.entry, now + leaseMs));
      if (next.concurrencyKey !== null && perKey !== undefined) {
        left.set(next.concurrencyKey, (left.get(next.concurrencyKey) ?? perKey.each) - 1);
      }
      consider(next.concurrencyKey, next.heap);
    }
  }

  private take(entry: JobEntry, leasedUntil: number): ClaimedJob {
    const { key, dueAt, attempt, concurrencyKey } = entry;
    const token = String(++this.claims);
    entry.token = token;
    this.place(entry, leasedUntil);
    return { job: key, token, dueAt, attempt, concurrencyKey };
  }

  extend(claim: Claim, until: number): boolean {
    const entry = this.held(claim);
    if (entry !== undefined) this.place(entry, until);
    return entry !== undefined;
  }

  finish(claim: Claim): boolean {
    const entry = this.held(claim);
    if (entry !== undefined) this.remove(claim.job, entry.key);
    return entry !== undefined;
  }

  release(claim: Claim): void {
    const entry = this.held(claim);
    if (entry === undefined) return;
    entry.token = null;
    this.place(entry, entry.dueAt);
  }

  /** The jobs of an execution, in the order in which they were written. */
  list(execution: ExecutionKey): StoredJob[] {
    const entries = this.jobsOf(execution)?.jobs?.values() ?? [];
    return [...entries].map(({ key, dueAt, attempt }) => ({ ...key, dueAt, attempt }));
  }

  /** The job of this kind and step, claimed or not. */
  find(execution: ExecutionKey, job: JobName): JobEntry | undefined {
    return this.jobsOf(execution)?.jobs?.get(nameOf(job));
  }

  private held({ job, token }: Claim): JobEntry | undefined {
    const entry = this.find(job, job);
    return entry?.token === token ? entry : undefined;
  }

  private place(entry: JobEntry, claimableAt: number): void {
    entry.claimableAt = claimableAt;
    const heaps = this.heapsOf(entry.key.kind);
    const heap = heaps.get(entry.concurrencyKey) ?? new Heap<HeapItem>(isBefore);
    heaps.set(entry.concurrencyKey, heap);
    heap.push({ entry, claimableAt });
    // Finished jobs leave entries behind; those of distant deadlines must not stay until then.
    if (heap.size > 2 * this.live + 64) heap.retain(isCurrent);
  }

  private heapsOf(kind: StoredJobKind): Map<string | null, Heap<HeapItem>> {
    return this.heaps.get(kind) as Map<string | null, Heap<HeapItem>>;
  }
}

/** Returns the first item without removing it. */
function firstOf(heap: Heap<HeapItem>): HeapItem | undefined {
  while (heap.size > 0 && !isCurrent(heap.peek() as HeapItem)) heap.pop();
  return heap.peek();
}

const isBefore = (a: HeapItem, b: HeapItem): boolean =>
  a.claimableAt < b.claimableAt || (a.claimableAt === b.claimableAt && a.entry.order < b.entry.order);

const isCurrent = ({ entry, claimableAt }: HeapItem): boolean => entry.claimableAt === claimableAt;
