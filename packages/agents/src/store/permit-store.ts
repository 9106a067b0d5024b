/**
 * Port to the database of permits and standing grants. `registerPermitStoreConformance` of the
 * testkit checks an implementation. A store makes no decisions; every row belongs to a workspace,
 * and no method touches rows of another. Strings are stored and compared byte for byte; JSON is
 * returned as it was given.
 * @see docs/reference/permits.md#storage
 */
import type { PresentationValues } from '@org/approval-core/views';
import type { JsonObject } from '@org/approval-core';
import type { Page, PageRequest } from '@org/approval-core/store';
import type {
  Call,
  GrantedBy,
  GrantMatch,
  PermitHistoryEntry,
  PermitOutcome,
  PermitState,
  Ref,
  Requester,
} from '../types.js';

/**
 * Version of the permit store contract in this release; a gate refuses a store of another version.
 */
export const PERMIT_CONTRACT_VERSION = 1;

/** Rule for deciding a pending permit, as it was when asked. */
export interface StoredAsk {
  /** The definition whose run decides. */
  readonly definitionId: string;
  readonly organizationId: string | null;
  readonly documentId: string | null;
  /** Node that only approvals lead to. */
  readonly grantNodeId: string;
  /** Time for the program to act on a grant, in ms. */
  readonly grantMs: number;
  /** True when a forced approval counts. */
  readonly overrides: boolean;
  /** Presentation of the call; absent in permits of earlier versions. */
  readonly presentation?: PresentationValues;
}

/** A call that is about to replace the pending one. */
export interface StoredAmendment {
  /** Digest of the new call. */
  readonly digest: string;
  /** The new arguments. */
  readonly args: JsonObject;
  /** Author of the arguments. */
  readonly actorId: string;
  /** Reason; null without. */
  readonly reason: string | null;
  /** Time of writing. */
  readonly at: number;
  /** Its idempotencyKey, if any. */
  readonly key?: string;
}

/** An amendment made under an idempotencyKey. */
export interface KeyedAmendment {
  /** Author of the amendment. */
  readonly actorId: string;
  /** The key, scoped to this user. */
  readonly key: string;
  /** Digest of the amended call. */
  readonly digest: string;
}

/** A stored permit, without redacted values. */
export interface StoredPermit {
  readonly workspaceId: string;
  /** Id of the permit. */
  readonly permitId: string;
  /** Number of changes, from 1. */
  readonly rev: number;
  /** Name of the call in its run. */
  readonly ref: Ref;
  /** The requester. */
  readonly requester: Requester;
  /** The call as asked. */
  readonly asked: Call;
  /** Digest of the call as asked. */
  readonly askedDigest: string;
  /** The call to execute. */
  readonly call: Call;
  /** Digest of the call to execute. */
  readonly digest: string;
  /** Revision of the call, from 1. */
  readonly revision: number;
  /**
   * Pending amendment, written before the run is revised to survive a crash in between; else null.
   */
  readonly amendment: StoredAmendment | null;
  /** The last amendments with a key, oldest first; absent without any. */
  readonly keyed?: readonly KeyedAmendment[];
  /** Reason in the program's own words; null without. */
  readonly reason: string | null;
  /** The batch that it was asked in; null by itself. */
  readonly batchId: string | null;
  /** State of the permit. */
  readonly state: PermitState;
  /** Code of a denial or revocation; null otherwise. */
  readonly code: string | null;
  /**
   * Reviewers and times; null if no reviewer is asked. For a repeated denial, those of the first.
   */
  readonly ask: StoredAsk | null;
  /** The run in which people answer; null until it is known. */
  readonly executionId: string | null;
  /** True when it ended before its run, which must still be cancelled. */
  readonly closing: boolean;
  /** Version of the policies that chose the reviewers. */
  readonly policyVersion: string;
  /** Grantors; empty until it is granted. */
  readonly grantedBy: readonly GrantedBy[];
  /** The standing grant that granted it; null without. */
  readonly grantId: string | null;
  /** Number of refused redemptions. Stored beside the row: `updatePermit` does not change it. */
  readonly refusals: number;
  /** Time of the request. */
  readonly createdAt: number;
  /** Time of the grant; null until then. */
  readonly grantedAt: number | null;
  /** Time of the end; null until then. */
  readonly endedAt: number | null;
  /** Expiry. */
  readonly expiresAt: number;
  /** Changes, oldest first. */
  readonly history: readonly PermitHistoryEntry[];
  /** Outcome of the call; null until it is known. */
  readonly outcome: PermitOutcome | null;
}

/** A stored standing grant. */
export interface StoredGrant {
  readonly workspaceId: string;
  /** Id of the grant. */
  readonly grantId: string;
  /** Requester whose calls it covers. */
  readonly requester: Requester;
  /** Name of the tool. */
  readonly tool: string;
  /** Target; null for calls without one. */
  readonly target: string | null;
  /** Conditions on the arguments. */
  readonly match: GrantMatch;
  /** Largest number of calls. */
  readonly maxUses: number;
  /** Number of permits it granted, up to `maxUses`. */
  readonly uses: number;
  /** Time of creation. */
  readonly createdAt: number;
  /** Expiry. */
  readonly expiresAt: number;
  /** User who granted it. */
  readonly createdBy: string;
  /** Reason; null without. */
  readonly reason: string | null;
  /** Time of the revocation; null otherwise. */
  readonly revokedAt: number | null;
}

/** A permit of a workspace. */
export interface PermitKey {
  readonly workspaceId: string;
  /** Id of the permit. */
  readonly permitId: string;
}

/** A standing grant of a workspace. */
export interface GrantKey {
  readonly workspaceId: string;
  /** Id of the grant. */
  readonly grantId: string;
}

/** A call in a run of a requester, for all attempts. */
export interface RefKey {
  readonly workspaceId: string;
  /** The requester. */
  readonly requester: Requester;
  /** Name of the call, without `attempt`. */
  readonly ref: Pick<Ref, 'framework' | 'runId' | 'callId'>;
}

/** Permits at a ref. */
export interface RefState {
  /** The pending or granted permit; null if none. */
  readonly live: StoredPermit | null;
  /** Highest attempt; 0 if it was never asked. */
  readonly lastAttempt: number;
}

/** A permit with one digest. */
export interface AskedQuery extends RefKey {
  /** Number of the attempt. */
  readonly attempt: number;
  /** Digest as asked, or as amended. */
  readonly digest: string;
}

/** Permits of a requester with a digest, in all of its runs: a program chooses its run ids. */
export interface SameCallQuery {
  readonly workspaceId: string;
  /** The requester. */
  readonly requester: Requester;
  /** Digest as asked, or as amended. */
  readonly digest: string;
  /** Largest number of results, up to 100; 100 by default. */
  readonly limit?: number | undefined;
}

/** A new permit, and changes in the same transaction. */
export interface PermitInsert {
  /** The row, `rev` 1. */
  readonly permit: StoredPermit;
  /**
   * New state of the live permit at the same ref, with its expected `rev`; null if none may exist.
   */
  readonly replaces: PermitUpdate | null;
  /** Standing grant to count a use of, which must be active at this time; null for none. */
  readonly uses: { readonly grantId: string; readonly at: number } | null;
  /** Limit on pending permits of the principal, this one included; null for no limit. */
  readonly maxPending: number | null;
}

/**
 * Result of an insert; nothing was written unless `inserted`. `conflict`: the row exists, or the
 * live permit is not the expected one; read again.
 */
export type InsertResult = 'inserted' | 'conflict' | 'too-many-pending' | 'grant-not-active';

/** A change of a permit. */
export interface PermitUpdate {
  /** The new row; its `rev` is `rev` + 1. */
  readonly permit: StoredPermit;
  /** Expected `rev` of the stored row. */
  readonly rev: number;
}

/** Filter of listed permits. */
export interface PermitQuery {
  readonly workspaceId: string;
  /** Only those in this state. */
  readonly state?: PermitState | undefined;
  /** Only those of this program. */
  readonly principal?: string | undefined;
  /** Only spent ones without an outcome. */
  readonly outcome?: 'unknown' | undefined;
}

/** Filter of listed grants. */
export interface GrantQuery {
  readonly workspaceId: string;
  /** Only those of this program. */
  readonly principal?: string | undefined;
}

/** Query for grants that may cover a call. */
export interface CoveringQuery {
  readonly workspaceId: string;
  /** Requester of the call. */
  readonly requester: Requester;
  /** Name of the tool. */
  readonly tool: string;
  /** Active at this time. */
  readonly at: number;
}

/** Limits of one retention batch. */
export interface PermitRetentionRequest {
  /** Only those that ended before this time, except spent ones without an outcome. */
  readonly endedBefore: number;
  /** Largest number of rows. */
  readonly limit: number;
}

/**
 * Stores permits and standing grants. `Tx` is the type of the host's transactions: `never` for a
 * store that cannot join one.
 */
export interface PermitStore<Tx = never> {
  /** Version of this contract that the store implements. */
  readonly permitContractVersion: 1;
  /** True when rows survive the process. */
  readonly durable: boolean;
  /** Returns the same store inside a transaction that the host has begun on its own connection. */
  readonly inTransaction?: (transaction: Tx) => PermitStore;

  /**
   * Writes a new permit, replaces the live one and counts the use of a grant, all or nothing. (ref,
   * attempt, digest as asked) is unique forever, and a ref has at most one live row.
   */
  insertPermit(insert: PermitInsert): Promise<InsertResult>;
  /** Changes a permit if it has the `rev`; false if it has another one or does not exist. */
  updatePermit(update: PermitUpdate): Promise<boolean>;
  /** Counts a refused redemption, for any `rev`; ignores a missing permit. */
  countRefusal(key: PermitKey): Promise<void>;
  /** Returns null if it does not exist. */
  loadPermit(key: PermitKey): Promise<StoredPermit | null>;
  /**
   * Returns the permit asked with that digest at that attempt, else the one amended to it, else
   * null.
   */
  findAsked(query: AskedQuery): Promise<StoredPermit | null>;
  /** Returns the permits at a ref. */
  findRef(key: RefKey): Promise<RefState>;
  /**
   * Returns the newest `limit` pending or denied permits that the requester asked with, or amended
   * to, the digest.
   */
  findSameCall(query: SameCallQuery): Promise<readonly StoredPermit[]>;
  /** Lists newest first: by `createdAt`, then `permitId`, both descending. */
  listPermits(query: PermitQuery, page: PageRequest): Promise<Page<StoredPermit>>;
  /** Returns up to 200 permits of a principal that are stored as pending. */
  pendingOf(query: {
    readonly workspaceId: string;
    readonly principal: string;
  }): Promise<readonly StoredPermit[]>;
  /**
   * Returns due permits of all workspaces: first those that are `closing`, then pending and granted
   * ones that expire at or before a time, in order of expiry.
   */
  duePermits(query: { readonly at: number; readonly limit: number }): Promise<readonly StoredPermit[]>;
  /**
   * Walks over pending permits of all workspaces after a key, in any stable order, to check their
   * runs.
   */
  walkPending(query: {
    readonly after: PermitKey | null;
    readonly limit: number;
  }): Promise<readonly StoredPermit[]>;
  /** Deletes rows that retention allows to; returns their number. */
  deletePermits(request: PermitRetentionRequest): Promise<number>;

  /** Writes a new grant; an existing one with its id stays unchanged. */
  insertGrant(grant: StoredGrant): Promise<void>;
  /** Returns null if it does not exist. */
  loadGrant(key: GrantKey): Promise<StoredGrant | null>;
  /** Lists newest first: by `createdAt`, then `grantId`, both descending. */
  listGrants(query: GrantQuery, page: PageRequest): Promise<Page<StoredGrant>>;
  /** Returns the oldest 200 active grants of the requester for the tool. */
  coveringGrants(query: CoveringQuery): Promise<readonly StoredGrant[]>;
  /**
   * Marks a grant as revoked, and replaces each granted permit of it by the result of `revoked`,
   * all or nothing. An already revoked grant keeps its time. Returns the new permits; null if the
   * grant does not exist.
   */
  revokeGrant(
    key: GrantKey,
    at: number,
    revoked: (permit: StoredPermit) => StoredPermit,
  ): Promise<readonly StoredPermit[] | null>;
}
