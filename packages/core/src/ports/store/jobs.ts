/** Stored jobs: work with a due time, claimed by one worker at a time. */
import { JOB_KINDS, type JobKind } from '../../interpreter/job.js';

/** Jobs of triggers: the next instant of a schedule, and an execution that a host event starts. */
export const TRIGGER_JOB_KINDS = ['schedule', 'event-start'] as const;
/** Kind of a trigger's job. */
export type TriggerJobKind = (typeof TRIGGER_JOB_KINDS)[number];

/** Kinds of jobs of steps whose concurrency key is the origin that they call. */
export const CALL_JOB_KINDS: readonly JobKind[] = ['call'];

/** Kinds of jobs that never have a concurrency key. */
export const KEYLESS_JOB_KINDS: readonly (JobKind | TriggerJobKind)[] = [
  ...JOB_KINDS.filter((kind) => !CALL_JOB_KINDS.includes(kind)),
  ...TRIGGER_JOB_KINDS,
];

/** All kinds: those above, and an execution's deliveries (see `DeliveryStore`). */
export const STORED_JOB_KINDS: readonly StoredJobKind[] = [
  ...KEYLESS_JOB_KINDS,
  ...CALL_JOB_KINDS,
  'webhook-delivery',
];
/** Kind of a stored job, including deliveries and triggers. */
export type StoredJobKind = JobKind | TriggerJobKind | 'webhook-delivery';

/** Names a job for as long as it exists; a step has one job of each kind at most. */
export interface JobKey {
  readonly workspaceId: string;
  readonly executionId: string;
  /** '' for a job of the execution as a whole. */
  readonly stepId: string;
  /** Kind of work. */
  readonly kind: StoredJobKind;
}

/** A stored job, claimed or not. */
export interface StoredJob extends JobKey {
  /** Due time in ms since the epoch. */
  readonly dueAt: number;
  /** Attempt number of an agent call or of resolving reviewers; 1 for all other jobs. */
  readonly attempt: number;
}

/** The right to do a job. The token is new with every claim; a worker's name would be no proof. */
export interface Claim {
  /** Claimed job. */
  readonly job: JobKey;
  /** Proof of the claim; each claim has its own. */
  readonly token: string;
}

/** A claimed job. */
export interface ClaimedJob extends Claim {
  /** Due time in ms since the epoch. */
  readonly dueAt: number;
  /** Attempt number of an agent call or of resolving reviewers; 1 for all other jobs. */
  readonly attempt: number;
  /** Jobs of one key share a limit: of a delivery its receiver; null for all other jobs. */
  readonly concurrencyKey: string | null;
}

/** Limits of further jobs in a claim by concurrency key. */
export interface ConcurrencyLimits {
  /** For a key that `left` does not name; at least 1. */
  readonly each: number;
  /** Number of further jobs by concurrency key. */
  readonly left: Readonly<Record<string, number>>;
}

/** A claim on whose strength a change is made. */
export interface ClaimUse extends Claim {
  /** True if the commit finishes the job; otherwise its holder goes on with it. */
  readonly finishes: boolean;
}

/** Request of a worker for jobs. */
export interface ClaimRequest {
  /** Only jobs of these kinds, so that long ones do not keep short ones waiting. */
  readonly kinds: readonly StoredJobKind[];
  /**
   * The caller's time. A store that several processes share MUST judge due times and leases by one
   * clock (its database's) instead, so that a process with a wrong clock takes nothing early.
   */
  readonly now: number;
  /** Lease of the jobs in ms, unless it is renewed. */
  readonly leaseMs: number;
  /** At least 1. */
  readonly limit: number;
  /**
   * Limits by concurrency key; without them all jobs may have the same key. An exhausted key MUST
   * NOT keep the jobs of others from being claimed, however many of its jobs are due.
   */
  readonly perKey?: ConcurrencyLimits;
}

/** Result of a claim. */
export interface ClaimResult {
  /** The jobs that are its own now. */
  readonly claimed: readonly ClaimedJob[];
  /**
   * Time at which a further job of these kinds becomes claimable, by due time or end of lease;
   * null: none. Exhausted keys do not count.
   */
  readonly nextDueAt: number | null;
}

/** Limit of reported claims. */
export const LIVE_CLAIMS = 1_000;

/** Workspace of the live claims. */
export interface LiveClaimsRequest {
  readonly workspaceId: string;
  /** The caller's time, for a store without a clock (as for claims). */
  readonly now: number;
}

/** A job that some process is doing. */
export interface LiveClaim extends StoredJob {
  /** End of the lease unless it is renewed, in ms since the epoch. */
  readonly leaseUntil: number;
  /** Id of the claiming store object, one per process. It proves nothing; it is for display. */
  readonly worker: string;
}

/** Live claims of a workspace. */
export interface LiveClaims {
  /** The time that leases are judged by, in ms since the epoch. */
  readonly now: number;
  /** Claims, the earliest lease end first; up to 1,000. */
  readonly claims: readonly LiveClaim[];
}

/** Storage of jobs, shared by workers. */
export interface JobStore {
  /**
   * Returns up to `limit` due jobs of these kinds without a live lease, the longest due first, each
   * with a new token and a lease from now. MUST NOT give a job to two callers at once, nor before
   * its due time. A racing caller gets other jobs, or none; one bad row MUST NOT keep others from
   * being claimed.
   */
  claimJobs(request: ClaimRequest): Promise<ClaimResult>;

  /** Returns for each claim true, with a lease from now; false if it no longer holds. */
  extendJobs(claims: readonly Claim[], lease: Pick<ClaimRequest, 'now' | 'leaseMs'>): Promise<boolean[]>;

  /** Deletes the job of each claim: true; false if the claim no longer holds. */
  finishJobs(claims: readonly Claim[]): Promise<boolean[]>;

  /** Releases the jobs, claimable at once; a claim that no longer holds changes nothing. */
  releaseJobs(claims: readonly Claim[]): Promise<void>;

  /**
   * Returns for each execution its jobs, claimed or not, with one committed state; for checks,
   * which need no speed. Optional: without it, lost jobs cannot be detected.
   */
  readonly listJobs?: (
    executions: readonly Pick<JobKey, 'workspaceId' | 'executionId'>[],
  ) => Promise<(readonly StoredJob[])[]>;

  /**
   * Returns the jobs under a live lease, of all processes; for display. MUST be cheap: a store may
   * look only at the 10,000 of each kind with the first lease or due time, and at the executions of
   * the 10,000 oldest pending deliveries. Optional.
   */
  readonly listClaims?: (request: LiveClaimsRequest) => Promise<LiveClaims>;
}
