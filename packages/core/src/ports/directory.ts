/** The host's directory: who is in which group, who manages whom, and what somebody may (contract section 17). */
import type { JsonObject } from '../definition/json.js';

/** For which step the directory is asked. */
export interface DirectoryContext {
  readonly workspaceId: string;
  /** Organization that the run was dispatched for; null without one. */
  readonly organizationId: string | null;
  /** The run whose step has to find its people. */
  readonly executionId: string;
  readonly stepId: string;
  /** Aborted when the attempt has taken too long, or the step has ended. */
  readonly signal: AbortSignal;
}

/** A group or a role by its name. */
export interface GroupName {
  /** Which of them. */
  readonly kind: 'group' | 'role';
  /** As the definition names it. */
  readonly name: string;
}

/**
 * Asked at least once for a step whose people it names, outside any transaction. A throw, or an answer of another shape, is
 * retried as the node's `retry` says; then the step fails with `reviewers-unresolved`.
 * @see docs/reference/contract.md#17-people
 */
export interface Directory {
  /** Ids of the members, up to 500; null: there is no such group or role. */
  members(
    group: GroupName,
    context: DirectoryContext,
  ): readonly string[] | null | Promise<readonly string[] | null>;
  /** Id of somebody's manager; null: they have none. */
  managerOf(userId: string, context: DirectoryContext): string | null | Promise<string | null>;
  /** What is known of somebody; null: nothing. */
  attributesOf(userId: string, context: DirectoryContext): JsonObject | null | Promise<JsonObject | null>;
}
