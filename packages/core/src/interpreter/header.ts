/** What an execution is begun with: which definition it runs, for whom, and on what. */
import type { JsonObject } from '../definition/json.js';

/** What is known of an execution before its first event; its parties alone change. Times in ms since the epoch. */
export interface ExecutionHeader {
  readonly workspaceId: string;
  readonly executionId: string;
  /** Names one created definition for ever, also when its definitionId is used again. */
  readonly definitionUid: string;
  readonly definitionId: string;
  /** The version that it runs, to its end. */
  readonly definitionVersion: number;
  readonly correlationId: string;
  /** The key of the dispatch, unique in the workspace; null without one. */
  readonly idempotencyKey: string | null;
  readonly organizationId: string | null;
  readonly documentId: string | null;
  /** What the run is about. */
  readonly triggerContext: JsonObject;
  /** Address of the run's own receiver, in place of its definition's; null: it has none. */
  readonly webhookUrl: string | null;
  /** When it was dispatched, in ms since the epoch. */
  readonly createdAt: number;
  /** Who started it, who worked on what, and on what; absent where the dispatch said nothing of it. */
  readonly parties?: Parties;
}

/**
 * Who and what a run is about, beside its people (contract section 17).
 * @see docs/reference/contract.md#17-people
 */
export interface Parties {
  /** Who started it; null: nobody was named. */
  readonly initiatorId: string | null;
  /** Who worked on the subject, each once. */
  readonly contributorIds: readonly string[];
  /** Whether initiator and contributors are kept from deciding on every node. */
  readonly enforceSeparation: boolean;
  /** What is to be approved; null: it was not named. */
  readonly subject: Subject | null;
  /** The newest revisions that came with a key, so that a repeat is known; absent before the first. */
  readonly revisions?: readonly KeyedRevision[];
}

/** A revision that may be called again with the same key. */
export interface KeyedRevision {
  /** Who asked for it; a key is theirs alone. */
  readonly actorId: string;
  /** Its idempotencyKey. */
  readonly key: string;
  /** The subject that it made. */
  readonly digest: string;
}

/** What is to be approved. */
export interface Subject {
  /** Digest of it, as in `sha256:…`. */
  readonly digest: string;
  /** The host's own id of it; null without one. */
  readonly ref: string | null;
  /** Which state of it; null without one. */
  readonly revision: string | null;
}
