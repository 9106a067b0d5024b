/** Stored definitions. */
import type { CompiledDefinition } from '../../compile/compiled.js';
import type { Issue, WarningCode } from '../../definition/issue.js';
import type { JsonObject } from '../../definition/json.js';
import type { Page, PageRequest } from './page.js';
import type { TriggerPlan } from './triggers.js';

/**
 * A definitionId in one scope of a workspace: the whole workspace (both null), an organization, or
 * a document of an organization. Compared byte for byte.
 */
export interface DefinitionKey {
  readonly workspaceId: string;
  readonly definitionId: string;
  readonly organizationId: string | null;
  readonly documentId: string | null;
}

/** One immutable version. */
export interface DefinitionVersion extends DefinitionKey {
  /** Names the created definition for ever; a definitionId that is used again gets another. */
  readonly uid: string;
  /** 1, 2, 3, … */
  readonly version: number;
  /** Source of the author, without secrets. */
  readonly authored: JsonObject;
  /** Sealed secrets; null: none. */
  readonly sealedSecrets: string | null;
  /** The form that runs are interpreted from. */
  readonly compiled: CompiledDefinition;
  /** Warnings of the linter when it was written. */
  readonly warnings: readonly Issue<WarningCode>[];
  /** Creation time of version 1, in ms since the epoch. */
  readonly createdAt: number;
  /** Creation time of this version. */
  readonly updatedAt: number;
}

/** Newest version of an active definition. */
export interface DefinitionHead {
  /** Id of the definition itself. */
  readonly uid: string;
  /** Number of its newest version. */
  readonly version: number;
}

/** A cached newest version at a key, possibly outdated. */
export interface KnownHead extends DefinitionKey {
  /** null: no active definition existed. */
  readonly head: DefinitionHead | null;
}

/** One version of a definition, by the id that outlives deletion. */
export interface DefinitionRef {
  readonly workspaceId: string;
  /** Id of the definition itself; a replacement never has the id of a deleted one. */
  readonly uid: string;
  /** Number of the version, from 1. */
  readonly version: number;
}

/** Storage of definitions and their versions. */
export interface DefinitionStore {
  /**
   * Stores version 1. `exists`: an active definition has this key; one racing caller wins. The plan
   * (none by default) is for a store with `schedules` or `events`, in the same transaction. `full`:
   * a bound of the plan is exceeded, and nothing is stored.
   */
  createDefinition(first: DefinitionVersion, plan?: TriggerPlan): Promise<'created' | 'exists' | 'full'>;

  /**
   * Stores `next` if it follows the newest version (`next.version - 1`). `conflict`: it no longer
   * does; `absent`: no active definition has this uid. Of several racing callers one succeeds. The
   * plan replaces that of the version before. `full`: as for `createDefinition`.
   */
  addDefinitionVersion(
    next: DefinitionVersion,
    plan?: TriggerPlan,
  ): Promise<'added' | 'conflict' | 'absent' | 'full'>;

  /**
   * Deactivates the definition, unless an execution of any version is not terminal (`in-use`). MUST
   * be serialized with the commit that creates an execution: after `deleted` no execution of it is
   * created, and for an execution that was created first the result is `in-use`. Versions stay
   * readable by reference, for ended executions. Its stored triggers and their jobs are deleted.
   */
  deleteDefinition(ref: {
    readonly workspaceId: string;
    readonly uid: string;
  }): Promise<'deleted' | 'in-use' | 'absent'>;

  /** Returns the active head for each key, or null. Reads committed data, never a cache. */
  findDefinitions(keys: readonly DefinitionKey[]): Promise<(DefinitionHead | null)[]>;

  /** For each reference the version, deleted definitions included, or null. */
  loadDefinitions(refs: readonly DefinitionRef[]): Promise<(DefinitionVersion | null)[]>;

  /** Newest versions of the active definitions of exactly one scope, in a stable order. */
  listDefinitions(
    scope: Omit<DefinitionKey, 'definitionId'>,
    page: PageRequest,
  ): Promise<Page<DefinitionVersion>>;
}
