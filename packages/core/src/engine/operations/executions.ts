/** `executions/*` (contract sections 9 to 11). */
import type { Timed } from '@org/approval-internal/duration';
import { deepFreeze } from '../../definition/freeze.js';
import { DEFAULTS } from '../../definition/limits.js';
import type { EngineEvent } from '../../interpreter/event.js';
import { explain } from '../explain/explain.js';
import { ASK_KEY_PREFIX } from '../../interpreter/own-runs.js';
import { type ExecutionState, findStep } from '../../interpreter/state.js';
import type { PageRequest } from '../../ports/store/page.js';
import type { EngineContext } from '../context.js';
import { type Caller, ownUser } from '../caller.js';
import { readState } from '../reading/read-state.js';
import { ApprovalError } from '../errors.js';
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
} from '../shapes/executions/requests.js';
import {
  type ExplainExecutionRequest,
  type ReviseSubjectRequest,
  type WithdrawExecutionRequest,
  explainExecution,
  reviseSubject,
  withdrawExecution,
} from '../shapes/executions/run-requests.js';
import { subjectOf } from '../shapes/executions/subject.js';
import type { EventsPage } from '../shapes/executions/event.js';
import type { ExplanationView } from '../shapes/executions/explanation.js';
import {
  type ExecutionSummaryView,
  type ExecutionView,
  viewExecution,
  viewSummary,
} from '../shapes/executions/views.js';
import { type PageView, pageRequest } from '../shapes/shared/page.js';
import type { ReviseSubjectResult } from '../shapes/steps/review-results.js';
import type { CancelExecutionResult, DispatchResult, WaitExecutionResult } from '../shapes/results.js';
import { objectOf, receiverIssues, urlIn } from '../webhooks/check.js';
import {
  type WaitExecutionRequest,
  waitInProcess,
  apartFromSignal,
} from '../shapes/executions/wait-request.js';
import { isReached, waitFor } from '../reading/wait.js';
import { listWithin } from './listing.js';
import { resultOf, operate, operateReading } from './operation.js';

/** Operations on the executions of one workspace. Each of them rejects with an `ApprovalError`. */
export class ExecutionOperations {
  private readonly context: EngineContext;
  private readonly workspaceId: string;
  private readonly caller: Caller;

  constructor(context: EngineContext, workspaceId: string, caller: Caller = {}) {
    this.context = context;
    this.workspaceId = workspaceId;
    this.caller = caller;
  }

  /**
   * Starts a run of the most specific definition. With an `idempotencyKey` a repeat returns the first
   * execution, `deduplicated: true`, also when the calls race.
   * @throws NOT_FOUND; FAILED_PRECONDITION when the key was used for another definition; INVALID_ARGUMENT.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * await engine.definitions.create({
   *   definitionId: 'check',
   *   name: 'Check',
   *   nodes: [{ nodeId: 'spelling', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
   *   edges: [],
   * });
   * const request = {
   *   definitionId: 'check',
   *   idempotencyKey: 'invoice:4711',
   *   triggerContext: { url: 'https://example.com/invoices/4711' },
   * };
   * const first = await engine.executions.dispatch(request);
   * const again = await engine.executions.dispatch(request);
   * console.log(again.executionId === first.executionId, again.deduplicated); // → true true
   * await engine.stop();
   * ```
   */
  dispatch(request: DispatchRequest): Promise<DispatchResult> {
    return operate(this.context, async () => {
      const { parser, transport } = this.context;
      const parsed = parser.parse(dispatchExecution, request, (json) =>
        receiverIssues(transport, urlIn(objectOf(json), 'webhookUrl'), 'webhookUrl'),
      );
      refuseReservedKey(parsed.idempotencyKey);
      return this.context.dispatcher.dispatch(this.workspaceId, parsed);
    });
  }

  /**
   * An execution with its steps, in the order of their creation.
   * @throws NOT_FOUND
   */
  get(request: GetExecutionRequest): Promise<ExecutionView> {
    return operateReading(this.context, async () => {
      const { executionId } = this.context.parser.parse(getExecution, request);
      const state = await this.load(executionId);
      const { compiled } = await this.context.definitions.ofExecution(state);
      return viewExecution(compiled, state, this.context.clock.now());
    });
  }

  /** Newest first, without steps; a page ends at 4 MiB. With `party` only the runs that this user is a party of. */
  list(request: ListExecutionsRequest = {}): Promise<PageView<ExecutionSummaryView>> {
    return operateReading(this.context, async () => {
      const { pageSize, cursor, party: asked, ...query } = this.context.parser.parse(listExecutions, request);
      const { workspaceId } = this;
      const { visible } = this.caller;
      const party = ownUser(this.caller, asked);
      if (party === null) return { items: [], nextCursor: null, hasMore: false };
      const list = (slice: PageRequest) =>
        this.context.store.listExecutions({ workspaceId, ...query, party, visible }, slice);
      return listWithin({ list, view: viewSummary, slice: 32 }, pageRequest({ pageSize, cursor }));
    });
  }

  /**
   * Events with a seq above `sinceSeq`, in order; internal events are left out, so numbers may be skipped, unless
   * `includeInternal` asks for all as they are stored. A page ends at 4 MiB.
   * @throws NOT_FOUND
   */
  getEvents(request: GetEventsRequest & { includeInternal: true }): Promise<EventsPage<EngineEvent>>;
  getEvents(request: GetEventsRequest): Promise<EventsPage>;
  getEvents(request: GetEventsRequest): Promise<EventsPage<EngineEvent>> {
    return operateReading(this.context, async () => {
      const parsed = this.context.parser.parse(getEvents, request);
      const { executionId, sinceSeq = 0, pageSize = DEFAULTS.eventsPageSize, includeInternal } = parsed;
      await this.load(executionId);
      const { items: events, hasMore } = await listWithin(
        {
          list: (slice) => this.events(executionId, slice, includeInternal !== true),
          view: deepFreeze<EngineEvent>,
          slice: 32,
        },
        { limit: pageSize, cursor: String(sinceSeq) },
      );
      return { executionId, events, nextCursor: events.at(-1)?.seq ?? sinceSeq, hasMore };
    });
  }

  /** Events as a listing, whose cursor is a seq. */
  private async events(
    executionId: string,
    { limit, cursor }: PageRequest,
    externalOnly: boolean,
  ): Promise<{ items: EngineEvent[]; cursor: string | null }> {
    const found = await this.context.store.readEvents({
      workspaceId: this.workspaceId,
      executionId,
      afterSeq: Number(cursor),
      limit: limit + 1,
      externalOnly,
    });
    const items = found.slice(0, limit);
    return { items, cursor: found.length > limit ? String(items.at(-1)?.seq) : null };
  }

  /**
   * Waits until the run has ended, a step of it waits, or one step has ended: at once where it is so, or when the run has
   * ended otherwise; or `waitMs` have passed, or the engine stops. `reached` says whether it is so. At most 1,000 callers of
   * a process wait; one more is answered at once.
   * @throws NOT_FOUND; the reason of `signal`, which gives the waiting up.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * await engine.definitions.create({
   *   definitionId: 'check',
   *   name: 'Check',
   *   nodes: [{ nodeId: 'spelling', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
   *   edges: [],
   * });
   * const { executionId } = await engine.executions.dispatch({
   *   definitionId: 'check',
   *   triggerContext: { url: 'https://example.com' },
   * });
   * const { reached, execution } = await engine.executions.wait({ executionId, until: 'ended' });
   * console.log(reached, execution.status); // → true completed
   * await engine.stop();
   * ```
   */
  wait(
    request: Timed<WaitExecutionRequest> & { signal?: AbortSignal | undefined },
  ): Promise<WaitExecutionResult> {
    return operate(this.context, async () => {
      const { signal, data } = apartFromSignal(request);
      const { waitMs = null, ...rest } = this.context.parser.parse(waitInProcess, data);
      const wait = { ...rest, waitMs, signal };
      const state = await waitFor(this.context, this.workspaceId, this.caller, wait);
      const { compiled } = await this.context.definitions.ofExecution(state);
      return {
        reached: isReached(rest.until, state),
        execution: viewExecution(compiled, state, this.context.clock.now()),
      };
    });
  }

  /**
   * Ends a run; cancelling it again changes nothing.
   * @throws NOT_FOUND; FAILED_PRECONDITION when it has completed or failed.
   */
  cancel(request: CancelExecutionRequest): Promise<CancelExecutionResult> {
    return operate(this.context, async () => {
      const { executionId, reason = null } = this.context.parser.parse(cancelExecution, request);
      const key = { workspaceId: this.workspaceId, executionId };
      resultOf(await this.context.pipeline.submit(key, { kind: 'cancel-execution', reason }));
      return { cancelled: true, executionId };
    });
  }

  /**
   * Ends a run for whoever started it, as `cancel` does.
   * @throws NOT_FOUND; PERMISSION_DENIED for anybody else; FAILED_PRECONDITION when it has completed or failed.
   */
  withdraw(request: WithdrawExecutionRequest): Promise<CancelExecutionResult> {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(withdrawExecution, request);
      const { executionId, actorId, reason = null } = parsed;
      const key = { workspaceId: this.workspaceId, executionId };
      resultOf(await this.context.pipeline.submit(key, { kind: 'withdraw', actorId, reason }));
      return { cancelled: true, executionId };
    });
  }

  /**
   * Makes something else what is to be approved: the answers of waiting steps are void, unless their nodes keep them, and
   * whoever made the change is a contributor. The current subject again is `revised: false`, and so is a repeat with the
   * same `idempotencyKey`, also when something else is the subject since.
   * @throws NOT_FOUND; FAILED_PRECONDITION when the run has ended, `subject-changed` (`details.currentDigest`) when
   * `ifDigest` is not the current one, `subject-approved` (`details.stepIds`) when somebody approved it already, `key-reused`
   * (`details.digest`) when the key made another revision, and `reserved-key` for the run of a question (`engine.ask`).
   */
  reviseSubject(request: ReviseSubjectRequest): Promise<ReviseSubjectResult> {
    return operate(this.context, async () => {
      const parsed = this.context.parser.parse(reviseSubject, request);
      const { executionId, subject, contributorId = null, ...rest } = parsed;
      const key = { workspaceId: this.workspaceId, executionId };
      const command = {
        kind: 'revise-subject',
        ...rest,
        subject: subjectOf(subject),
        contributorId,
      } as const;
      const result = resultOf(await this.context.pipeline.submit(key, command));
      return { ...result, resetStepIds: [...result.resetStepIds] };
    });
  }

  /**
   * Why a run waits: for whom, what is missing, and what each answer that may be given now would do. Nothing is written.
   * @throws NOT_FOUND
   */
  explain(request: ExplainExecutionRequest): Promise<ExplanationView> {
    return operateReading(this.context, async () => {
      const { executionId, stepId } = this.context.parser.parse(explainExecution, request);
      const state = await this.load(executionId);
      if (stepId !== undefined && findStep(state, stepId) === null) {
        throw new ApprovalError('NOT_FOUND', `there is no step "${stepId}" in this execution`);
      }
      const { compiled } = await this.context.definitions.ofExecution(state);
      const { absences, clock, environment } = this.context;
      const { calendars, maxStepsPerExecution } = environment();
      const explanation = explain(compiled, state, clock.now(), {
        absences: await absences.ofWaiting(state),
        deferred: await this.deferredSteps(state),
        maxStepsPerExecution,
        ...(stepId !== undefined && { stepId }),
        ...(calendars !== undefined && { calendars }),
      });
      // A copy already, but for what it shares with the state.
      return deepFreeze(explanation) as unknown as ExplanationView;
    });
  }

  /** Running agent steps that no job calls any more: their agents will call back. Nothing for a store that lists no jobs. */
  private async deferredSteps({ workspaceId, executionId, steps }: ExecutionState): Promise<Set<string>> {
    const running = steps.filter((it) => it.status === 'running').map((it) => it.stepId);
    if (running.length === 0) return new Set();
    const [jobs] = (await this.context.store.listJobs?.([{ workspaceId, executionId }])) ?? [];
    if (jobs === undefined) return new Set();
    const called = jobs.filter((it) => it.kind === 'agent-call').map((it) => it.stepId);
    return new Set(running.filter((it) => !called.includes(it)));
  }

  private load(executionId: string): Promise<ExecutionState> {
    return readState(this.context, this.workspaceId, this.caller, executionId);
  }
}

function refuseReservedKey(key = ''): void {
  if (!key.startsWith(ASK_KEY_PREFIX)) return;
  const message = `idempotencyKey: what begins with "${ASK_KEY_PREFIX}" is the engine's own; use another key`;
  throw new ApprovalError('INVALID_ARGUMENT', message, { code: 'reserved-key' });
}
