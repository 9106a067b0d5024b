/** Creates the run of a subflow step, once, however often its start is repeated. */
import { RUN_KEY_PREFIX } from '../../interpreter/child-runs.js';
import type { RunToStart } from '../../interpreter/command.js';
import type { ExecutionHeader } from '../../interpreter/header.js';
import { isPlainObject } from '../../definition/json.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';
import type { DefinitionCache } from '../caches/definitions.js';
import { ApprovalError } from '../errors.js';
import type { Dispatcher } from './dispatcher.js';
import type { Pipeline } from './pipeline.js';

interface ChildStarterOptions {
  readonly definitions: DefinitionCache;
  readonly pipeline: Pipeline;
  readonly dispatcher: Dispatcher;
  readonly now: () => number;
}

/** A run that exists now, or the reason why it cannot. */
export type Started =
  | { readonly ok: true; readonly run: { readonly definitionId: string; readonly definitionVersion: number } }
  | { readonly ok: false; readonly refusal: { readonly code: string; readonly message: string } };

/** A definition that is replaced again and again while it is started is asked for so often. */
const MAX_ATTEMPTS = 10;

export class ChildStarter {
  private readonly options: ChildStarterOptions;

  constructor(options: ChildStarterOptions) {
    this.options = options;
  }

  async start(workspaceId: string, run: RunToStart): Promise<Started> {
    const known = await this.known(workspaceId, run);
    if (known !== null) return known;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const definition = await this.definition(workspaceId, run);
      if (definition === null) break;
      const started = await this.create(workspaceId, run, definition);
      if (started !== null) return started;
      if (!run.isNewest) break;
    }
    const message = `definition "${run.definitionId}" does not exist any more, or its version is gone`;
    return { ok: false, refusal: { code: 'subflow-definition-gone', message } };
  }

  /** null: the definition is gone. */
  private async create(
    workspaceId: string,
    run: RunToStart,
    definition: DefinitionVersion,
  ): Promise<Started | null> {
    const { definitionId, version: definitionVersion } = definition;
    try {
      const result = await this.options.dispatcher.create(
        this.header(workspaceId, run, definition),
        definition,
      );
      if (result === 'committed') return { ok: true, run: { definitionId, definitionVersion } };
      if (result === 'definition-gone') return null;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      return { ok: false, refusal };
    }
    return (await this.known(workspaceId, run)) ?? lost(run);
  }

  private async known(workspaceId: string, { executionId }: RunToStart): Promise<Started | null> {
    const state = await this.options.pipeline.load({ workspaceId, executionId });
    if (state === null) return null;
    const { definitionId, definitionVersion } = state;
    return { ok: true, run: { definitionId, definitionVersion } };
  }

  private definition(workspaceId: string, run: RunToStart): Promise<DefinitionVersion | null> {
    const { definitions } = this.options;
    const { definitionId, pin, isNewest } = run;
    if (pin !== null) return definitions.version({ workspaceId, uid: pin.uid, version: pin.version });
    if (!isNewest) return Promise.resolve(null);
    const organizationId = run.organizationId ?? undefined;
    const documentId = run.documentId ?? undefined;
    return definitions.mostSpecific(workspaceId, definitionId, { organizationId, documentId });
  }

  private header(workspaceId: string, run: RunToStart, definition: DefinitionVersion): ExecutionHeader {
    const { executionId, correlationId, organizationId, documentId, triggerContext, parties, parent } = run;
    return {
      workspaceId,
      executionId,
      definitionUid: definition.uid,
      definitionId: definition.definitionId,
      definitionVersion: definition.version,
      correlationId,
      idempotencyKey: `${RUN_KEY_PREFIX}${executionId}`,
      organizationId,
      documentId,
      triggerContext,
      webhookUrl: null,
      createdAt: this.options.now(),
      ...(parties !== null && { parties }),
      parent,
      startedBy: { kind: 'step', triggerId: null, id: null },
    };
  }
}

/** The key is taken, and the run is not there: it was deleted. */
const lost = ({ executionId }: RunToStart): Started => ({
  ok: false,
  refusal: { code: 'subflow-failed', message: `the run "${executionId}" does not exist any more` },
});

/** Refusals of the run for its own reasons. Other errors are tried again. */
function refusalOf(error: unknown): { code: string; message: string } | null {
  if (!(error instanceof ApprovalError)) return null;
  if (error.status !== 'INVALID_ARGUMENT' && error.status !== 'FAILED_PRECONDITION') return null;
  const { code, issues } = error.details as { code?: unknown; issues?: readonly unknown[] };
  const [first] = issues ?? [];
  const named = code ?? (isPlainObject(first) ? first['code'] : undefined);
  return { code: typeof named === 'string' ? named : 'subflow-failed', message: error.message };
}
