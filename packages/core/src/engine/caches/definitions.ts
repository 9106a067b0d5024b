/**
 * Versions of definitions never change, so they are read once. The newest version is read each
 * time, or taken from memory where the commit of the run compares it.
 */
import { withResults } from '../../compile/with-results.js';
import { isReservedId } from '../../interpreter/own-runs.js';
import type { ExecutionHeader } from '../../interpreter/header.js';
import type {
  DefinitionHead,
  DefinitionKey,
  DefinitionRef,
  DefinitionVersion,
  KnownHead,
} from '../../ports/store/definitions.js';
import type { ApprovalStore } from '../../ports/store/store.js';
import { type BatchLimits, Batcher } from '../scheduling/batcher.js';
import { ApprovalError, unknownExecution } from '../errors.js';
import { remembered } from '../scheduling/lru.js';

const CACHED_VERSIONS = 1_000;
const CACHED_HEADS = 10_000;

export interface ScopeIds {
  readonly organizationId?: string | undefined;
  readonly documentId?: string | undefined;
}

type RunsOn = Pick<ExecutionHeader, 'workspaceId' | 'definitionUid' | 'definitionVersion'>;
type Named = Pick<ExecutionHeader, 'executionId' | 'definitionId'>;

/** A definition for a new run, and the versions it was chosen by. */
export interface Chosen {
  readonly definition: DefinitionVersion;
  /** Absent: it was read just now. */
  readonly knownHeads?: readonly KnownHead[];
}

export class DefinitionCache {
  private readonly knownHeads = remembered<KnownHead>(CACHED_HEADS);
  private readonly versions = remembered<DefinitionVersion>(CACHED_VERSIONS);
  private readonly heads: Batcher<DefinitionKey, DefinitionHead | null>;
  private readonly loads: Batcher<DefinitionRef, DefinitionVersion | null>;

  constructor(store: ApprovalStore, limits: BatchLimits) {
    this.heads = new Batcher((keys) => store.findDefinitions(keys), limits);
    this.loads = new Batcher((refs) => store.loadDefinitions(refs), limits);
  }

  /** The newest version of the active definition at exactly this key, or null. */
  async newest(key: DefinitionKey): Promise<DefinitionVersion | null> {
    const head = await this.heads.add(key);
    return head === null ? null : this.version({ workspaceId: key.workspaceId, ...head });
  }

  /** The most specific one: of the document, then of the organization, then of the workspace. */
  async mostSpecific(
    workspaceId: string,
    definitionId: string,
    scope: ScopeIds,
  ): Promise<DefinitionVersion | null> {
    const heads = await Promise.all(
      levelsOf(scope).map((level) => this.headAt({ workspaceId, definitionId, ...level })),
    );
    const head = heads.find((it) => it !== null);
    return head ? this.version({ workspaceId, ...head }) : null;
  }

  private async headAt(key: DefinitionKey): Promise<DefinitionHead | null> {
    const head = await this.heads.add(key);
    this.knownHeads.set(textOf(key), { ...key, head });
    return head;
  }

  /** The same from memory, possibly outdated; null when part of it is unknown or missing. */
  chosenAtHand(workspaceId: string, definitionId: string, scope: ScopeIds): Chosen | null {
    const knownHeads: KnownHead[] = [];
    for (const level of levelsOf(scope)) {
      const known = this.knownHeads.get(textOf({ workspaceId, definitionId, ...level }));
      if (known === undefined) return null;
      knownHeads.push(known);
      if (known.head === null) continue;
      const definition = this.cached({ workspaceId, ...known.head });
      return definition === null ? null : { definition, knownHeads };
    }
    return null;
  }

  async version(ref: DefinitionRef): Promise<DefinitionVersion | null> {
    const known = this.cached(ref);
    if (known !== null) return known;
    const loaded = await this.loads.add(ref);
    if (loaded === null) return null;
    const version = { ...loaded, compiled: withResults(loaded.compiled) };
    this.versions.set(keyOf(ref), version);
    return version;
  }

  private cached(ref: DefinitionRef): DefinitionVersion | null {
    const known = this.versions.get(keyOf(ref));
    return known?.workspaceId === ref.workspaceId ? known : null;
  }

  /** The version that an execution runs on, if it is at hand. */
  cachedOf({
    workspaceId,
    definitionUid: uid,
    definitionVersion: version,
  }: RunsOn): DefinitionVersion | null {
    return this.cached({ workspaceId, uid, version });
  }

  /** Returns the version of an execution; it is stored as long as the execution. */
  async ofExecution(execution: RunsOn & Named): Promise<DefinitionVersion> {
    const { workspaceId, definitionUid: uid, definitionVersion: version } = execution;
    const found = await this.version({ workspaceId, uid, version });
    if (found !== null) return found;
    // A question's definition is deleted with its last run: retention has removed both since.
    if (isReservedId(execution.definitionId)) throw unknownExecution(execution.executionId);
    throw new ApprovalError('INTERNAL', 'the store has lost a definition that an execution runs on');
  }
}

const keyOf = ({ uid, version }: DefinitionRef): string => `${uid} ${version}`;

/** Ids hold no control characters. */
const textOf = ({ workspaceId, definitionId, organizationId, documentId }: DefinitionKey): string =>
  `${workspaceId}\0${definitionId}\0${organizationId ?? ''}\0${documentId ?? ''}`;

type Level = Pick<DefinitionKey, 'organizationId' | 'documentId'>;

function levelsOf({ organizationId, documentId }: ScopeIds): Level[] {
  const workspace: Level = { organizationId: null, documentId: null };
  if (organizationId === undefined) return [workspace];
  const organization: Level = { organizationId, documentId: null };
  if (documentId === undefined) return [organization, workspace];
  return [{ organizationId, documentId }, organization, workspace];
}
