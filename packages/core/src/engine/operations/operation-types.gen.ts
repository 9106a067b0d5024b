// Generated from the table OPERATIONS by `npm run types`. Do not edit.
import type {
  AbsenceView,
  AddReviewersResult,
  ClaimStepResult,
  ClearAbsenceResult,
  DecideManyResult,
  DelegateStepResult,
  ProvideInformationResult,
  ReleaseStepResult,
  RemindStepResult,
  RequestInformationResult,
  RetractDecisionResult,
  ReviseSubjectResult,
  SetAbsenceResult,
} from '../shapes/steps/review-results.gen.js';
import type {
  AddReviewersRequest,
  ClaimStepRequest,
  DecideManyRequest,
  DelegateStepRequest,
  ProvideInformationRequest,
  ReleaseStepRequest,
  RemindStepRequest,
  RequestInformationRequest,
  RetractDecisionRequest,
} from '../shapes/steps/review-requests.gen.js';
import type {
  CancelExecutionRequest,
  DispatchRequest,
  GetEventsRequest,
  GetExecutionRequest,
  ListExecutionsRequest,
} from '../shapes/executions/requests.gen.js';
import type {
  CancelExecutionResult,
  CancelStepResult,
  DeleteDefinitionResult,
  DispatchResult,
  EnsureResult,
  FinishStepResult,
  ResolveStepResult,
  ReviewResult,
  SignalExecutionResult,
  WaitExecutionResult,
} from '../shapes/results.gen.js';
import type {
  CancelStepRequest,
  FinishStepRequest,
  ListWaitingRequest,
  RecordAgentResolutionRequest,
  RecordReviewerDecisionRequest,
  ResolveStepRequest,
} from '../shapes/steps/requests.gen.js';
import type {
  ClearAbsenceRequest,
  ListAbsencesRequest,
  SetAbsenceRequest,
} from '../shapes/people/requests.gen.js';
import type { CreateLinkRequest, RevokeLinkRequest } from '../shapes/links/requests.gen.js';
import type { CreateLinkResult, RevokeLinkResult } from '../shapes/links/views.gen.js';
import type { Definition } from '../../definition/definition.gen.js';
import type { DefinitionView, Validation } from '../shapes/definitions/views.gen.js';
import type {
  DeleteDefinitionRequest,
  GetDefinitionRequest,
  ListDefinitionsRequest,
  UpdateDefinitionRequest,
  ValidateDefinitionRequest,
} from '../shapes/definitions/requests.gen.js';
import type { DeliveryView, RedeliverResult } from '../shapes/webhooks/views.gen.js';
import type {
  EmitRequest,
  FireTriggerRequest,
  ListTriggersRequest,
} from '../shapes/triggers/requests.gen.js';
import type { EmitResult, TriggerList } from '../shapes/triggers/views.gen.js';
import type { EventsPage } from '../shapes/executions/event.gen.js';
import type { ExecutionSummaryView, ExecutionView } from '../shapes/executions/views.gen.js';
import type {
  ExplainExecutionRequest,
  ReviseSubjectRequest,
  SignalExecutionRequest,
  WithdrawExecutionRequest,
} from '../shapes/executions/run-requests.gen.js';
import type { ExplanationView } from '../shapes/executions/explanation.gen.js';
import type { FeedPage } from '../shapes/feed/views.gen.js';
import type { ListDeliveriesRequest, RedeliverRequest } from '../shapes/webhooks/requests.gen.js';
import type { ListEventsRequest } from '../shapes/feed/requests.gen.js';
import type { PageView } from '../shapes/shared/page.js';
import type { WaitExecutionRequest } from '../shapes/executions/wait-request.gen.js';
import type { WaitingItem } from '../shapes/steps/waiting.gen.js';

/** Request and result of every operation, by its path. */
export interface OperationTypes {
  /** Keeps a new definition as version 1. */
  readonly 'definitions/create': { readonly request: Definition; readonly result: DefinitionView };
  /** Keeps a new version; executions under way stay on theirs. */
  readonly 'definitions/update': {
    readonly request: UpdateDefinitionRequest;
    readonly result: DefinitionView;
  };
  /** The newest version, or the one asked for, of the most specific definition. */
  readonly 'definitions/get': { readonly request: GetDefinitionRequest; readonly result: DefinitionView };
  /** The active definitions of exactly one scope level. */
  readonly 'definitions/list': {
    readonly request: ListDefinitionsRequest;
    readonly result: PageView<DefinitionView>;
  };
  /** Tombstones a definition that has no execution in flight. */
  readonly 'definitions/delete': {
    readonly request: DeleteDefinitionRequest;
    readonly result: DeleteDefinitionResult;
  };
  /** Creates, adds a version, or does nothing: so that the newest version is this one. */
  readonly 'definitions/ensure': { readonly request: Definition; readonly result: EnsureResult };
  /** Checks a definition like create without storing it. */
  readonly 'definitions/validate': {
    readonly request: ValidateDefinitionRequest;
    readonly result: Validation;
  };
  /** Starts an execution; with an idempotencyKey a repeat returns the first one. */
  readonly 'executions/dispatch': { readonly request: DispatchRequest; readonly result: DispatchResult };
  /** An execution with its steps. */
  readonly 'executions/get': { readonly request: GetExecutionRequest; readonly result: ExecutionView };
  /** Executions without their steps, newest first. */
  readonly 'executions/list': {
    readonly request: ListExecutionsRequest;
    readonly result: PageView<ExecutionSummaryView>;
  };
  /** Events with a seq above sinceSeq, in order. */
  readonly 'executions/getEvents': { readonly request: GetEventsRequest; readonly result: EventsPage };
  /** Waits for an execution, or a step of it, for up to 25 s. */
  readonly 'executions/wait': {
    readonly request: WaitExecutionRequest;
    readonly result: WaitExecutionResult;
  };
  /** Ends an execution; cancelling it again changes nothing. */
  readonly 'executions/cancel': {
    readonly request: CancelExecutionRequest;
    readonly result: CancelExecutionResult;
  };
  /** Ends an execution on behalf of its initiator. */
  readonly 'executions/withdraw': {
    readonly request: WithdrawExecutionRequest;
    readonly result: CancelExecutionResult;
  };
  /** Makes something else what is to be approved; answers of waiting steps are void. */
  readonly 'executions/reviseSubject': {
    readonly request: ReviseSubjectRequest;
    readonly result: ReviseSubjectResult;
  };
  /** Explains why an execution waits, and the effect of each possible decision. */
  readonly 'executions/explain': {
    readonly request: ExplainExecutionRequest;
    readonly result: ExplanationView;
  };
  /**
   * Completes the steps of an execution that wait for a signal, or keeps it for the next one.
   */
  readonly 'executions/signal': {
    readonly request: SignalExecutionRequest;
    readonly result: SignalExecutionResult;
  };
  /** Records what a reviewer decided. */
  readonly 'steps/recordReviewerDecision': {
    readonly request: RecordReviewerDecisionRequest;
    readonly result: ReviewResult;
  };
  /** Resolves one finding of a blocking agent. */
  readonly 'steps/recordAgentResolution': {
    readonly request: RecordAgentResolutionRequest;
    readonly result: ReviewResult;
  };
  /** Cancels an open step. */
  readonly 'steps/cancel': { readonly request: CancelStepRequest; readonly result: CancelStepResult };
  /** Ends a waiting step by force, or decides as one of its reviewers. */
  readonly 'steps/resolve': { readonly request: ResolveStepRequest; readonly result: ResolveStepResult };
  /** Steps that wait, the longest first. */
  readonly 'steps/listWaiting': {
    readonly request: ListWaitingRequest;
    readonly result: PageView<WaitingItem>;
  };
  /** Hands a place over for good. */
  readonly 'steps/delegate': { readonly request: DelegateStepRequest; readonly result: DelegateStepResult };
  /** Reserves one of a pool's answers for a time. */
  readonly 'steps/claim': { readonly request: ClaimStepRequest; readonly result: ClaimStepResult };
  /** Gives a claim back. */
  readonly 'steps/release': { readonly request: ReleaseStepRequest; readonly result: ReleaseStepResult };
  /** Adds people who have to approve too. */
  readonly 'steps/addReviewers': {
    readonly request: AddReviewersRequest;
    readonly result: AddReviewersResult;
  };
  /** Takes an answer back while the step waits. */
  readonly 'steps/retractDecision': {
    readonly request: RetractDecisionRequest;
    readonly result: RetractDecisionResult;
  };
  /** Asks a user for information while the step waits. */
  readonly 'steps/requestInformation': {
    readonly request: RequestInformationRequest;
    readonly result: RequestInformationResult;
  };
  /** Answers a question of a reviewer. */
  readonly 'steps/provideInformation': {
    readonly request: ProvideInformationRequest;
    readonly result: ProvideInformationResult;
  };
  /** Reminds people of a waiting step. */
  readonly 'steps/remind': { readonly request: RemindStepRequest; readonly result: RemindStepResult };
  /** Records several decisions, each by itself. */
  readonly 'steps/decideMany': { readonly request: DecideManyRequest; readonly result: DecideManyResult };
  /** Ends a step that waits for a call, a time, a signal or an execution. */
  readonly 'steps/finish': { readonly request: FinishStepRequest; readonly result: FinishStepResult };
  /** Keeps who is away, and who answers for them. */
  readonly 'people/setAbsence': { readonly request: SetAbsenceRequest; readonly result: SetAbsenceResult };
  /** Forgets an absence. */
  readonly 'people/clearAbsence': {
    readonly request: ClearAbsenceRequest;
    readonly result: ClearAbsenceResult;
  };
  /** Absences, those that begin first first. */
  readonly 'people/listAbsences': {
    readonly request: ListAbsencesRequest;
    readonly result: PageView<AbsenceView>;
  };
  /** The external events of all executions, in one order. */
  readonly 'events/list': { readonly request: ListEventsRequest; readonly result: FeedPage };
  /** An address that answers for a reviewer, once. */
  readonly 'links/create': { readonly request: CreateLinkRequest; readonly result: CreateLinkResult };
  /** Takes a link away. */
  readonly 'links/revoke': { readonly request: RevokeLinkRequest; readonly result: RevokeLinkResult };
  /** Deliveries of events to receivers, newest first. */
  readonly 'webhooks/listDeliveries': {
    readonly request: ListDeliveriesRequest;
    readonly result: PageView<DeliveryView>;
  };
  /** Sends a delivery again, or all dead ones of an execution. */
  readonly 'webhooks/redeliver': { readonly request: RedeliverRequest; readonly result: RedeliverResult };
  /** Emits an event of the host; each trigger that it matches starts one execution. */
  readonly 'triggers/emit': { readonly request: EmitRequest; readonly result: EmitResult };
  /** Starts an execution of a schedule now. */
  readonly 'triggers/fire': { readonly request: FireTriggerRequest; readonly result: DispatchResult };
  /** The triggers of a definition: next instants, last executions and errors. */
  readonly 'triggers/list': { readonly request: ListTriggersRequest; readonly result: TriggerList };
}
