/**
 * Where permits and standing grants are kept: a port, for any database. `registerPermitStoreConformance` of the testkit
 * proves one. A store decides nothing; every row belongs to a workspace, and no method reads or changes rows of another
 * than it is given. Strings are kept and compared byte for byte; JSON comes back as it went in.
 * @see docs/reference/permits.md#storage
 */
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

/** Version of the permit store contract that this release speaks; a gate refuses a store of another one. */
export const PERMIT_CONTRACT_VERSION = 1;

/** How a pending permit is decided, as its rule said when it was asked for. */
export interface StoredAsk {
  /** The definition whose run decides. */
  readonly definitionId: string;
  readonly organizationId: string | null;
  readonly documentId: string | null;
  /** The node of it that only approvals lead to. */
  readonly grantNodeId: string;
  /** How long the program has to act on a yes, in ms. */
  readonly grantMs: number;
  /** Whether an approval by force counts. */
  readonly overrides: boolean;
}

/** Another call that is about to take the place of the one that people are asked about. */
export interface StoredAmendment {
  /** Digest of it. */
  readonly digest: string;
  /** The arguments in place of those there are. */
  readonly args: JsonObject;
  /** Who wrote them. */
  readonly actorId: string;
  /** Why; null without. */
  readonly reason: string | null;
  /** When. */
  readonly at: number;
  /** The idempotencyKey that it came with, if it did. */
  readonly key?: string;
}

/** An amendment that was made under an idempotencyKey. */
export interface KeyedAmendment {
  /** Who made it. */
  readonly actorId: string;
  /** The key, which is this person's. */
  readonly key: string;
  /** Digest of the call that it made. */
  readonly digest: string;
}

/** A permit as it is kept. Redacted values are not in it. */
export interface StoredPermit {
  readonly workspaceId: string;
  /** Id of the permit. */
  readonly permitId: string;
  /** Counts the changes, from 1. */
  readonly rev: number;
  /** Which call of which run of the program it is for. */
  readonly ref: Ref;
  /** Who asked. */
  readonly requester: Requester;
  /** The call as it was asked. */
  readonly asked: Call;
  /** Digest of that. */
  readonly askedDigest: string;
  /** The call as it would be executed. */
  readonly call: Call;
  /** Digest of that. */
  readonly digest: string;
  /** How often the call was amended, from 1. */
  readonly revision: number;
  /** Written before the run is told, so that a crash in between is seen; null otherwise. */
  readonly amendment: StoredAmendment | null;
  /** The last amendments that came with a key, oldest first; left out until there is one. */
  readonly keyed?: readonly KeyedAmendment[];
  /** Why, in the program's own words; null without. */
  readonly reason: string | null;
  /** The batch that it was asked in; null by itself. */
  readonly batchId: string | null;
  /** Where it stands. */
  readonly state: PermitState;
  /** Why it was denied or revoked; null otherwise. */
  readonly code: string | null;
  /** How it is decided; null where nobody is asked. Of one that is denied as people denied the call before: how they were. */
  readonly ask: StoredAsk | null;
  /** The run in which people answer; null until it is known. */
  readonly executionId: string | null;
  /** It ended before its run, which is still to be cancelled. */
  readonly closing: boolean;
  /** Policies that decided whom to ask. */
  readonly policyVersion: string;
  /** Who or what granted it; empty until then. */
  readonly grantedBy: readonly GrantedBy[];
  /** The standing grant that granted it; null without. */
  readonly grantId: string | null;
  /** How many redemptions were refused. Kept beside the row: `updatePermit` leaves it as it is. */
  readonly refusals: number;
  /** When it was asked for. */
  readonly createdAt: number;
  /** When it was granted; null until then. */
  readonly grantedAt: number | null;
  /** When it ended; null until then. */
  readonly endedAt: number | null;
  /** When it expires. */
  readonly expiresAt: number;
  /** What happened to it, oldest first. */
  readonly history: readonly PermitHistoryEntry[];
  /** What came of the call; null until that is known. */
  readonly outcome: PermitOutcome | null;
}

/** A standing grant as it is kept. */
export interface StoredGrant {
  readonly workspaceId: string;
  /** Id of the grant. */
  readonly grantId: string;
  /** Whose calls. */
  readonly requester: Requester;
  /** Which tool. */
  readonly tool: string;
  /** Which target; null for calls without one. */
  readonly target: string | null;
  /** What the arguments must be. */
  readonly match: GrantMatch;
  /** How many calls. */
  readonly maxUses: number;
  /** How many permits it granted; never above `maxUses`. */
  readonly uses: number;
  /** When it was made. */
  readonly createdAt: number;
  /** Until when. */
  readonly expiresAt: number;
  /** Who granted it. */
  readonly createdBy: string;
  /** Why; null without. */
  readonly reason: string | null;
  /** When it was taken back; null unless it was. */
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

/** A call of a run of a requester, whichever attempt. */
export interface RefKey {
  readonly workspaceId: string;
  /** Who asked. */
  readonly requester: Requester;
  /** Which call; `attempt` is not looked at. */
  readonly ref: Pick<Ref, 'framework' | 'runId' | 'callId'>;
}

/** What there is at a ref. */
export interface RefState {
  /** The one that is pending or granted; null: none. */
  readonly live: StoredPermit | null;
  /** The highest attempt; 0: it was never asked. */
  readonly lastAttempt: number;
}

/** A permit with one digest. */
export interface AskedQuery extends RefKey {
  /** Which attempt. */
  readonly attempt: number;
  /** As asked, or as amended. */
  readonly digest: string;
}

/** What a requester asked with a digest, in whichever of its runs: a program chooses the ids of those. */
export interface SameCallQuery {
  readonly workspaceId: string;
  /** Who asked. */
  readonly requester: Requester;
  /** As asked, or as amended. */
  readonly digest: string;
  /** At most so many, up to 100; 100 without it. */
  readonly limit?: number | undefined;
}

/** A new permit, and what goes with it in one transaction. */
export interface PermitInsert {
  /** The row, `rev` 1. */
  readonly permit: StoredPermit;
  /** The live one at the same ref as it becomes, and the `rev` that it must have; null: there must be none. */
  readonly replaces: PermitUpdate | null;
  /** The standing grant to count a use of, which must be active at this time; null: none. */
  readonly uses: { readonly grantId: string; readonly at: number } | null;
  /** How many pending permits the principal may have with this one; null: it is not counted. */
  readonly maxPending: number | null;
}

/**
 * What became of an insert; nothing was written unless `inserted`. `conflict`: such a row is there, or the live one is
 * another than was said: read again.
 */
export type InsertResult = 'inserted' | 'conflict' | 'too-many-pending' | 'grant-not-active';

/** A change of a permit. */
export interface PermitUpdate {
  /** As it becomes; its `rev` is `rev` + 1. */
  readonly permit: StoredPermit;
  /** The `rev` that the stored one must have. */
  readonly rev: number;
}

/** Which permits to list. */
export interface PermitQuery {
  readonly workspaceId: string;
  /** Only those in this state. */
  readonly state?: PermitState | undefined;
  /** Only those of this program. */
  readonly principal?: string | undefined;
  /** Only spent ones without an outcome. */
  readonly outcome?: 'unknown' | undefined;
}

/** Which grants to list. */
export interface GrantQuery {
  readonly workspaceId: string;
  /** Only those of this program. */
  readonly principal?: string | undefined;
}

/** Which grants may cover a call. */
export interface CoveringQuery {
  readonly workspaceId: string;
  /** Whose call. */
  readonly requester: Requester;
  /** Which tool. */
  readonly tool: string;
  /** Active at this time. */
  readonly at: number;
}

/** What a retention takes. */
export interface PermitRetentionRequest {
  /** Ended before this time, and not spent without an outcome. */
  readonly endedBefore: number;
  /** At most so many. */
  readonly limit: number;
}

/**
 * Keeps permits and standing grants. `Tx` is what a transaction of the host is named by: `never` for a store that cannot
 * join one.
 */
export interface PermitStore<Tx = never> {
  /** The version of this contract that the store implements. */
  readonly permitContractVersion: 1;
  /** Whether anything outlives the process. */
  readonly durable: boolean;
  /** The same store inside a transaction that the host has begun on its own connection. */
  readonly inTransaction?: (transaction: Tx) => PermitStore;

  /**
   * Writes a new permit, replaces the live one and counts the use of a grant, all or nothing. There is one row ever per
   * (ref, attempt, digest as asked), and at most one live row per ref.
   */
  insertPermit(insert: PermitInsert): Promise<InsertResult>;
  /** Changes a permit if it has the `rev`; false: it has another one, or is not there, and nothing was written. */
  updatePermit(update: PermitUpdate): Promise<boolean>;
  /** Counts a refused redemption, whatever the `rev`; nothing for a permit that is not there. */
  countRefusal(key: PermitKey): Promise<void>;
  /** null: there is none. */
  loadPermit(key: PermitKey): Promise<StoredPermit | null>;
  /** The one asked with that digest at that attempt, else the one amended to it, else null. */
  findAsked(query: AskedQuery): Promise<StoredPermit | null>;
  /** What there is at a ref. */
  findRef(key: RefKey): Promise<RefState>;
  /** Those pending or denied that the requester asked with the digest, or that were amended to it: the newest `limit`. */
  findSameCall(query: SameCallQuery): Promise<readonly StoredPermit[]>;
  /** Newest first: by `createdAt`, then `permitId`, both descending. */
  listPermits(query: PermitQuery, page: PageRequest): Promise<Page<StoredPermit>>;
  /** Those of a principal that are stored as pending: up to 200. */
  pendingOf(query: {
    readonly workspaceId: string;
    readonly principal: string;
  }): Promise<readonly StoredPermit[]>;
  /**
   * Pending and granted ones of every workspace that expire at or before a time, and those that are `closing`, which come
   * first; then those that expire first.
   */
  duePermits(query: { readonly at: number; readonly limit: number }): Promise<readonly StoredPermit[]>;
  /** Pending ones of every workspace in an order of the store's own, after a key; to look at their runs. */
  walkPending(query: {
    readonly after: PermitKey | null;
    readonly limit: number;
  }): Promise<readonly StoredPermit[]>;
  /** Deletes what may go; returns how many rows. */
  deletePermits(request: PermitRetentionRequest): Promise<number>;

  /** Writes a new grant; where one with its id is there, that one stays as it is. */
  insertGrant(grant: StoredGrant): Promise<void>;
  /** null: there is none. */
  loadGrant(key: GrantKey): Promise<StoredGrant | null>;
  /** Newest first: by `createdAt`, then `grantId`, both descending. */
  listGrants(query: GrantQuery, page: PageRequest): Promise<Page<StoredGrant>>;
  /** Those of the requester for the tool that are active: the oldest 200. */
  coveringGrants(query: CoveringQuery): Promise<readonly StoredGrant[]>;
  /**
   * Marks a grant as taken back, and replaces each granted permit of it by what `revoked` makes of it, all or nothing.
   * A grant that was taken back keeps its time. Returns the permits as they have become; null: there is no such grant.
   */
  revokeGrant(
    key: GrantKey,
    at: number,
    revoked: (permit: StoredPermit) => StoredPermit,
  ): Promise<readonly StoredPermit[] | null>;
}
