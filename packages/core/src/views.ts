/**
 * `@org/approval-core/views`: requests, results and views of every operation, and the table of
 * operations.
 */
export type { Receiver } from './engine/webhooks/receiver.js';
export type { CallAsked, CallCredentials, CredentialsAsked, MayCall } from './ports/calls.js';
export type {
  CallOutcome,
  CallRequest,
  InboundHeaders,
  InboundSignature,
  WebhookAttempt,
  WebhookOutcome,
} from './ports/webhooks.js';
export type { MessageLink } from './engine/links/messages.js';
export type { SlackDecision, SlackQuestion } from './engine/links/slack.js';
export type { LinkAnswer, LinkAnswered, LinkPages, LinkView } from './engine/operations/link-pages.js';
export type { FeedFollowing, FollowedEvents } from './engine/operations/events/following.js';
export type { StepCallbacks } from './engine/operations/steps/callbacks.js';
export type { LinkFinding } from './engine/operations/links/finding.js';
export type { SubscriptionStatus } from './engine/reading/subscription.js';
export { INBOUND_OPERATIONS, OPERATIONS, type Operation, checkRequest } from './engine/operations/table.js';
export type { Effect, OperationData } from './engine/operations/define.js';
export { BUDGETS, type Budget, PERMISSIONS, type Permission } from './engine/operations/permissions.js';
export type {
  OperationPath,
  OperationRequest,
  OperationResult,
  OperationTypes,
} from './engine/operations/operation-types.js';
export type {
  DeleteDefinitionRequest,
  GetDefinitionRequest,
  ListDefinitionsRequest,
  UpdateDefinitionRequest,
  ValidateDefinitionRequest,
} from './engine/shapes/definitions/requests.js';
export type {
  CancelExecutionRequest,
  DispatchRequest,
  GetEventsRequest,
  GetExecutionRequest,
  ListExecutionsRequest,
} from './engine/shapes/executions/requests.js';
export type { FollowEventsRequest, ListEventsRequest } from './engine/shapes/feed/requests.js';
export type { CreateLinkRequest, RevokeLinkRequest } from './engine/shapes/links/requests.js';
export type { CreateLinkResult, RevokeLinkResult } from './engine/shapes/links/views.js';
export type { WaitExecutionRequest } from './engine/shapes/executions/wait-request.js';
export type { FeedPage } from './engine/shapes/feed/views.js';
export type {
  CancelStepRequest,
  CompleteDeferredRequest,
  DeferredError,
  FinishStepRequest,
  ListWaitingRequest,
  RecordAgentResolutionRequest,
  RecordReviewerDecisionRequest,
  ResolveStepRequest,
} from './engine/shapes/steps/requests.js';
export type {
  AddReviewersRequest,
  ClaimStepRequest,
  DecideManyRequest,
  DelegateStepRequest,
  ProvideInformationRequest,
  ReleaseStepRequest,
  RemindStepRequest,
  RequestInformationRequest,
  RetractDecisionRequest,
} from './engine/shapes/steps/review-requests.js';
export type {
  ExplainExecutionRequest,
  SignalExecutionRequest,
  ReviseSubjectRequest,
  WithdrawExecutionRequest,
} from './engine/shapes/executions/run-requests.js';
export type { RunSubject } from './engine/shapes/executions/subject.js';
export type {
  ClearAbsenceRequest,
  ListAbsencesRequest,
  SetAbsenceRequest,
} from './engine/shapes/people/requests.js';
export type {
  EmitRequest,
  FireTriggerRequest,
  ListTriggersRequest,
} from './engine/shapes/triggers/requests.js';
export type { EmitResult, TriggerList, TriggerView } from './engine/shapes/triggers/views.js';
export type { CallbackBody, TriggerTarget } from './engine/shapes/webhooks/inbound.js';
export type { ListDeliveriesRequest, RedeliverRequest } from './engine/shapes/webhooks/requests.js';
export type { DeliveryView, RedeliverResult } from './engine/shapes/webhooks/views.js';
export type {
  CompiledEdgeView,
  CompiledView,
  IssueView,
  ScopeView,
  Validation,
} from './engine/shapes/definitions/views.js';
export type { EventsPage } from './engine/shapes/executions/event.js';
export type {
  ChildRunView,
  ExecutionSummaryView,
  FailureReasonView,
  ParentStepView,
  StartedByView,
  StepErrorView,
  RecordView,
  SubjectView,
} from './engine/shapes/executions/views.js';
export type { PageView } from './engine/shapes/shared/page.js';
export type {
  CancelExecutionResult,
  CancelStepResult,
  CompleteDeferredResult,
  DeleteDefinitionResult,
  DispatchResult,
  EnsureResult,
  FinishStepResult,
  ResolveStepResult,
  SignalExecutionResult,
  ReviewResult,
  TriggerResult,
  WaitExecutionResult,
} from './engine/shapes/results.js';
export type {
  AbsenceView,
  AddReviewersResult,
  ClaimStepResult,
  ClearAbsenceResult,
  DecideManyError,
  DecideManyItem,
  DecideManyResult,
  DelegateStepResult,
  ProvideInformationResult,
  ReleaseStepResult,
  RemindStepResult,
  RequestInformationResult,
  RetractDecisionResult,
  ReviseSubjectResult,
  SetAbsenceResult,
} from './engine/shapes/steps/review-results.js';
export type {
  AnswerEffectView,
  ExplainedStepView,
  ExplanationView,
  MissingView,
  NextAnswerView,
} from './engine/shapes/executions/explanation.js';
export type {
  ClaimView,
  DelegationView,
  PeopleEntryView,
  PeopleView,
  PlaceAnswerView,
  PlaceView,
  QuestionView,
  TallyView,
} from './engine/shapes/executions/people.js';
export type { WaitingAs, WaitingItem } from './engine/shapes/steps/waiting.js';
export type {
  Fact,
  FactValues,
  Money,
  Presentation,
  PresentationValues,
  PresentedDiff,
  PresentedDocument,
  PresentedLink,
  PresentedTable,
} from './definition/presented.js';
export type { SubstituteView } from './engine/shapes/executions/views.js';
export type { DoctorRequest } from './engine/shapes/doctor/request.js';
