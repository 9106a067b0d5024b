/** Header of an execution: its definition, parties and subject. */
import type { JsonObject } from '../definition/json.js';

/** Header of an execution, known before its first event. Only its parties change. */
export interface ExecutionHeader {
  readonly workspaceId: string;
  readonly executionId: string;
  /** Permanent id of the created definition, even if its definitionId is reused. */
  readonly definitionUid: string;
  readonly definitionId: string;
  /** Version that the execution keeps to its end. */
  readonly definitionVersion: number;
  readonly correlationId: string;
  /** Key of the dispatch, unique in the workspace; null without one. */
  readonly idempotencyKey: string | null;
  readonly organizationId: string | null;
  readonly documentId: string | null;
  /** JSON that the execution was dispatched with. */
  readonly triggerContext: JsonObject;
  /** URL of the execution's own receiver, instead of its definition's; null without one. */
  readonly webhookUrl: string | null;
  /** Time of the dispatch, in ms since the epoch. */
  readonly createdAt: number;
  /** Initiator, contributors and subject; absent if the dispatch named none. */
  readonly parties?: Parties;
  /** Step that started the execution; absent if none did. */
  readonly parent?: ParentStep;
  /** Cause of the execution; absent for a dispatch. */
  readonly startedBy?: StartedBy;
}

/** Step that started an execution. */
export interface ParentStep {
  readonly executionId: string;
  readonly stepId: string;
  /** Number of levels of runs above. */
  readonly depth: number;
}

/** Causes of executions. */
export const START_KINDS = ['dispatch', 'inbound', 'schedule', 'event', 'step'] as const;

/** Cause of an execution. */
export interface StartedBy {
  readonly kind: (typeof START_KINDS)[number];
  /** Trigger that started it; null without one. */
  readonly triggerId: string | null;
  /** Id of the host event; null without one. */
  readonly id: string | null;
}

/**
 * Initiator, contributors and subject of an execution (contract section 17).
 * @see docs/reference/contract.md#17-people
 */
export interface Parties {
  /** User who started the execution; null if none was named. */
  readonly initiatorId: string | null;
  /** Users who worked on the subject, each once. */
  readonly contributorIds: readonly string[];
  /** Excludes initiator and contributors from deciding on every node. */
  readonly enforceSeparation: boolean;
  /** Users who decided in runs above and must not decide in this one; absent without any. */
  readonly excludedIds?: readonly string[];
  /** Subject to approve; null if none was named. */
  readonly subject: Subject | null;
  /** Latest revisions with a key, to detect repeats; absent before the first. */
  readonly revisions?: readonly KeyedRevision[];
}

/** A revision with an idempotency key. */
export interface KeyedRevision {
  /** User who revised. Keys are per user. */
  readonly actorId: string;
  /** Idempotency key. */
  readonly key: string;
  /** Digest of the revised subject. */
  readonly digest: string;
}

/** Subject of an approval. */
export interface Subject {
  /** Digest, as in `sha256:…`. */
  readonly digest: string;
  /** Id in the host; null without one. */
  readonly ref: string | null;
  /** Revision in the host; null without one. */
  readonly revision: string | null;
}
