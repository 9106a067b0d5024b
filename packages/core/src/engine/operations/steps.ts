/** `steps/*` (contract sections 7, 8 and 10). */
import type { CompiledDefinition } from '../../compile/compiled.js';
import { separatedFrom } from '../../interpreter/people/excluded.js';
import type { StepState } from '../../interpreter/state.js';
import type { WaitingStep } from '../../ports/store/executions.js';
import type { PageRequest } from '../../ports/store/page.js';
import { ownUser } from '../caller.js';
import { ApprovalError } from '../errors.js';
import {
  type CancelStepRequest,
  type CompleteDeferredRequest,
  type ListWaitingRequest,
  type RecordAgentResolutionRequest,
  type RecordReviewerDecisionRequest,
  type ResolveStepRequest,
  cancelStep,
  completeDeferred,
  listWaiting,
  recordAgentResolution,
  recordReviewerDecision,
  resolveStep,
} from '../shapes/steps/requests.js';
import { type PageView, pageRequest } from '../shapes/shared/page.js';
import type {
  CancelStepResult,
  CompleteDeferredResult,
  ResolveStepResult,
  ReviewResult,
} from '../shapes/results.js';
import { type WaitingItem, viewWaiting } from '../shapes/steps/waiting.js';
import { fingerprintOf } from '../scheduling/encoding.js';
import { boundToQuery } from './bound-cursor.js';
import { listWithin } from './listing.js';
import { operate, operateReading } from './operation.js';
import { ReviewOperations } from './review.js';

/** Operations on the steps of one workspace. Each of them rejects with an `ApprovalError`. */
export class StepOperations extends ReviewOperations {
  /**
   * Records what a reviewer decided. Without a decision rule the step resolves when every mandatory reviewer approved, or
   * when anybody rejected. The same decision again is `recorded: false`.
   * @throws NOT_FOUND; PERMISSION_DENIED for somebody who is not a reviewer of the step; FAILED_PRECONDITION when
   * the step is not waiting, for the other decision of the same reviewer (`details.recordedDecision`), and with
   * `details.code` `not-asked-yet`, `abstain-not-allowed`, `answered-already`, `already-asked`, `claimed`, `stale-round` or
   * `subject-changed`; INVALID_ARGUMENT for a reason, reason code, values or digest that the node asks for otherwise.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * await engine.definitions.create({
   *   definitionId: 'sign-off',
   *   name: 'Sign-off',
   *   nodes: [
   *     {
   *       nodeId: 'legal',
   *       type: 'human',
   *       config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject: { routeToNodeId: 'rework' } },
   *     },
   *     { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
   *   ],
   *   edges: [],
   * });
   * const { executionId } = await engine.executions.dispatch({ definitionId: 'sign-off' });
   * const { recorded, aggregatorStatus } = await engine.steps.recordReviewerDecision({
   *   executionId,
   *   stepId: 'step_legal',
   *   reviewerId: 'ann',
   *   decision: 'approve',
   * });
   * console.log(recorded, aggregatorStatus); // → true resolved
   * await engine.stop();
   * ```
   */
  recordReviewerDecision(request: RecordReviewerDecisionRequest): Promise<ReviewResult> {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(recordReviewerDecision, request);
      return this.decideWith(parsed, await this.absencesFor(parsed));
    });
  }

  /**
   * Resolves one finding of a blocking agent.
   * @throws NOT_FOUND; FAILED_PRECONDITION (as above, `details.recordedStatus`); INVALID_ARGUMENT for an id that
   * is none of the findings.
   */
  recordAgentResolution(request: RecordAgentResolutionRequest): Promise<ReviewResult> {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(recordAgentResolution, request);
      const { executionId, output = null, errorMessage = null, ...resolution } = parsed;
      const command = { kind: 'record-resolution', ...resolution, output, errorMessage } as const;
      return { ...(await this.submit(executionId, command)) };
    });
  }

  /**
   * Cancels an open step; what is open around it goes on.
   * @throws NOT_FOUND; FAILED_PRECONDITION when the step has ended.
   */
  cancel(request: CancelStepRequest): Promise<CancelStepResult> {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(cancelStep, request);
      const { executionId, stepId, actorId, reason = null } = parsed;
      await this.submit(executionId, { kind: 'cancel-step', stepId, actorId, reason });
      return { cancelled: true, executionId, stepId };
    });
  }

  /**
   * Ends a waiting step by force, or decides as one of its reviewers; for administrators.
   * @throws NOT_FOUND; FAILED_PRECONDITION when the step is not waiting, or the action is not for its type;
   * PERMISSION_DENIED when the actor of `reviewer-*` is not a reviewer of it.
   */
  resolve(request: ResolveStepRequest): Promise<ResolveStepResult> {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(resolveStep, request);
      const { executionId, stepId, action, actorId, output = null, reason = null, ...said } = parsed;
      const { reasonCode = null, values = null, subjectDigest = null, round = null } = said;
      const answer = { reasonCode, values, subjectDigest, round, via: this.caller.via ?? null };
      const command = { kind: 'resolve-step', stepId, action, actorId, output, reason, ...answer } as const;
      const { resolved, status } = await this.submit(executionId, command);
      return { resolved, executionId, stepId, action, status };
    });
  }

  /**
   * The result of an agent that returned `{deferred: true}`. The same result again returns the same.
   * @throws NOT_FOUND; FAILED_PRECONDITION when the step is not running, or was called back with another result.
   */
  completeDeferred(request: CompleteDeferredRequest): Promise<CompleteDeferredResult> {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(completeDeferred, request);
      const { executionId, stepId, status, output = null, error = null } = parsed;
      const fingerprint = fingerprintOf({ status, output, error });
      await this.submit(executionId, {
        kind: 'complete-deferred',
        stepId,
        status,
        output,
        error,
        fingerprint,
      });
      return { completed: true, executionId, stepId };
    });
  }

  /**
   * Steps that wait, the longest first, or as `sort` says; with `reviewerId` those that lack this reviewer's decision, or
   * that of somebody for whom they may answer now. Where many of those are not for them to answer a page may be short, also
   * empty, with `hasMore: true`.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * const inbox = await engine.steps.listWaiting({ reviewerId: 'ann', pageSize: 20 });
   * console.log(inbox.items.length, inbox.hasMore); // → 0 false
   * await engine.stop();
   * ```
   */
  listWaiting(request: ListWaitingRequest = {}): Promise<PageView<WaitingItem>> {
    return operateReading(this.context, async () => {
      const { pageSize, cursor, ...query } = this.context.parser.parse(listWaiting, request);
      const { store, definitions, absences, clock } = this.context;
      const { workspaceId } = this;
      const own = ownUser(this.caller, query.reviewerId);
      if (own === null) throw namesNobody();
      const { visible } = this.caller;
      const reviewerId = own ?? null;
      const standsInFor = reviewerId === null ? [] : await absences.absentFor(workspaceId, reviewerId);
      const wanted = { ...query, reviewerId: own };
      const list = (slice: PageRequest) =>
        store.listWaiting({ workspaceId, ...wanted, visible, standsInFor }, slice);
      const now = clock.now();
      const view = async (waiting: WaitingStep) => {
        const { compiled } = await definitions.ofExecution(waiting.execution);
        const separated = reviewerId === null ? [] : await this.separatedSteps(compiled, waiting, reviewerId);
        return viewWaiting(compiled, waiting, { reviewerId, standsInFor, separated, now });
      };
      // A step may hold 8 MiB of which an inbox shows nothing.
      return boundToQuery(wanted, pageRequest({ pageSize, cursor }), (page) =>
        listWithin({ list, view, slice: 4 }, page),
      );
    });
  }

  /** Whoever decided them must not stand in here. A run is read for it only where its definition says so. */
  private async separatedSteps(
    compiled: CompiledDefinition,
    { execution, step }: WaitingStep,
    reviewerId: string,
  ): Promise<readonly StepState[]> {
    const others = separatedFrom(compiled, step.nodeId);
    if (others.length === 0 || step.waitingForReviewers.includes(reviewerId)) return NONE;
    const state = await this.context.pipeline.load(execution);
    return (state?.steps ?? NONE).filter((it) => others.includes(it.nodeId));
  }
}

const NONE: readonly never[] = [];

const namesNobody = (): ApprovalError =>
  new ApprovalError('PERMISSION_DENIED', 'the caller is no user, so it has no waiting steps of its own');
