/** `executions/*` (contract sections 9 to 11). */
import { deepFreeze } from '../../definition/freeze.js';
import { DEFAULTS } from '../../definition/limits.js';
import { type ExternalEvent, isExternal } from '../../interpreter/event.js';
import type { ExecutionState } from '../../interpreter/state.js';
import type { EngineContext } from '../context.js';
import { ApprovalError, invalidArgument } from '../errors.js';
import {
  type CancelExecutionRequest,
  type DispatchRequest,
  type GetEventsRequest,
  type GetExecutionRequest,
  type ListExecutionsRequest,
  cancelExecution,
  dispatchExecution,
  getEvents,
  getExecution,
  listExecutions,
} from '../requests/executions.js';
import type { EventsPage } from '../views/event.js';
import {
  type ExecutionSummaryView,
  type ExecutionView,
  viewExecution,
  viewSummary,
} from '../views/execution.js';
import { type PageView, pageRequest, takePage } from '../views/page.js';
import type { CancelExecutionResult, DispatchResult } from '../views/results.js';
import { receiverIssues } from '../webhooks/check.js';
import { answerOf, operate } from './operation.js';

export class ExecutionOperations {
  private readonly context: EngineContext;
  private readonly workspaceId: string;

  constructor(context: EngineContext, workspaceId: string) {
    this.context = context;
    this.workspaceId = workspaceId;
  }

  /**
   * Starts a run of the most specific definition. With an `idempotencyKey` a repeat answers with the first
   * execution, `deduplicated: true`, also when the calls race.
   * @throws NOT_FOUND; FAILED_PRECONDITION when the key was used for another definition; INVALID_ARGUMENT.
   */
  dispatch(request: DispatchRequest): Promise<DispatchResult> {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(dispatchExecution, request);
      const issues = receiverIssues(this.context.transport, parsed.webhookUrl, 'webhookUrl');
      if (issues.length > 0) throw invalidArgument(issues);
      return this.context.dispatcher.dispatch(this.workspaceId, parsed);
    });
  }

  /** @throws NOT_FOUND */
  get(request: GetExecutionRequest): Promise<ExecutionView> {
    return operate(this.context, async () => {
      const { executionId } = this.context.parser.parse(getExecution, request);
      const state = await this.load(executionId);
      const { compiled } = await this.context.definitions.ofExecution(state);
      return viewExecution(compiled, state);
    });
  }

  /** Newest first, without steps. */
  list(request: ListExecutionsRequest = {}): Promise<PageView<ExecutionSummaryView>> {
    return operate(this.context, async () => {
      const { pageSize, cursor, ...query } = this.context.parser.parse(listExecutions, request);
      const { workspaceId } = this;
      const page = await this.context.store.listExecutions(
        { workspaceId, ...query },
        pageRequest({ pageSize, cursor }),
      );
      const { items, rest } = takePage(page);
      return { items: items.map(viewSummary), ...rest };
    });
  }

  /**
   * Events with a seq above `sinceSeq`, in order; internal events are left out, so numbers may be skipped.
   * @throws NOT_FOUND
   */
  getEvents(request: GetEventsRequest): Promise<EventsPage> {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(getEvents, request);
      const { executionId, sinceSeq = 0, pageSize = DEFAULTS.eventsPageSize } = parsed;
      await this.load(executionId);
      const found = await this.context.store.readEvents({
        workspaceId: this.workspaceId,
        executionId,
        afterSeq: sinceSeq,
        limit: pageSize + 1,
        externalOnly: true,
      });
      const events: ExternalEvent[] = found.filter(isExternal).slice(0, pageSize).map(deepFreeze);
      return {
        executionId,
        events,
        nextCursor: events.at(-1)?.seq ?? sinceSeq,
        hasMore: found.length > pageSize,
      };
    });
  }

  /**
   * Ends a run; cancelling it again is no fault.
   * @throws NOT_FOUND; FAILED_PRECONDITION when it has completed or failed.
   */
  cancel(request: CancelExecutionRequest): Promise<CancelExecutionResult> {
    return operate(this.context, async () => {
      const { executionId, reason = null } = this.context.parser.parse(cancelExecution, request);
      const key = { workspaceId: this.workspaceId, executionId };
      answerOf(await this.context.pipeline.submit(key, { kind: 'cancel-execution', reason }));
      return { cancelled: true, executionId };
    });
  }

  private async load(executionId: string): Promise<ExecutionState> {
    const state = await this.context.pipeline.load({ workspaceId: this.workspaceId, executionId });
    if (state !== null) return state;
    throw new ApprovalError('NOT_FOUND', `there is no execution "${executionId}"`);
  }
}
