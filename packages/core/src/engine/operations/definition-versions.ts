/** New versions of definitions: checked, compiled, and without their secrets. */
import { type CompiledOrIssues, compileInSteps } from '../../compile/compile-definition.js';
import { asAuthored } from '../../definition/as-returned.js';
import { type DefinitionScope, definitionSchema } from '../../definition/definition.js';
import type { InSteps } from '../../definition/in-steps.js';
import { capped } from '../../definition/issue-list.js';
import type { ErrorCode, Issue } from '../../definition/issue.js';
import type { JsonObject, JsonValue } from '../../definition/json.js';
import type { WebhookConfig } from '../../definition/webhooks.js';
import type { RegisteredAgents } from '../../lint/rule.js';
import type { Agents } from '../../ports/agents.js';
import type { DefinitionKey, DefinitionVersion } from '../../ports/store/definitions.js';
import type { EngineContext } from '../context.js';
import { invalidArgument, internal } from '../errors.js';
import {
  type DefinitionSecrets,
  type KnownSecrets,
  NOTHING_KNOWN,
  separateSecrets,
} from '../secrets/definition-secrets.js';
import { callIssues, definitionIssues } from '../webhooks/check.js';
import { findPins, hasSubflows } from './pins.js';
import { meanTheSame } from './ensure.js';

/** Parts that versions are made with. */
export type MakingVersions = Pick<
  EngineContext,
  | 'clock'
  | 'ids'
  | 'environment'
  | 'agents'
  | 'channels'
  | 'directory'
  | 'transport'
  | 'mayCall'
  | 'hasCallbacks'
  | 'secrets'
  | 'checks'
  | 'turns'
  | 'parser'
  | 'definitions'
>;

export class DefinitionVersions {
  private readonly context: MakingVersions;
  private readonly workspaceId: string;

  constructor(context: MakingVersions, workspaceId: string) {
    this.context = context;
    this.workspaceId = workspaceId;
  }

  /**
   * Returns the unsaved version 1 of a definition.
   * @throws INVALID_ARGUMENT with every fault.
   */
  first(json: JsonValue): Promise<DefinitionVersion> {
    const now = this.context.clock.now();
    return this.version(json, NOTHING_KNOWN, {
      workspaceId: this.workspaceId,
      uid: this.context.ids.next('def'),
      version: 1,
      createdAt: now,
      updatedAt: now,
    });
  }

  /**
   * Returns the unsaved version after `current`; `further` has the faults found so far.
   * @throws INVALID_ARGUMENT with every fault.
   */
  async next(
    current: DefinitionVersion,
    json: JsonValue,
    further: readonly Issue<ErrorCode>[] = [],
  ): Promise<DefinitionVersion> {
    const { workspaceId, uid, version, createdAt } = current;
    const updatedAt = this.context.clock.now();
    const identity = { workspaceId, uid, version: version + 1, createdAt, updatedAt };
    return this.version(json, await this.known(current), identity, further);
  }

  /** Resolves to true if two versions mean the same, including secrets. */
  async meanTheSame(a: DefinitionVersion, b: DefinitionVersion): Promise<boolean> {
    const { secrets } = this.context;
    const [before, after] = [await secrets.openDefinition(a), await secrets.openDefinition(b)];
    return this.inTurns(meanTheSame({ version: a, secrets: before }, { version: b, secrets: after }));
  }

  /** Returns the compiled definition or every fault: of shape, rules, webhooks, and `further`. */
  async check(
    json: JsonValue,
    known: DefinitionSecrets,
    further: readonly Issue<ErrorCode>[] = [],
  ): Promise<CompiledOrIssues> {
    const { definitions } = this.context;
    const pins = hasSubflows(json)
      ? await findPins(definitions, this.workspaceId, json, (it) => this.inTurns(it))
      : undefined;
    const steps = compileInSteps(json, {
      ...(pins !== undefined && { pins }),
      maxStepsPerExecution: this.context.environment().maxStepsPerExecution,
      agentIds: registeredIn(this.context.agents),
      hasDirectory: this.context.directory !== null,
      hasTransport: this.context.transport?.call !== undefined,
      hasCallbacks: this.context.hasCallbacks,
      channels: this.context.channels,
      calendars: new Set(this.context.environment().calendars?.keys()),
    });
    const checked = await this.inTurns(steps);
    const issues = capped([
      ...further,
      ...(checked.ok ? [] : checked.issues),
      ...definitionIssues(this.context.transport, json, known),
      ...callIssues({ ...this.context, workspaceId: this.workspaceId }, json, known),
    ]);
    return issues.length === 0 ? checked : { ok: false, issues, warnings: checked.warnings };
  }

  /** Compiles one definition at a time, so that intermediate data is in memory only once. */
  private async inTurns<T>(steps: InSteps<T>): Promise<T> {
    const { checks, turns } = this.context;
    // The store has no part in it: a fault here would be one at every further try.
    const done = await checks.within(() => turns.through(steps)).catch(throwInternal);
    // Storing and showing the result start in a fresh turn.
    await turns.pause();
    return done;
  }

  private async version(
    given: JsonValue,
    known: KnownSecrets,
    identity: Pick<DefinitionVersion, 'workspaceId' | 'uid' | 'version' | 'createdAt' | 'updatedAt'>,
    further: readonly Issue<ErrorCode>[] = [],
  ): Promise<DefinitionVersion> {
    const json = this.context.parser.normalized(definitionSchema, asAuthored(given));
    const checked = await this.check(json, known.secrets, further);
    if (!checked.ok) throw invalidArgument(checked.issues);
    const { definition, compiled, warnings } = checked;
    const now = this.context.clock.now();
    const { authored, secrets } = separateSecrets(json as JsonObject, definition, known, now);
    return {
      ...identity,
      definitionId: definition.definitionId,
      ...scopeKey(definition.scope),
      authored,
      sealedSecrets: await this.context.secrets.sealDefinition(identity, secrets),
      compiled,
      warnings,
    };
  }

  private async known(current: DefinitionVersion): Promise<KnownSecrets> {
    const config = current.authored['webhookConfig'] as WebhookConfig | undefined;
    return {
      secrets: await this.context.secrets.openDefinition(current),
      webhookUrl: config?.url ?? null,
    };
  }
}

function scopeKey(scope: DefinitionScope | undefined): Pick<DefinitionKey, 'organizationId' | 'documentId'> {
  if (scope?.level === 'organization') return { organizationId: scope.organizationId, documentId: null };
  if (scope?.level === 'document')
    return { organizationId: scope.organizationId, documentId: scope.documentId };
  return { organizationId: null, documentId: null };
}

/** Agents as `agent-caller.ts` finds them: a proxy may have more keys than it lists. */
const registeredIn = (agents: Agents): RegisteredAgents => ({
  has: (agentId) => Object.hasOwn(agents, agentId),
  [Symbol.iterator]: () => Object.keys(agents)[Symbol.iterator](),
});

function throwInternal(error: unknown): never {
  throw internal(error);
}
