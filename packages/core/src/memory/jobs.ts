/** The jobs of the in-memory store, by when each can be claimed next. */
import { JOB_KINDS, type Job, type JobKind } from '../interpreter/job.js';
import type { ExecutionKey } from '../ports/store/executions.js';
import type { Claim, ClaimAnswer, ClaimRequest, ClaimedJob, JobKey } from '../ports/store/jobs.js';
import { Heap } from './heap.js';

/** A job that is not done; it hangs on its execution, and has a place in the heap of its kind. */
export interface JobEntry {
  readonly key: JobKey;
  readonly dueAt: number;
  readonly attempt: number;
  /** Of what falls due together, what was written first goes first. */
  readonly order: number;
  /** Of the live or last claim; null before the first. */
  token: string | null;
  /** Due time, or end of the lease; null once the job is gone. */
  claimableAt: number | null;
}

/** A place in a heap; out of date once its entry is claimable at another time, or gone. */
interface Place {
  readonly entry: JobEntry;
  readonly claimableAt: number;
}

/** Where the jobs of an execution hang. */
export type JobsOf = (key: ExecutionKey) => { jobs: readonly JobEntry[] } | undefined;

export class MemoryJobs {
  private readonly jobsOf: JobsOf;
  private readonly heaps = new Map<JobKind, Heap<Place>>(
    JOB_KINDS.map((kind) => [kind, new Heap<Place>(isBefore)]),
  );
  private live = 0;
  private claims = 0;
  private written = 0;

  constructor(jobsOf: JobsOf) {
    this.jobsOf = jobsOf;
  }

  add(execution: ExecutionKey, job: Job): void {
    const { workspaceId, executionId } = execution;
    const { kind, stepId, dueAt, attempt } = job;
    const key: JobKey = { workspaceId, executionId, stepId, kind };
    this.drop(execution, (it) => it.key.kind === kind && it.key.stepId === stepId);
    const entry: JobEntry = { key, dueAt, attempt, order: ++this.written, token: null, claimableAt: dueAt };
    const record = this.jobsOf(execution);
    if (record !== undefined) record.jobs = [...record.jobs, entry];
    this.live += 1;
    this.place(entry, dueAt);
  }

  removeOfSteps(execution: ExecutionKey, stepIds: readonly string[]): void {
    this.drop(execution, (it) => stepIds.includes(it.key.stepId));
  }

  holds(claim: Claim): boolean {
    return this.held(claim) !== undefined;
  }

  claim({ kinds, now, leaseMs, limit }: ClaimRequest): ClaimAnswer {
    const claimed: ClaimedJob[] = [];
    for (;;) {
      const first = this.first(kinds);
      if (first === null || first.claimableAt > now || claimed.length === limit) {
        return { claimed, nextDueAt: first?.claimableAt ?? null };
      }
      const { entry } = first;
      const token = String(++this.claims);
      entry.token = token;
      this.place(entry, now + leaseMs);
      claimed.push({ job: entry.key, token, dueAt: entry.dueAt, attempt: entry.attempt });
    }
  }

  extend(claim: Claim, until: number): boolean {
    const entry = this.held(claim);
    if (entry !== undefined) this.place(entry, until);
    return entry !== undefined;
  }

  finish(claim: Claim): boolean {
    const entry = this.held(claim);
    if (entry !== undefined) this.drop(claim.job, (it) => it === entry);
    return entry !== undefined;
  }

  release(claim: Claim): void {
    const entry = this.held(claim);
    if (entry === undefined) return;
    entry.token = null;
    this.place(entry, entry.dueAt);
  }

  private held({ job, token }: Claim): JobEntry | undefined {
    return this.jobsOf(job)?.jobs.find(
      (it) => it.key.stepId === job.stepId && it.key.kind === job.kind && it.token === token,
    );
  }

  private drop(execution: ExecutionKey, test: (entry: JobEntry) => boolean): void {
    const record = this.jobsOf(execution);
    if (record === undefined || !record.jobs.some(test)) return;
    for (const entry of record.jobs.filter(test)) {
      entry.claimableAt = null;
      this.live -= 1;
    }
    record.jobs = record.jobs.filter((entry) => !test(entry));
  }

  private place(entry: JobEntry, claimableAt: number): void {
    entry.claimableAt = claimableAt;
    const heap = this.heaps.get(entry.key.kind) as Heap<Place>;
    heap.push({ entry, claimableAt });
    // Jobs that are done leave their places behind; a deadline of next year must not keep its place till then.
    if (heap.size > 2 * this.live + 64) heap.retain(isCurrent);
  }

  /** The place of these kinds that comes first; it stays where it is. */
  private first(kinds: readonly JobKind[]): Place | null {
    let first: Place | null = null;
    for (const kind of kinds) {
      const heap = this.heaps.get(kind) as Heap<Place>;
      while (heap.size > 0 && !isCurrent(heap.peek() as Place)) heap.pop();
      const place = heap.peek();
      if (place !== undefined && (first === null || isBefore(place, first))) first = place;
    }
    return first;
  }
}

const isBefore = (a: Place, b: Place): boolean =>
  a.claimableAt < b.claimableAt || (a.claimableAt === b.claimableAt && a.entry.order < b.entry.order);

const isCurrent = ({ entry, claimableAt }: Place): boolean => entry.claimableAt === claimableAt;
