/** `@org/approval-core`: everything that a host, a store or a companion package may import. */

// The engine
export { DEFAULT_WORKSPACE, createApprovalEngine } from './engine/engine.js';
export type {
  ApprovalEngine,
  EngineOptions,
  TransactionOperations,
  WebhookOptions,
} from './engine/options.js';
export type { RetentionOptions } from './engine/retention.js';
export { ApprovalError, type ErrorDetails, type ErrorStatus } from './engine/errors.js';
export type { EventContext, EventListener } from './engine/events.js';
export { changeBetween } from './engine/change.js';
export type { Receiver } from './engine/webhooks/receiver.js';
export type { SecretKey } from './engine/webhooks/vault.js';
export { RETRY_DELAYS_MS } from './engine/webhooks/deliverer.js';
export type {
  InboundHeaders,
  InboundSignature,
  WebhookAttempt,
  WebhookOutcome,
  WebhookTransport,
} from './ports/webhooks.js';
export type { DefinitionOperations } from './engine/operations/definitions.js';
export type { ExecutionOperations } from './engine/operations/executions.js';
export type { InboundOperations } from './engine/operations/inbound.js';
export type { StepOperations } from './engine/operations/steps.js';
export type { WebhookOperations } from './engine/operations/webhooks.js';
export {
  INBOUND_OPERATIONS,
  OPERATIONS,
  type Operation,
  type OperationPath,
  type OperationRequest,
  type OperationResult,
  type WorkspaceOperations,
} from './engine/operations/table.js';
export { createMemoryStore } from './memory/store.js';

// What goes in and what comes out
export type {
  DeleteDefinitionRequest,
  GetDefinitionRequest,
  ListDefinitionsRequest,
  UpdateDefinitionRequest,
} from './engine/requests/definitions.js';
export type {
  CancelExecutionRequest,
  DispatchRequest,
  GetEventsRequest,
  GetExecutionRequest,
  ListExecutionsRequest,
} from './engine/requests/executions.js';
export type {
  CancelStepRequest,
  CompleteDeferredRequest,
  ListWaitingRequest,
  RecordAgentResolutionRequest,
  RecordReviewerDecisionRequest,
  ResolveStepRequest,
} from './engine/requests/steps.js';
export type { CallbackBody, TriggerTarget } from './engine/requests/inbound.js';
export type { ListDeliveriesRequest, RedeliverRequest } from './engine/requests/webhooks.js';
export type { DeliveryView, RedeliverResult } from './engine/views/delivery.js';
export type { CompiledView, DefinitionView, IssueView, Validation } from './engine/views/definition.js';
export type { EventsPage } from './engine/views/event.js';
export type { ExecutionSummaryView, ExecutionView, StepView } from './engine/views/execution.js';
export type { PageView } from './engine/views/page.js';
export type {
  CancelExecutionResult,
  CancelStepResult,
  CompleteDeferredResult,
  DeleteDefinitionResult,
  DispatchResult,
  ResolveStepResult,
  ReviewResult,
  TriggerResult,
} from './engine/views/results.js';
export type { WaitingItem } from './engine/views/waiting.js';

// Definitions
export type {
  Definition,
  DefinitionEdge,
  DefinitionGroup,
  DefinitionLoop,
  DefinitionNode,
  DefinitionScope,
  NodeType,
  QuorumPolicy,
} from './definition/definition.js';
export {
  ERROR_CODES,
  type ErrorCode,
  type Issue,
  type IssueCode,
  WARNING_CODES,
  type WarningCode,
} from './definition/issue.js';
export { type JsonArray, type JsonObject, type JsonValue, canonicalJson } from './definition/json.js';
export { DEFAULTS, LIMITS } from './definition/limits.js';
export { op, variable, when } from './expression/build.js';
export { OPERATOR_NAMES, type OperatorName } from './expression/operators.js';
export type { Expression, Operand } from './expression/tree.js';
export { type CompiledOrIssues, compileDefinition } from './compile/compile-definition.js';
export type { CompiledDefinition } from './compile/compiled.js';

// The interpreter
export type { Command, CommandKind, CommandOf, Refusal } from './interpreter/command.js';
export { type Decision, decide } from './interpreter/decide.js';
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
export { evolve, fold } from './interpreter/evolve.js';
export { JOB_KINDS, type Job, type JobKind } from './interpreter/job.js';
export {
  type ExecutionHeader,
  type ExecutionState,
  type ExecutionStatus,
  type FailureReason,
  type StepState,
  type StepStatus,
  initialState,
  isOpen,
  isTerminal,
} from './interpreter/state.js';
export type { Environment } from './interpreter/turn.js';

// What a host can replace
export type { AgentFunction, AgentRequest, AgentResponse } from './ports/agents.js';
export { type Clock, systemClock } from './ports/clock.js';
export { type Ids, randomIds } from './ports/ids.js';
export { type Logger, consoleLogger } from './ports/logger.js';
export type {
  DefinitionHead,
  DefinitionKey,
  DefinitionRef,
  DefinitionStore,
  DefinitionVersion,
} from './ports/store/definitions.js';
export type {
  Change,
  CommitAnswer,
  EventQuery,
  ExecutionKey,
  ExecutionQuery,
  ExecutionStore,
  ExecutionSummary,
  KnownExecution,
  RetentionRequest,
  WaitingQuery,
  WaitingStep,
} from './ports/store/executions.js';
export type {
  Claim,
  ClaimAnswer,
  ClaimRequest,
  ClaimUse,
  ClaimedJob,
  JobKey,
  JobStore,
  LaneLimits,
  StoredJobKind,
} from './ports/store/jobs.js';
export type {
  Delivery,
  DeliveryKey,
  DeliveryQuery,
  DeliveryStatus,
  DeliveryStore,
  DeliveryWork,
  Push,
  Redelivery,
  Settlement,
} from './ports/store/deliveries.js';
export type { Page, PageRequest } from './ports/store/page.js';
export type { SealedSecret, SecretOwner, SecretStore } from './ports/store/secrets.js';
export { type ApprovalStore, STORE_CONTRACT_VERSION } from './ports/store/store.js';
