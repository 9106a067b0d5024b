/** The host's directory: groups, roles, managers and attributes (contract section 17). */
import type { JsonObject } from '../definition/json.js';

/** For which step the directory is asked. */
export interface DirectoryContext {
  readonly workspaceId: string;
  /** Organization that the run was dispatched for; null without one. */
  readonly organizationId: string | null;
  /** The run of the step. */
  readonly executionId: string;
  readonly stepId: string;
  /** Aborted when the attempt has taken too long, or the step has ended. */
  readonly signal: AbortSignal;
}

/** A group or a role by its name. */
export interface GroupName {
  /** Kind of the set. */
  readonly kind: 'group' | 'role';
  /** Name in the definition. */
  readonly name: string;
}

/**
 * Called at least once for a step with reviewers from the directory, outside any transaction. A
 * throw or an invalid result is retried by the node's `retry`; then the step fails with
 * `reviewers-unresolved`.
 * @see docs/reference/contract.md#17-people
 */
export interface Directory {
  /** Returns the ids of the members, up to 500; null: the group or role does not exist. */
  members(
    group: GroupName,
    context: DirectoryContext,
  ): readonly string[] | null | Promise<readonly string[] | null>;
  /** Returns the id of the user's manager; null: none. */
  managerOf(userId: string, context: DirectoryContext): string | null | Promise<string | null>;
  /** Returns the user's attributes; null: none. */
  attributesOf(userId: string, context: DirectoryContext): JsonObject | null | Promise<JsonObject | null>;
}
