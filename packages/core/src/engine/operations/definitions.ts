/** `definitions/*` (contract sections 2 and 10). */
import type { Definition } from '../../definition/definition.js';
import { type JsonObject, type JsonValue, isPlainObject } from '../../definition/json.js';
import { isReservedId } from '../../interpreter/own-runs.js';
import type { DefinitionKey, DefinitionVersion } from '../../ports/store/definitions.js';
import type { PageRequest } from '../../ports/store/page.js';
import type { EngineContext } from '../context.js';
import type { ScopeIds } from '../caches/definitions.js';
import { ApprovalError, invalidArgument } from '../errors.js';
import {
  type DeleteDefinitionRequest,
  type GetDefinitionRequest,
  type ListDefinitionsRequest,
  type UpdateDefinitionRequest,
  type ValidateDefinitionRequest,
  deleteDefinition,
  getDefinition,
  listDefinitions,
  validateTarget,
} from '../shapes/definitions/requests.js';
import { NO_SECRETS } from '../secrets/definition-secrets.js';
import {
  type DefinitionView,
  type Validation,
  viewCompiled,
  viewDefinition,
} from '../shapes/definitions/views.js';
import { type PageView, pageRequest } from '../shapes/shared/page.js';
import type { DeleteDefinitionResult, EnsureResult } from '../shapes/results.js';
import { readUpdate, updated } from './definition-update.js';
import { DefinitionVersions } from './definition-versions.js';
import { listWithin } from './listing.js';
import { operate, operateReading } from './operation.js';

/** How often somebody else may be faster. */
const MAX_ENSURES = 100;

/** Operations on the definitions of one workspace. Each of them rejects with an `ApprovalError`. */
export class DefinitionOperations {
  private readonly context: EngineContext;
  private readonly workspaceId: string;
  private readonly versions: DefinitionVersions;

  constructor(context: EngineContext, workspaceId: string) {
    this.context = context;
    this.workspaceId = workspaceId;
    this.versions = new DefinitionVersions(context, workspaceId);
  }

  /**
   * Keeps a new definition as version 1.
   * @throws INVALID_ARGUMENT with everything that is wrong in `details.issues`; ALREADY_EXISTS.
   * @example
   * ```ts
   * import { ApprovalError, createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * const draft = {
   *   definitionId: 'sign-off',
   *   name: 'Sign-off',
   *   nodes: [{ nodeId: 'legal', type: 'human' as const }],
   *   edges: [{ from: 'legal', to: 'archive' }],
   * };
   * const refused: unknown = await engine.definitions.create(draft).catch((error: unknown) => error);
   * if (refused instanceof ApprovalError) console.log(refused.status); // → INVALID_ARGUMENT
   * await engine.stop();
   * ```
   */
  create(definition: Definition): Promise<DefinitionView> {
    return operate(this.context, async () => {
      const json = this.context.parser.json(definition);
      refuseReserved(json);
      const first = await this.versions.first(json);
      const result = await this.context.store.createDefinition(first);
      if (result === 'created') return viewDefinition(first);
      throw new ApprovalError(
        'ALREADY_EXISTS',
        `there is a definition "${first.definitionId}" in this scope already`,
      );
    });
  }

  /**
   * Keeps a new version; runs that are under way stay on theirs. Fields that are present replace, absent ones
   * stay, `null` takes an optional one away.
   * @throws FAILED_PRECONDITION when `ifVersion` is not the newest version; NOT_FOUND; INVALID_ARGUMENT.
   */
  update(request: UpdateDefinitionRequest): Promise<DefinitionView> {
    return operate(this.context, async () => {
      const json = this.context.parser.json(request);
      const { definitionId, ifVersion, scope, fields, unknown } = readUpdate(json);
      refuseReserved({ definitionId });
      const current = await this.context.definitions.newest({ ...this.scope(scope), definitionId });
      if (unknown.length > 0 && current?.version !== ifVersion) throw invalidArgument(unknown);
      if (current === null) throw unknownDefinition(definitionId);
      if (current.version !== ifVersion) throw outdated(ifVersion, current.version);
      const next = await this.versions.next(current, updated(current.authored, fields), unknown);
      const result = await this.context.store.addDefinitionVersion(next);
      if (result === 'added') return viewDefinition(next);
      throw result === 'absent' ? unknownDefinition(definitionId) : outdated(ifVersion);
    });
  }

  /**
   * Sees to it that the newest version of the definition is this one: creates it, adds a version, or does nothing where they
   * mean the same. Any number of processes may do so at once, each time they start. A field that is left out is its
   * default, not kept.
   * @throws INVALID_ARGUMENT as `create`.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * const definition = {
   *   definitionId: 'check',
   *   name: 'Check',
   *   nodes: [{ nodeId: 'spelling', type: 'agent' as const, config: { agentId: '__mock__', urlPath: 'url' } }],
   *   edges: [],
   * };
   * console.log((await engine.definitions.ensure(definition)).created); // → true
   * console.log((await engine.definitions.ensure(definition)).version); // → 1
   * await engine.stop();
   * ```
   */
  ensure(definition: Definition): Promise<EnsureResult> {
    return operate(this.context, async () => {
      const json = this.context.parser.json(definition);
      refuseReserved(json);
      for (let attempt = 0; attempt < MAX_ENSURES; attempt++) {
        const ensured = await this.tryToEnsure(json);
        if (ensured !== null) return ensured;
      }
      throw new ApprovalError('UNAVAILABLE', 'the definition keeps changing; try again');
    });
  }

  /** null: somebody else was faster. */
  private async tryToEnsure(json: JsonValue): Promise<EnsureResult | null> {
    const { store, definitions } = this.context;
    const first = await this.versions.first(json);
    const current = await definitions.newest(first);
    if (current === null) {
      if ((await store.createDefinition(first)) !== 'created') return null;
      return { created: true, updated: false, version: 1, definition: viewDefinition(first) };
    }
    const { version } = current;
    if (await this.versions.meanTheSame(current, first)) {
      return { created: false, updated: false, version, definition: viewDefinition(current) };
    }
    // A secret that is replaced goes on signing for a while, as after an update; one that is left out is a fault.
    const next = await this.versions.next(current, json);
    if ((await store.addDefinitionVersion(next)) !== 'added') return null;
    return { created: false, updated: true, version: version + 1, definition: viewDefinition(next) };
  }

  /**
   * The newest version, or the one asked for, of the most specific definition: document, then organization, then
   * workspace.
   * @throws NOT_FOUND
   */
  get(request: GetDefinitionRequest): Promise<DefinitionView> {
    return operate(this.context, async () => {
      const { definitionId, version, ...scope } = this.context.parser.parse(getDefinition, request);
      const newest = await this.context.definitions.mostSpecific(this.workspaceId, definitionId, scope);
      if (newest === null) throw unknownDefinition(definitionId);
      if (version === undefined || version === newest.version) return viewDefinition(newest);
      const { workspaceId, uid } = newest;
      const asked = await this.context.definitions.version({ workspaceId, uid, version });
      if (asked !== null) return viewDefinition(asked);
      throw new ApprovalError('NOT_FOUND', `definition "${definitionId}" has no version ${version}`);
    });
  }

  /** The active definitions of exactly one scope level; a page ends at 4 MiB. */
  list(request: ListDefinitionsRequest = {}): Promise<PageView<DefinitionView>> {
    return operateReading(this.context, async () => {
      const { organizationId, documentId, ...page } = this.context.parser.parse(listDefinitions, request);
      const scope = this.scope({ organizationId, documentId });
      const list = (slice: PageRequest) => this.context.store.listDefinitions(scope, slice);
      return listWithin({ list, view: viewDefinition, slice: 8 }, pageRequest(page));
    });
  }

  /**
   * Tombstones a definition: its id is free again, runs that have ended stay readable.
   * @throws FAILED_PRECONDITION while a run of any version is not terminal; NOT_FOUND.
   */
  delete(request: DeleteDefinitionRequest): Promise<DeleteDefinitionResult> {
    return operate(this.context, async () => {
      const { definitionId, ...scope } = this.context.parser.parse(deleteDefinition, request);
      refuseReserved({ definitionId });
      const { workspaceId, uid } = await this.current(definitionId, scope);
      const result = await this.context.store.deleteDefinition({ workspaceId, uid });
      if (result === 'absent') throw unknownDefinition(definitionId);
      if (result === 'deleted') return { deleted: true, definitionId };
      throw new ApprovalError(
        'FAILED_PRECONDITION',
        `definition "${definitionId}" has runs in flight; cancel them or wait for their end`,
      );
    });
  }

  /**
   * What `create` would say, without keeping anything; faults of the definition are the
   * result here, not an error.
   * @throws INVALID_ARGUMENT for an organizationId or documentId that there cannot be.
   */
  validate(definition: ValidateDefinitionRequest): Promise<Validation> {
    return operate(this.context, async () => {
      const given = this.context.parser.json(definition);
      if (isPlainObject(given)) {
        const { organizationId, documentId } = given;
        this.context.parser.parse(validateTarget, { organizationId, documentId });
      }
      const json = withoutScopeIds(given);
      const checked = await this.versions.check(json, NO_SECRETS);
      const warnings = views(checked.warnings);
      if (!checked.ok) return { valid: false, issues: views(checked.issues), warnings, compiled: null };
      return { valid: true, issues: [], warnings, compiled: viewCompiled(checked.compiled) };
    });
  }

  private scope({ organizationId, documentId }: ScopeIds): Omit<DefinitionKey, 'definitionId'> {
    return {
      workspaceId: this.workspaceId,
      organizationId: organizationId ?? null,
      documentId: documentId ?? null,
    };
  }

  private async current(definitionId: string, ids: ScopeIds): Promise<DefinitionVersion> {
    const found = await this.context.definitions.newest({ ...this.scope(ids), definitionId });
    if (found === null) throw unknownDefinition(definitionId);
    return found;
  }
}

const views = (issues: readonly { code: string; message: string; path: string; nodeId?: string }[]) =>
  issues.map((it) => ({ ...it }));

function withoutScopeIds(json: JsonValue): JsonValue {
  if (!isPlainObject(json)) return json;
  const { organizationId: _, documentId: __, ...definition }: JsonObject = json;
  return definition;
}

/** Ids of the engine's own definitions are nobody else's to write. */
function refuseReserved(json: JsonValue): void {
  const definitionId = isPlainObject(json) ? json['definitionId'] : null;
  if (!isReservedId(definitionId)) return;
  const message = 'is of the definitions that the engine keeps for `ask`; use another id';
  throw invalidArgument([{ code: 'reserved-id', message, path: 'definitionId' }]);
}

const unknownDefinition = (definitionId: string): ApprovalError =>
  new ApprovalError('NOT_FOUND', `there is no definition "${definitionId}"`);

const outdated = (ifVersion: number, currentVersion?: number): ApprovalError =>
  new ApprovalError(
    'FAILED_PRECONDITION',
    `version ${ifVersion} is not the newest one any more; get the definition and apply the change to that`,
    currentVersion === undefined ? {} : { currentVersion },
  );
