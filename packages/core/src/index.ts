/** `@org/approval-core`: everything that a host, a store or a companion package may import. */

// The engine
export { DEFAULT_WORKSPACE, createApprovalEngine } from './engine/engine.js';
export type { ApprovalEngine, ChangeOperations, EngineStats, TransactionOperations } from './engine/api.js';
export type { BatchLimits } from './engine/scheduling/batcher.js';
export {
  DEFAULT_BATCHES,
  DEFAULT_JOBS,
  DEFAULT_LIMITS,
  DEFAULT_RETENTION,
  DEFAULT_WEBHOOKS,
  type EngineOptions,
  type JobOptions,
  RETRY_DELAYS_MS,
  type RequestLimits,
  type RetentionOptions,
  type WebhookOptions,
} from './engine/options/options.js';
export { ApprovalError, type ErrorDetails, type ErrorStatus } from './engine/errors.js';
export type { EventContext, EventListener } from './engine/observing/events.js';
export type { Caller } from './engine/caller.js';
export { visibleFault } from './engine/caller.js';
export { changeBetween } from './engine/commit/change.js';
export type { HostChange, OnCommit } from './engine/commit/host-commit.js';
export type { Receiver } from './engine/webhooks/receiver.js';
export type { SecretKey } from './engine/secrets/secret-cipher.js';
export type {
  InboundHeaders,
  InboundSignature,
  WebhookAttempt,
  WebhookOutcome,
  WebhookTransport,
} from './ports/webhooks.js';
export type { InboundOperations } from './engine/operations/inbound.js';
export { type DecisionMail, type MessageLink, adaptiveCard, decisionMail } from './engine/links/messages.js';
export {
  type SlackDecision,
  type SlackQuestion,
  slackBlocks,
  slackDecisionBlocks,
} from './engine/links/slack.js';
export type { LinkAnswer, LinkAnswered, LinkPages, LinkView } from './engine/operations/link-pages.js';
export type { AskRequest, AskResult } from './engine/operations/ask.js';
export type { FeedFollowing, FollowedEvents } from './engine/operations/events/following.js';
export type { StepCallbacks } from './engine/operations/steps/callbacks.js';
export type { LinkFinding } from './engine/operations/links/finding.js';
export type {
  DefinitionOperations,
  ExecutionOperations,
  FeedOperations,
  LinkOperations,
  PeopleOperations,
  StepOperations,
  WebhookOperations,
} from './engine/operations/operations.gen.js';
export type { FeedEvent } from './engine/feed/read.js';
export type { FeedHandler, Subscription, SubscriptionStatus } from './engine/reading/subscription.js';
export {
  INBOUND_OPERATIONS,
  OPERATIONS,
  type Operation,
  checkRequest,
  isOperationPath,
} from './engine/operations/table.js';
export {
  type Acting,
  type AskedFor,
  type DefinedOperation,
  type Effect,
  type OperationData,
  type OperationRecord,
  type Unchecked,
  checkShape,
  defineOperation,
} from './engine/operations/define.js';
export { actsAsItself } from './engine/operations/guards.js';
export { BUDGETS, type Budget, PERMISSIONS, type Permission } from './engine/operations/permissions.js';
export type { WorkspaceOperations } from './engine/operations/workspace-operations.js';
export type {
  OperationPath,
  OperationRequest,
  OperationResult,
  OperationTypes,
} from './engine/operations/operation-types.js';
export { createMemoryStore } from './memory/store.js';
export { type StaticDirectoryData, staticDirectory } from './directory/static-directory.js';
export { type ScimDirectoryOptions, scimDirectory } from './directory/scim-directory.js';

// What goes in and what comes out
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
export type {
  FollowEventsRequest,
  ListEventsRequest,
  SubscribeOptions,
} from './engine/shapes/feed/requests.js';
export type { CreateLinkRequest, RevokeLinkRequest } from './engine/shapes/links/requests.js';
export type { CreateLinkResult, RevokeLinkResult } from './engine/shapes/links/views.js';
export type { WaitExecutionRequest } from './engine/shapes/executions/wait-request.js';
export type { FeedPage } from './engine/shapes/feed/views.js';
export type {
  CancelStepRequest,
  CompleteDeferredRequest,
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
  ReviseSubjectRequest,
  WithdrawExecutionRequest,
} from './engine/shapes/executions/run-requests.js';
export type { RunSubject } from './engine/shapes/executions/subject.js';
export type {
  ClearAbsenceRequest,
  ListAbsencesRequest,
  SetAbsenceRequest,
} from './engine/shapes/people/requests.js';
export type { CallbackBody, TriggerTarget } from './engine/shapes/webhooks/inbound.js';
export type { ListDeliveriesRequest, RedeliverRequest } from './engine/shapes/webhooks/requests.js';
export {
  type DeliveryView,
  type RedeliverResult,
  executionOfDelivery,
} from './engine/shapes/webhooks/views.js';
export type {
  CompiledEdgeView,
  CompiledView,
  DefinitionView,
  IssueView,
  ScopeView,
  Validation,
} from './engine/shapes/definitions/views.js';
export type { EventsPage } from './engine/shapes/executions/event.js';
export type {
  ExecutionSummaryView,
  ExecutionView,
  FailureReasonView,
  StepErrorView,
  StepView,
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
  ResolveStepResult,
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

// Definitions
export type {
  AgentConfig,
  AgentNode,
  Definition,
  DefinitionChain,
  DefinitionChainLimit,
  DefinitionDecisionRule,
  DefinitionEdge,
  DefinitionForm,
  DefinitionFormField,
  DefinitionGroup,
  DefinitionLoop,
  DefinitionLoopBack,
  DefinitionNode,
  DefinitionOnReject,
  DefinitionPool,
  DefinitionReminder,
  DefinitionResolutionPolicy,
  DefinitionRetry,
  DefinitionReviewer,
  DefinitionScope,
  DefinitionSeparation,
  DefinitionSla,
  DefinitionValue,
  ExhaustedRoute,
  HumanConfig,
  HumanNode,
  NodeBase,
  NodeType,
  QuorumPolicy,
  WebhookNode,
  WebhookNodeConfig,
} from './definition/types.js';
export type { DefinitionTrigger, InboundWebhook, WebhookConfig } from './definition/webhooks.js';
export type { JsonPayload } from './definition/payload.js';
export {
  ERROR_CODES,
  type ErrorCode,
  type Issue,
  type IssueCode,
  WARNING_CODES,
  type WarningCode,
} from './definition/issue.js';
export { type JsonArray, type JsonObject, type JsonValue, canonicalJson } from './definition/json.js';
export { DEFAULTS, HOSTING_LIMITS, LIMITS } from './definition/limits.js';
export type { Health } from './engine/observing/health.js';
export { op, variable, when } from './expression/build.js';
export {
  type Decided,
  type ValuesOf,
  type Workflow,
  type WorkflowOptions,
  defineWorkflow,
} from './engine/typed/define-workflow.js';
export { type Duration, duration } from '@org/approval-internal/duration';
export {
  type AgentOptions,
  type FormField,
  type HumanOptions,
  type TypedHumanNode,
  nodes,
} from './engine/typed/nodes.js';
export type { SchemaInput, SchemaOutput, StandardSchema } from './engine/typed/standard-schema.js';
export { OPERATOR_NAMES, type OperatorName } from './expression/operators.js';
export type { Expression, Operand } from './expression/tree.js';
export { type CompiledOrIssues, compileDefinition } from './compile/compile-definition.js';
export type { CompiledDefinition } from './compile/compiled.js';

// The interpreter
export type { Command, CommandKind, CommandOf, Refusal } from './interpreter/command.js';
export { type DecideResult, decide } from './interpreter/decide.js';
export {
  EXTERNAL_EVENT_TYPES,
  type EngineEvent,
  type EventData,
  type EventOf,
  type EventType,
  type ExternalEvent,
  type ExternalEventType,
  isExternal,
} from './interpreter/event.js';
export { type Folding, beginFold, evolve, fold } from './interpreter/evolve.js';
export { JOB_KINDS, type Job, type JobKind } from './interpreter/job.js';
export {
  type ExecutionState,
  type ExecutionStatus,
  type FailureReason,
  type ReviewVote,
  type StepState,
  type StepStatus,
  type Via,
  initialState,
  isOpen,
  isTerminal,
} from './interpreter/state.js';
export type { ExecutionHeader, KeyedRevision, Parties, Subject } from './interpreter/header.js';
export type { Environment } from './interpreter/transition.js';

// The checker
export { type Finding, checkChange, checkExecution, checkWork } from './checker/check.js';
export { INVARIANTS, type InvariantCode } from './checker/invariants.js';
export type { ExecutionRecord, Fault, Invariant } from './checker/record.js';
export { type NeededJob, lostJobs, neededJobs } from './checker/work.js';
export type { DoctorCode, DoctorFinding, DoctorReport } from './engine/doctor/report.js';
export type { DoctorRequest } from './engine/shapes/doctor/request.js';

// Why a run waits, and what it would do
export {
  type ExplainOptions,
  type ExplainedStep,
  type Explanation,
  type WaitsFor,
  explain,
} from './engine/explain/explain.js';
export type { EndedBy } from './engine/explain/ended-by.js';
export type { Missing } from './engine/explain/missing.js';
export type { AnswerEffect } from './engine/explain/effect.js';
export type { NextAnswer } from './engine/explain/next-answers.js';
export {
  type SimulateOptions,
  type SimulatedAnswer,
  type Simulation,
  simulate,
} from './engine/explain/simulate.js';

// What a host can replace
export type { Calendar, Weekday, WorkingCalendar } from './calendar/working-time.js';
export type { Directory, DirectoryContext, GroupName } from './ports/directory.js';
export type { Absence } from './interpreter/people/substitutes.js';
export type { AgentFunction, AgentRequest, AgentResponse, Agents } from './ports/agents.js';
export { type Clock, systemClock } from './ports/clock.js';
export { type Ids, randomIds } from './ports/ids.js';
export { type Logger, consoleLogger } from './ports/logger.js';
export type {
  Telemetry,
  TelemetryAgentCall,
  TelemetryChange,
  TelemetryClaimed,
  TelemetryCommand,
  TelemetryCommit,
  TelemetryDelivery,
  TelemetryHappening,
  TelemetryJob,
  TelemetryLeaseLost,
  TelemetryOutcomes,
  TelemetryRun,
  TelemetrySpan,
  TelemetryWork,
} from './ports/telemetry.js';

// For surfaces of other packages, and for stores
export * from './for-surfaces.js';
export * from './for-stores.js';
