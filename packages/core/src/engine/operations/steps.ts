/** `steps/*` (contract sections 7, 8 and 10). */
import type { CommandKind, CommandOf } from '../../interpreter/command.js';
import type { EngineContext } from '../context.js';
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
} from '../requests/steps.js';
import { type PageView, pageRequest, takePage } from '../views/page.js';
import type {
  CancelStepResult,
  CompleteDeferredResult,
  ResolveStepResult,
  ReviewResult,
} from '../views/results.js';
import { type WaitingItem, viewWaiting } from '../views/waiting.js';
import { fingerprintOf } from '../webhooks/encoding.js';
import { answerOf, operate } from './operation.js';

export class StepOperations {
  private readonly context: EngineContext;
  private readonly workspaceId: string;

  constructor(context: EngineContext, workspaceId: string) {
    this.context = context;
    this.workspaceId = workspaceId;
  }

  /**
   * Records what a reviewer decided. The step resolves when every mandatory reviewer approved, or when anybody
   * rejected. The same decision again is `recorded: false`.
   * @throws NOT_FOUND; PERMISSION_DENIED for somebody who is no reviewer of the step; FAILED_PRECONDITION when
   * the step is not waiting, or for the other decision of the same reviewer (`details.recordedDecision`).
   */
  recordReviewerDecision(request: RecordReviewerDecisionRequest): Promise<ReviewResult> {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(recordReviewerDecision, request);
      const { executionId, reason = null, ...decision } = parsed;
      return { ...(await this.submit(executionId, { kind: 'record-decision', ...decision, reason })) };
    });
  }

  /**
   * Settles one finding of a blocking agent.
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

  /** @throws NOT_FOUND; FAILED_PRECONDITION when the step has ended. */
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
   * PERMISSION_DENIED when the actor of `reviewer-*` is no reviewer of it.
   */
  resolve(request: ResolveStepRequest): Promise<ResolveStepResult> {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(resolveStep, request);
      const { executionId, stepId, action, actorId, output = null, reason = null } = parsed;
      const command = { kind: 'resolve-step', stepId, action, actorId, output, reason } as const;
      const { resolved, status } = await this.submit(executionId, command);
      return { resolved, executionId, stepId, action, status };
    });
  }

  /**
   * The result of an agent that answered `{deferred: true}`. The same result again is answered the same.
   * @throws NOT_FOUND; FAILED_PRECONDITION when the step is not running, or was called back with another result.
   */
  completeDeferred(request: CompleteDeferredRequest): Promise<CompleteDeferredResult> {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(completeDeferred, request);
      const { executionId, stepId, status, output = null, error = null } = parsed;
      const fingerprint = await fingerprintOf({ status, output, error });
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

  /** Steps that wait, the longest first; with `reviewerId` those that lack this reviewer's decision. */
  listWaiting(request: ListWaitingRequest = {}): Promise<PageView<WaitingItem>> {
    return operate(this.context, async () => {
      const { pageSize, cursor, ...query } = this.context.parser.parse(listWaiting, request);
      const { store, definitions } = this.context;
      const page = await store.listWaiting(
        { workspaceId: this.workspaceId, ...query },
        pageRequest({ pageSize, cursor }),
      );
      const { items, rest } = takePage(page);
      const views = items.map(async (waiting) => {
        const { compiled } = await definitions.ofExecution(waiting.execution);
        return viewWaiting(compiled, waiting);
      });
      return { items: await Promise.all(views), ...rest };
    });
  }

  private async submit<K extends CommandKind>(executionId: string, command: CommandOf<K>) {
    const key = { workspaceId: this.workspaceId, executionId };
    return answerOf(await this.context.pipeline.submit(key, command));
  }
}
