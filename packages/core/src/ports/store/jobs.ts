/** What a store does with jobs: work with a due time, claimed by one worker at a time. */
import { JOB_KINDS, type JobKind } from '../../interpreter/job.js';

/** Kinds of the interpreter, and the store's own: the deliveries of an execution (see `DeliveryStore`). */
export const STORED_JOB_KINDS = [...JOB_KINDS, 'webhook-delivery'] as const;
/** Kind of a job as stores keep it, deliveries included. */
export type StoredJobKind = JobKind | 'webhook-delivery';

/** Names a job for as long as it exists; a step has one job of each kind at most. */
export interface JobKey {
  readonly workspaceId: string;
  readonly executionId: string;
  /** '' for a job of the execution as a whole. */
  readonly stepId: string;
  /** What is to be done. */
  readonly kind: StoredJobKind;
}

/** A job as a store keeps it, claimed or not. */
export interface StoredJob extends JobKey {
  /** When it falls due, in ms since the epoch. */
  readonly dueAt: number;
  /** Which attempt it is, to call an agent or to find the people of a step; 1 for all other jobs. */
  readonly attempt: number;
}

/** The right to do a job. The token is new with every claim: a worker's name would prove nothing. */
export interface Claim {
  /** Which job is claimed. */
  readonly job: JobKey;
  /** Proof of the claim; each claim has its own. */
  readonly token: string;
}

/** A job that somebody has claimed. */
export interface ClaimedJob extends Claim {
  /** When it fell due, in ms since the epoch. */
  readonly dueAt: number;
  /** Which attempt it is, to call an agent or to find the people of a step; 1 for all other jobs. */
  readonly attempt: number;
  /** Jobs of one key share a limit: of a delivery its receiver; null for all other jobs. */
  readonly concurrencyKey: string | null;
}

/** How many more jobs a claim may take of each concurrency key. */
export interface ConcurrencyLimits {
  /** For a key that `left` does not name; at least 1. */
  readonly each: number;
  /** How many more may be claimed, by concurrency key. */
  readonly left: Readonly<Record<string, number>>;
}

/** A claim on whose strength a change is made. */
export interface ClaimUse extends Claim {
  /** Whether the job is done with the commit; otherwise its holder goes on with it. */
  readonly finishes: boolean;
}

/** What a worker can take. */
export interface ClaimRequest {
  /** Only jobs of these kinds, so that long ones do not keep short ones waiting. */
  readonly kinds: readonly StoredJobKind[];
  /**
   * The caller's time. A store that several processes share MUST judge due times and leases by one clock of its
   * own (its database's) instead, so that no process with a wrong clock takes what is not due.
   */
  readonly now: number;
  /** How long the jobs stay with it unless it shows a sign of life, in ms. */
  readonly leaseMs: number;
  /** At least 1. */
  readonly limit: number;
  /**
   * Limits by concurrency key; without them all may be of one. A key that is used up MUST NOT keep the jobs of others from
   * being claimed, however many of its own are due.
   */
  readonly perKey?: ConcurrencyLimits;
}

/** What a worker gets. */
export interface ClaimResult {
  /** The jobs that are its own now. */
  readonly claimed: readonly ClaimedJob[];
  /**
   * When a job of these kinds that was not claimed here becomes claimable, by due time or end of lease; null: there is
   * none. Keys of which no more may be taken do not count.
   */
  readonly nextDueAt: number | null;
}

/** Claims that are told of at most. */
export const LIVE_CLAIMS = 1_000;

/** Whose live claims are asked for. */
export interface LiveClaimsRequest {
  readonly workspaceId: string;
  /** The caller's time, for a store that has none of its own (as of claims). */
  readonly now: number;
}

/** A job that some process is doing. */
export interface LiveClaim extends StoredJob {
  /** When somebody else may take it, unless its holder shows a sign of life; in ms since the epoch. */
  readonly leaseUntil: number;
  /** Which store object claimed it: processes have one each. It proves nothing, and is for people to tell them apart. */
  readonly worker: string;
}

/** Who does what in a workspace. */
export interface LiveClaims {
  /** The time that leases are judged by, in ms since the epoch. */
  readonly now: number;
  /** Those whose lease ends first come first; up to 1,000. */
  readonly claims: readonly LiveClaim[];
}

/** Where jobs are kept, and how workers share them. */
export interface JobStore {
  /**
   * Returns up to `limit` jobs of these kinds that are due and under no live lease, the longest due first, each
   * with a new token and a lease from now. MUST NOT give a job to two callers at once, nor before its due time. A racing caller
   * gets other jobs, or none; one bad row MUST NOT keep others from being claimed.
   */
  claimJobs(request: ClaimRequest): Promise<ClaimResult>;

  /** For each claim: true, and a lease from now; false if the job is gone or another claim has it. */
  extendJobs(claims: readonly Claim[], lease: Pick<ClaimRequest, 'now' | 'leaseMs'>): Promise<boolean[]>;

  /** For each claim: true, and the job is gone for ever; false if it was already, or another claim has it. */
  finishJobs(claims: readonly Claim[]): Promise<boolean[]>;

  /** Gives the jobs back, claimable at once; a claim that holds no more changes nothing. */
  releaseJobs(claims: readonly Claim[]): Promise<void>;

  /**
   * For each execution its jobs, claimed or not, as they were with one committed state; for checks, which nothing waits
   * for. A store may do without: then nobody can tell whether a job was lost.
   */
  readonly listJobs?: (
    executions: readonly Pick<JobKey, 'workspaceId' | 'executionId'>[],
  ) => Promise<(readonly StoredJob[])[]>;

  /**
   * The jobs under a live lease, of whichever process; for people who look, and nothing waits for it. MUST be cheap: a store
   * may look among the 10,000 of each kind whose lease or due time comes first, and among the executions of the 10,000
   * oldest pending deliveries. A store may do without.
   */
  readonly listClaims?: (request: LiveClaimsRequest) => Promise<LiveClaims>;
}
