/** Starting executions (contract sections 2 and 9): which definition, once per idempotency key. */
import type { DispatchRequest } from '../shapes/executions/requests.js';
import { subjectOf } from '../shapes/executions/subject.js';
import type { Presentation } from '../../definition/presented.js';
import type { CommandOf } from '../../interpreter/command.js';
import { decide } from '../../interpreter/decide.js';
import { initialState } from '../../interpreter/state.js';
import type { ExecutionHeader, StartedBy } from '../../interpreter/header.js';
import type { Environment } from '../../interpreter/transition.js';
import type { Ids } from '../../ports/ids.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';
import type { Change, CommitResult, KnownExecution } from '../../ports/store/executions.js';
import type { ApprovalStore } from '../../ports/store/store.js';
import { type BatchLimits, Batcher } from '../scheduling/batcher.js';
import { type Decided, changeBetween } from './change.js';
import type { Chosen, DefinitionCache } from '../caches/definitions.js';
import { ApprovalError, refusalError } from '../errors.js';
import type { Chains } from '../record/chains.js';
import type { Pipeline } from './pipeline.js';
import type { DispatchResult } from '../shapes/results.js';
import type { Turns } from '@org/approval-internal/turns';
import { type Presenting, presentationGiven } from './presenting.js';
import { receiverOf } from '../webhooks/receiver.js';
import type { SecretService } from '../secrets/secret-service.js';

interface DispatcherOptions {
  readonly store: ApprovalStore;
  readonly definitions: DefinitionCache;
  readonly pipeline: Pipeline;
  readonly secrets: SecretService;
  readonly ids: Ids;
  readonly environment: () => Environment;
  readonly turns: Turns;
  readonly chains: Chains;
  readonly limits: BatchLimits;
}

interface DispatchOptions extends Presenting {
  /** The definition that the caller may start; without it, the most specific one. */
  readonly uid?: string;
  /** Cause of the run; a dispatch by default. */
  readonly startedBy?: StartedBy;
}

interface Starting extends Chosen {
  /** True if the heads to compare were read just now, so that they may refuse. */
  readonly isRead?: boolean;
  readonly startedBy?: StartedBy | undefined;
  readonly presenting?: Presenting;
}

/** A definition that is replaced again and again while it is dispatched is asked for so often. */
const MAX_ATTEMPTS = 10;

export class Dispatcher {
  private readonly options: DispatcherOptions;
  private readonly byKey: Batcher<{ workspaceId: string; idempotencyKey: string }, KnownExecution | null>;

  constructor(options: DispatcherOptions) {
    this.options = options;
    this.byKey = new Batcher((keys) => options.store.findByIdempotencyKeys(keys), options.limits);
  }

  async dispatch(
    workspaceId: string,
    request: DispatchRequest,
    { uid, startedBy, ...presenting }: DispatchOptions = {},
  ): Promise<DispatchResult> {
    const { definitions } = this.options;
    const isMeant = (it: DefinitionVersion) => uid === undefined || it.uid === uid;
    // Cached definitions are safe here: the commit compares them before any result is returned.
    const atHand = definitions.chosenAtHand(workspaceId, request.definitionId, request);
    const isKnown = atHand !== null && isMeant(atHand.definition);
    const started = isKnown
      ? await this.start(workspaceId, request, { ...atHand, startedBy, presenting })
      : null;
    if (started !== null) return started;
    // A replay returns before the definition is looked up: it may be gone by now.
    const replay = await this.replay(workspaceId, request);
    if (replay !== null) return replay;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const definition = await this.definition(workspaceId, request);
      if (!isMeant(definition)) break;
      const result = await this.start(workspaceId, request, { definition, startedBy, presenting });
      if (result !== null) return result;
    }
    throw new ApprovalError('UNAVAILABLE', `definition "${request.definitionId}" keeps changing; try again`);
  }

  /**
   * Starts a run of this version if it is the newest one when the run is committed; otherwise
   * returns null. A repeat under the key of the request returns the first run.
   */
  async dispatchNewest(
    definition: DefinitionVersion,
    request: Omit<DispatchRequest, 'definitionId'>,
    startedBy: StartedBy,
  ): Promise<DispatchResult | null> {
    const { workspaceId, definitionId, organizationId, documentId, uid, version } = definition;
    const key = { workspaceId, definitionId, organizationId, documentId };
    const knownHeads = [{ ...key, head: { uid, version } }];
    const whole = { ...request, definitionId };
    try {
      return await this.start(workspaceId, whole, { definition, knownHeads, isRead: true, startedBy });
    } catch (error) {
      // An earlier version may have taken what this one refuses.
      const replay = error instanceof ApprovalError ? await this.replay(workspaceId, whole) : null;
      if (replay !== null) return replay;
      throw error;
    }
  }

  /** Commits a run of the definition that was chosen. null: another one is to be chosen. */
  private async start(
    workspaceId: string,
    request: DispatchRequest,
    { definition, knownHeads, isRead = false, startedBy, presenting = {} }: Starting,
  ): Promise<DispatchResult | null> {
    const isCached = knownHeads !== undefined && !isRead;
    const presentation = this.presentation(definition, request, { presenting, isCached });
    if (presentation === null) return null;
    const header = this.header(workspaceId, request, definition, startedBy);
    const { executionId, correlationId } = header;
    const { webhookSecret } = request;
    const sealedSecret =
      webhookSecret === undefined ? null : await this.options.secrets.sealRun(header, webhookSecret);
    // Many calls may have waited for one answer of the store.
    const pause = this.options.turns.pause();
    if (pause !== null) await pause;
    const change = this.firstChange(header, definition, {
      ...{ sealedSecret, knownHeads, isCached, presentation },
    });
    if (change === null) return null;
    const result = await this.options.pipeline.create(change);
    if (result.kind === 'committed') return { executionId, correlationId, deduplicated: false };
    return result.kind === 'duplicate' ? this.replay(workspaceId, request) : null;
  }

  /**
   * Creates an execution with this header. @throws ApprovalError when its definition refuses it.
   */
  async create(header: ExecutionHeader, definition: DefinitionVersion): Promise<CommitResult['kind']> {
    const change = this.firstChange(header, definition, { sealedSecret: null, isCached: false });
    if (change === null) throw new Error('only a known head may be outdated');
    return (await this.options.pipeline.create(change)).kind;
  }

  /** null: refused on cached data, so that only fresh data refuses. */
  private presentation(
    definition: DefinitionVersion,
    { presentation }: DispatchRequest,
    { presenting, isCached }: { readonly presenting: Presenting; readonly isCached: boolean },
  ): Presentation | undefined | null {
    try {
      return presentationGiven(definition, presentation, presenting);
    } catch (error) {
      if (isCached) return null;
      throw error;
    }
  }

  private async replay(workspaceId: string, request: DispatchRequest): Promise<DispatchResult | null> {
    const { idempotencyKey, definitionId } = request;
    if (idempotencyKey === undefined) return null;
    const known = await this.byKey.add({ workspaceId, idempotencyKey });
    if (known === null) return null;
    if (known.definitionId !== definitionId) {
      throw new ApprovalError(
        'FAILED_PRECONDITION',
        `idempotencyKey "${idempotencyKey}" was used for definition "${known.definitionId}"; use another key`,
        { recordedDefinitionId: known.definitionId },
      );
    }
    return { executionId: known.executionId, correlationId: known.correlationId, deduplicated: true };
  }

  private async definition(workspaceId: string, request: DispatchRequest): Promise<DefinitionVersion> {
    const found = await this.options.definitions.mostSpecific(workspaceId, request.definitionId, request);
    if (found !== null) return found;
    throw new ApprovalError('NOT_FOUND', `definition "${request.definitionId}" does not exist`);
  }

  private header(
    workspaceId: string,
    request: DispatchRequest,
    definition: DefinitionVersion,
    startedBy: StartedBy | undefined,
  ): ExecutionHeader {
    const { ids, environment } = this.options;
    return {
      workspaceId,
      executionId: ids.next('exec'),
      definitionUid: definition.uid,
      definitionId: definition.definitionId,
      definitionVersion: definition.version,
      correlationId: request.correlationId ?? ids.next('corr'),
      idempotencyKey: request.idempotencyKey ?? null,
      organizationId: request.organizationId ?? null,
      documentId: request.documentId ?? null,
      triggerContext: request.triggerContext ?? {},
      webhookUrl: request.webhookUrl ?? null,
      createdAt: environment().now,
      ...partiesOf(request),
      ...(startedBy !== undefined && { startedBy }),
    };
  }

  /** null: refused on cached data. No commit compares a refusal, so only fresh data may refuse. */
  private firstChange(
    header: ExecutionHeader,
    definition: DefinitionVersion,
    { sealedSecret, knownHeads, isCached, presentation }: First,
  ): Change | null {
    const before = initialState(header);
    const decision = decide(
      definition.compiled,
      before,
      { kind: 'dispatch', presentation },
      this.options.environment(),
    );
    if (!decision.ok) {
      if (isCached) return null;
      throw refusalError(decision.refusal);
    }
    const change = changeBetween(before, decision.state, {
      events: decision.events,
      jobs: decision.jobs,
      claims: [],
      receiver: receiverOf(header, definition),
      knownHeads,
      sealedSecret: sealedSecret ?? null,
    });
    return this.options.chains.chained(change, before, definition);
  }
}

type First = Pick<Decided, 'sealedSecret' | 'knownHeads'> &
  Pick<CommandOf<'dispatch'>, 'presentation'> & { readonly isCached: boolean };

/** Empty without parties in the request. */
function partiesOf(request: DispatchRequest): Pick<ExecutionHeader, 'parties'> {
  const { initiatorId, contributorIds, enforceSeparation, subject } = request;
  if ([initiatorId, contributorIds, enforceSeparation, subject].every((it) => it === undefined)) return {};
  return {
    parties: {
      initiatorId: initiatorId ?? null,
      contributorIds: [...new Set(contributorIds)],
      enforceSeparation: enforceSeparation ?? false,
      subject: subject === undefined ? null : subjectOf(subject),
    },
  };
}
