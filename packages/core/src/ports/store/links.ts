/** Links that decide for a reviewer. The run's events record their use in time. */
import type { ReviewVote } from '../../interpreter/state.js';
import type { ExecutionKey } from './executions.js';

/** Key of a link. */
export interface LinkKey {
  readonly workspaceId: string;
  /** Id of the link. */
  readonly linkId: string;
}

/** A stored link, with only the hash of its token. Times in ms since the epoch. */
export interface StoredLink extends LinkKey, ExecutionKey {
  /** SHA-256 of the token in hex, unique. */
  readonly tokenHash: string;
  readonly stepId: string;
  /** Reviewer for whom it decides. */
  readonly reviewerId: string;
  /**
   * Absent user whom they substitute; null, or absent in links of earlier versions, without one.
   */
  readonly onBehalfOf?: string | null;
  /** The round of the place that it was made for. */
  readonly round: number;
  /** The only decision that it takes; null: any. */
  readonly decision: ReviewVote | null;
  /** Creation time. */
  readonly createdAt: number;
  /** Expiry. */
  readonly expiresAt: number;
  /** Time of revocation; null: not revoked. */
  readonly revokedAt: number | null;
}

/** Storage of links. They are deleted with their executions. */
export interface LinkStore {
  /** Stores a new link. */
  createLink(link: StoredLink): Promise<void>;

  /** Finds a link by the hash of its token, in any workspace. */
  findLink(tokenHash: string): Promise<StoredLink | null>;

  /** null: the workspace has no such link. */
  loadLink(key: LinkKey): Promise<StoredLink | null>;

  /** The links of a step. */
  listLinks(step: ExecutionKey & { readonly stepId: string }): Promise<StoredLink[]>;

  /** Stores the time of the first revocation; resolves to false if the link does not exist. */
  revokeLink(key: LinkKey, at: number): Promise<boolean>;

  /** Deletes it without a trace. */
  deleteLink(key: LinkKey): Promise<void>;
}
