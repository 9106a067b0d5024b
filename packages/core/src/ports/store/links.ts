/** Links that answer for a person. Whether one was used or revoked in time, the run itself says (its events). */
import type { ReviewVote } from '../../interpreter/state.js';
import type { ExecutionKey } from './executions.js';

/** Which link. */
export interface LinkKey {
  readonly workspaceId: string;
  /** Id of the link. */
  readonly linkId: string;
}

/** A link as a store keeps it; of its token only the hash. Times in ms since the epoch. */
export interface StoredLink extends LinkKey, ExecutionKey {
  /** SHA-256 of the token in hex, unique. */
  readonly tokenHash: string;
  readonly stepId: string;
  /** Whose answer it gives. */
  readonly reviewerId: string;
  /** The round of the place that it was made for. */
  readonly round: number;
  /** The only answer that it takes; null: any. */
  readonly decision: ReviewVote | null;
  /** When it was made. */
  readonly createdAt: number;
  /** When it ends. */
  readonly expiresAt: number;
  /** When it was revoked; null: it was not. */
  readonly revokedAt: number | null;
}

/** Where links are kept. They go with their executions. */
export interface LinkStore {
  /** Keeps a new link. */
  createLink(link: StoredLink): Promise<void>;

  /** By the hash of its token, in whatever workspace. */
  findLink(tokenHash: string): Promise<StoredLink | null>;

  /** null: the workspace has no such link. */
  loadLink(key: LinkKey): Promise<StoredLink | null>;

  /** The links of a step. */
  listLinks(step: ExecutionKey & { readonly stepId: string }): Promise<StoredLink[]>;

  /** Notes when it was revoked, unless that is noted already; false: there is no such link. */
  revokeLink(key: LinkKey, at: number): Promise<boolean>;

  /** As if it had not been made. */
  deleteLink(key: LinkKey): Promise<void>;
}
