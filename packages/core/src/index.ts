/** `@org/approval-core`: what a host uses. Other names are in the entries beside it. */
export { DEFAULT_WORKSPACE, createApprovalEngine } from './engine/engine.js';
export type { ApprovalEngine, ChangeOperations, EngineStats, TransactionOperations } from './engine/api.js';
export type { BatchLimits } from './engine/scheduling/batcher.js';
export type {
  EngineOptions,
  JobOptions,
  RequestLimits,
  RecordOptions,
  RetentionOptions,
  WebhookOptions,
} from './engine/options/options.js';
export { ApprovalError, type ErrorDetails, type ErrorStatus } from './engine/errors.js';
export type { EventContext, EventListener } from './engine/observing/events.js';
export type { Caller } from './engine/shapes/shared/caller.js';
export type { HostChange, OnCommit } from './engine/commit/host-commit.js';
export type { SecretKey } from './engine/secrets/secret-cipher.js';
export type { WebhookTransport } from './ports/webhooks.js';
export type { InboundOperations } from './engine/operations/inbound.js';
export { type DecisionMail, adaptiveCard, decisionMail } from './engine/links/messages.js';
export { slackBlocks, slackDecisionBlocks } from './engine/links/slack.js';
export type { BundleRequest, RecordOperations } from './engine/operations/record/record.js';
export type { AskRequest, AskResult } from './engine/operations/ask.js';
export type {
  DefinitionOperations,
  ExecutionOperations,
  FeedOperations,
  LinkOperations,
  PeopleOperations,
  StepOperations,
  TriggerOperations,
  WebhookOperations,
} from './engine/operations/operations.gen.js';
export type { FeedEvent } from './engine/shapes/feed/event.js';
export type { FeedHandler, Subscription } from './engine/reading/subscription.js';
export type { EmitOptions, WorkspaceOperations } from './engine/operations/workspace-operations.js';
export { createMemoryStore } from './memory/store.js';
export { type StaticDirectoryData, staticDirectory } from './directory/static-directory.js';
export { type ScimDirectoryOptions, scimDirectory } from './directory/scim-directory.js';
export type { SubscribeOptions } from './engine/shapes/feed/requests.js';
export type { DefinitionView } from './engine/shapes/definitions/views.js';
export type { ExecutionView, StepView } from './engine/shapes/executions/views.js';
export type { Definition, HumanConfig } from './definition/types.js';
export type { Issue } from './definition/issue.js';
export type { JsonObject, JsonValue } from './definition/json.js';
export { DEFAULTS, LIMITS } from './definition/limits.js';
export type { Health } from './engine/observing/health.js';
export { op, variable, when } from './expression/build.js';
export { type Workflow, type WorkflowOptions, defineWorkflow } from './engine/typed/define-workflow.js';
export { type Duration, duration } from '@org/approval-internal/duration';
export { nodes } from './engine/typed/nodes.js';
export { type CompiledOrIssues, compileDefinition } from './compile/compile-definition.js';
export type { EventOf, ExternalEvent, ExternalEventType } from './interpreter/event.js';
export { nextInstants, type Schedule } from './calendar/cron.js';
export type { Calendar } from './calendar/working-time.js';
export type { Directory, DirectoryContext } from './ports/directory.js';
export type { AgentFunction, AgentRequest, AgentResponse, Agents } from './ports/agents.js';
export type {
  MessageBody,
  MessageRecipient,
  NotificationChannel,
  NotificationChannels,
  NotificationMessage,
  NotificationResult,
} from './ports/channels.js';
export type { Clock } from './ports/clock.js';
export type { Ids } from './ports/ids.js';
export { type Logger, consoleLogger } from './ports/logger.js';
export type { Telemetry } from './ports/telemetry.js';
export type { Visible } from './ports/store/visible.js';
export type { HostTransaction } from './ports/store/host-commit.js';
export type { ApprovalStore } from './ports/store/store.js';
