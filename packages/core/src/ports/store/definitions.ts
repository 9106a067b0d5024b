/** What a store keeps of definitions. */
import type { CompiledDefinition } from '../../compile/compiled.js';
import type { Issue, WarningCode } from '../../definition/issue.js';
import type { JsonObject } from '../../definition/json.js';
import type { Page, PageRequest } from './page.js';

/**
 * A definitionId within one scope of one workspace: the whole workspace (both null), an organization, or a
 * document of an organization. Compared byte for byte.
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
  /** As its author wrote it, without secrets. */
  readonly authored: JsonObject;
  /** Its secrets, opaque to the store; null: it has none. */
  readonly sealedSecrets: string | null;
  /** The form that runs are interpreted from. */
  readonly compiled: CompiledDefinition;
  /** What the linter advised against when it was written. */
  readonly warnings: readonly Issue<WarningCode>[];
  /** When version 1 was created; ms since the epoch. */
  readonly createdAt: number;
  /** When this version was added. */
  readonly updatedAt: number;
}

/** What the newest version of an active definition is. */
export interface DefinitionHead {
  /** Id of the definition itself. */
  readonly uid: string;
  /** Number of its newest version. */
  readonly version: number;
}

/** What somebody took for the newest version at a key, some time ago. */
export interface KnownHead extends DefinitionKey {
  /** null: there was no active definition. */
  readonly head: DefinitionHead | null;
}

/** One version of a definition, by the id that outlives deletion. */
export interface DefinitionRef {
  readonly workspaceId: string;
  /** Id of the definition itself; a deleted one never shares it with what replaces it. */
  readonly uid: string;
  /** Number of the version, from 1. */
  readonly version: number;
}

/** Where definitions and their versions are kept. */
export interface DefinitionStore {
  /** Keeps version 1. `exists`: an active definition has this key; of several racing callers one succeeds. */
  createDefinition(first: DefinitionVersion): Promise<'created' | 'exists'>;

  /**
   * Keeps `next` if it follows the newest version (`next.version - 1`). `conflict`: it does not, any more;
   * `absent`: no active definition has this uid. Of several racing callers one succeeds.
   */
  addDefinitionVersion(next: DefinitionVersion): Promise<'added' | 'conflict' | 'absent'>;

  /**
   * Makes the definition absent for all that looks for active ones, unless an execution of any of its versions
   * is not terminal (`in-use`). MUST be serialised with the commit that creates an execution: after `deleted`
   * no execution of it is created, and for an execution that was created first the result is `in-use`. Versions stay
   * readable by reference, for executions that have ended.
   */
  deleteDefinition(ref: {
    readonly workspaceId: string;
    readonly uid: string;
  }): Promise<'deleted' | 'in-use' | 'absent'>;

  /** For each key the head of the active definition, or null. Reads what is committed, never a cache. */
  findDefinitions(keys: readonly DefinitionKey[]): Promise<(DefinitionHead | null)[]>;

  /** For each reference the version, deleted definitions included, or null. */
  loadDefinitions(refs: readonly DefinitionRef[]): Promise<(DefinitionVersion | null)[]>;

  /** Newest versions of the active definitions of exactly one scope, in a stable order. */
  listDefinitions(
    scope: Omit<DefinitionKey, 'definitionId'>,
    page: PageRequest,
  ): Promise<Page<DefinitionVersion>>;
}
