/** Runs in which people decide: started, read, ended. */
import {
  ApprovalError,
  type DefinitionView,
  type ErrorStatus,
  type ExecutionView,
  type JsonObject,
  type StepView,
} from '@org/approval-core';
import {
  PERMIT_KEY_PREFIX,
  isAfterExhausted,
  loopAround,
  loopsOf,
  remembered,
} from '@org/approval-core/internal';
import { type DefinitionFault, definitionFaults } from '../policy/definition-guard.js';
import type { StoredAsk, StoredPermit } from '../store/permit-store.js';
import type { GateOptions } from '../gate-options.js';
import type { Ask } from '../types.js';
import { type Overriders, grantedIn, overridersIn } from './verdict.js';

export const permitKey = (permitId: string): string => `${PERMIT_KEY_PREFIX}${permitId}`;

const MAX_CHECKED = 500;

/** Statuses that retries do not help with: the rule or its definition is at fault. */
const LASTING: ReadonlySet<ErrorStatus> = new Set(['NOT_FOUND', 'INVALID_ARGUMENT', 'FAILED_PRECONDITION']);

const isOf = (error: unknown, ...statuses: readonly ErrorStatus[]): boolean =>
  error instanceof ApprovalError && statuses.includes(error.status);

/** The host takes part in the commit and may decide differently later. */
const isHostRefusal = (error: unknown): boolean =>
  error instanceof ApprovalError && error.details.code === 'host-refused';

type Place = Pick<Ask, 'definitionId' | 'organizationId' | 'documentId' | 'grantNodeId'>;

export class Runs {
  private readonly engine: GateOptions['engine'];
  /** Cached faults of definition versions, by everything that determines them; the newest ones. */
  private readonly checked = remembered<readonly DefinitionFault[]>(MAX_CHECKED);

  constructor(engine: GateOptions['engine']) {
    this.engine = engine;
  }

  /**
   * Returns the faults of the definition that a rule names, in its newest version or the given one.
   */
  async faults(workspaceId: string, place: Place, version?: number): Promise<readonly DefinitionFault[]> {
    const { definitionId, organizationId, documentId, grantNodeId } = place;
    try {
      const definition = await this.of(workspaceId).definitions.get({
        definitionId,
        ...(organizationId !== undefined && { organizationId }),
        ...(documentId !== undefined && { documentId }),
        ...(version !== undefined && { version }),
      });
      const { scope, createdAt, updatedAt } = definition;
      const key = JSON.stringify([
        workspaceId,
        definitionId,
        scope,
        definition.version,
        createdAt,
        updatedAt,
        grantNodeId,
      ]);
      const known = this.checked.get(key) ?? definitionFaults(definition, grantNodeId);
      this.checked.set(key, known);
      return known;
    } catch (error) {
      if (!isOf(error, 'NOT_FOUND')) throw error;
      return [
        { code: 'definition-missing', message: `definition "${definitionId}" does not exist; create it` },
      ];
    }
  }

  /**
   * Returns the run of a permit: started now, or the existing one. null if none can be. `isFaulty`:
   * it runs a version that the rule may not grant by.
   */
  async start(permit: StoredPermit): Promise<{ executionId: string; isFaulty: boolean } | null> {
    const { workspaceId, ask } = permit;
    if (ask === null) return null;
    try {
      const executionId = await this.dispatch(permit, ask);
      // The newest version may differ from the one checked before.
      const run = await this.load(workspaceId, executionId);
      const faults = run === null ? [] : await this.faults(workspaceId, placeOf(ask), run.definitionVersion);
      return { executionId, isFaulty: faults.length > 0 };
    } catch (error) {
      if (error instanceof ApprovalError && LASTING.has(error.status)) return null;
      throw error;
    }
  }

  /** Returns null if it was deleted. */
  async load(workspaceId: string, executionId: string): Promise<ExecutionView | null> {
    try {
      return await this.of(workspaceId).executions.get({ executionId });
    } catch (error) {
      if (isOf(error, 'NOT_FOUND')) return null;
      throw error;
    }
  }

  /** True when a user may read the run: as a party of it, or as a substitute who may decide now. */
  async isReader(workspaceId: string, executionId: string, userId: string): Promise<boolean> {
    try {
      await this.engine.forWorkspace(workspaceId, { readsAs: userId }).executions.get({ executionId });
      return true;
    } catch (error) {
      if (isOf(error, 'NOT_FOUND')) return false;
      throw error;
    }
  }

  /** Finds who overrode which step of a run; skipped if no step was overridden. */
  async overriders(workspaceId: string, run: ExecutionView): Promise<Overriders> {
    if (!run.steps.some((it) => it.overridden)) return new Map();
    const found = new Map<string, string>();
    const { executionId } = run;
    for (let sinceSeq = 0; ;) {
      const page = await this.of(workspaceId).executions.getEvents({
        ...{ executionId, sinceSeq, pageSize: 500 },
        includeInternal: true,
      });
      for (const [stepId, actorId] of overridersIn(page.events)) found.set(stepId, actorId);
      if (!page.hasMore) return found;
      sinceSeq = page.nextCursor;
    }
  }

  /**
   * True when people sent back what the grant node depends on after it had granted: its loop began
   * again, and it has not granted in the last iteration; or a rejection there exhausted the loop.
   * Also true when the definition was deleted or replaced, because its loops are unknown then.
   */
  async isRewound({ workspaceId, ask }: StoredPermit, run: ExecutionView): Promise<boolean> {
    const last = ask === null ? null : grantedIn(run, ask.grantNodeId);
    if (ask === null || last === null) return false;
    const later = run.steps.filter((it) => it.iteration > last);
    const afterLoops = run.steps.filter((it) => isAfterExhausted(it.stepId));
    if (later.length === 0 && afterLoops.length === 0) return false;
    const { definitionVersion: version } = run;
    const { grantNodeId, ...scope } = placeOf(ask);
    try {
      const definition = await this.of(workspaceId).definitions.get({ ...scope, version });
      if (!canBeOf(run, definition)) return true;
      const around = loopAround(definition.compiled, grantNodeId);
      if (around === null) return false;
      const { loopId, bodyNodeIds } = around;
      return (
        later.some((it) => bodyNodeIds.includes(it.nodeId)) ||
        afterLoops.some((it) => isAfterExhausted(it.stepId, loopId))
      );
    } catch (error) {
      if (isOf(error, 'NOT_FOUND')) return true;
      throw error;
    }
  }

  /**
   * Ends the run of an ended permit. A run that may not have started is started first, so that it
   * cannot start later. false: the host's `onCommit` refuses that for now, and it is tried again
   * later.
   */
  async close(permit: StoredPermit): Promise<boolean> {
    const { workspaceId, state, ask } = permit;
    if (permit.executionId === null && ask === null) return true;
    try {
      const executionId = permit.executionId ?? (await this.dispatch(permit, ask as StoredAsk));
      await this.of(workspaceId).executions.cancel({ executionId, reason: `permit-${state}` });
      return true;
    } catch (error) {
      if (isHostRefusal(error)) return false;
      // It has ended otherwise, was deleted, or cannot be cancelled.
      if (error instanceof ApprovalError && LASTING.has(error.status)) return true;
      throw error;
    }
  }

  private async dispatch(permit: StoredPermit, ask: StoredAsk): Promise<string> {
    const { executionId } = await this.of(permit.workspaceId).executions.dispatch(dispatchOf(permit, ask));
    return executionId;
  }

  private of(workspaceId: string) {
    return this.engine.forWorkspace(workspaceId);
  }
}

/**
 * True when the run can belong to the definition. A definition made after the run does not match,
 * and neither does one of a wider scope that lacks nodes or loops of the run.
 */
function canBeOf(
  { createdAt, steps }: ExecutionView,
  definition: Pick<DefinitionView, 'createdAt' | 'nodes' | 'compiled'>,
): boolean {
  const loops = loopsOf(definition.compiled);
  const known = new Set(definition.nodes.map((it) => it['nodeId']));
  const repeated = new Set(loops.flatMap((it) => it.bodyNodeIds));
  const isKnown = ({ nodeId, iteration, stepId }: StepView) =>
    known.has(nodeId) &&
    (iteration === 1 || repeated.has(nodeId)) &&
    (!isAfterExhausted(stepId) || loops.some(({ loopId }) => isAfterExhausted(stepId, loopId)));
  return definition.createdAt <= createdAt && steps.every(isKnown);
}

const placeOf = ({ definitionId, organizationId, documentId, grantNodeId }: StoredAsk): Place => ({
  definitionId,
  grantNodeId,
  organizationId: organizationId ?? undefined,
  documentId: documentId ?? undefined,
});

function dispatchOf(permit: StoredPermit, ask: StoredAsk) {
  const { definitionId, organizationId, documentId, presentation } = ask;
  const {
    permitId,
    ref,
    asked: call,
    askedDigest: digest,
    requester,
    reason,
    batchId,
    policyVersion,
  } = permit;
  const shown = { permitId, ref, call, digest, revision: 1, requester, reason, batchId, policyVersion };
  return {
    definitionId,
    ...(organizationId !== null && { organizationId }),
    ...(documentId !== null && { documentId }),
    idempotencyKey: permitKey(permitId),
    triggerContext: { permit: shown } as unknown as JsonObject,
    subject: { digest },
    ...(presentation !== undefined && { presentation }),
    initiatorId: requester.onBehalfOf ?? requester.principal,
    contributorIds: [requester.principal],
  };
}
