/** `@org/approval-core/store`: the store contract, and the ports that a host can replace. */
export type { GroupName } from './ports/directory.js';
export { systemClock } from './ports/clock.js';
export { randomIds } from './ports/ids.js';
export type {
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
  TelemetryScheduleMissed,
  TelemetrySpan,
  TelemetryWork,
} from './ports/telemetry.js';
export {
  type AbsenceKey,
  type AbsenceQuery,
  type AbsenceResult,
  type AbsenceStore,
  type AbsencesInForce,
  MOST_IN_FORCE,
  type StoredAbsence,
  longOver,
} from './ports/store/absences.js';
export type {
  DefinitionHead,
  DefinitionKey,
  DefinitionRef,
  DefinitionStore,
  DefinitionVersion,
  KnownHead,
} from './ports/store/definitions.js';
export type {
  Change,
  CommitHook,
  CommitResult,
  EventQuery,
  ExecutionKey,
  ExecutionQuery,
  ExecutionStore,
  ExecutionSummary,
  KnownExecution,
  PartyKey,
  Push,
  RetentionRequest,
  WaitingQuery,
  WaitingStep,
} from './ports/store/executions.js';
export {
  type Claim,
  type ClaimResult,
  type ClaimRequest,
  type ClaimUse,
  type ClaimedJob,
  type JobKey,
  type JobStore,
  type ConcurrencyLimits,
  type LiveClaim,
  type LiveClaims,
  type LiveClaimsRequest,
  type StoredJob,
  type StoredJobKind,
  LIVE_CLAIMS,
  CALL_JOB_KINDS,
  KEYLESS_JOB_KINDS,
  TRIGGER_JOB_KINDS,
  type TriggerJobKind,
} from './ports/store/jobs.js';
export type {
  Delivery,
  DeliveryKey,
  DeliveryQuery,
  DeliveryResult,
  DeliveryStatus,
  DeliveryStore,
  DeliveryWork,
  PendingDelivery,
  Redelivery,
} from './ports/store/deliveries.js';
export type { Page, PageRequest } from './ports/store/page.js';
export { type RunScope, VISIBLE_FIELDS, isVisible } from './ports/store/visible.js';
export type { EventKey, FeedEntry, FeedQuery, FeedSlice, FeedStore } from './ports/store/feed.js';
export type { LinkKey, LinkStore, StoredLink } from './ports/store/links.js';
export {
  type FeedHealth,
  HEALTH_COUNT,
  HEALTH_FEEDS,
  feedHealth,
  type HealthStore,
  type StoreHealth,
  type StoreHealthRequest,
  type StoreQueues,
} from './ports/store/health.js';
export type { StoredSubscription, SubscriptionKey, SubscriptionStore } from './ports/store/subscriptions.js';
export type { SealedSecret, SecretOwner, SecretStore } from './ports/store/secrets.js';
export {
  type EventStore,
  type Listener,
  NO_TRIGGERS,
  type NotedTrigger,
  type PlannedTrigger,
  type ScheduleStore,
  type StoredHostEvent,
  type StoredTrigger,
  type TriggerError,
  type TriggerKey,
  type TriggerMove,
  type TriggerNote,
  type TriggerBound,
  type TriggerPlan,
  type TriggerStore,
  eventExecutionId,
  listenerStepId,
  matchOf,
  newTrigger,
  noted,
} from './ports/store/triggers.js';
export type { HostEvent } from './expression/host-event.js';
export { STORE_CONTRACT_VERSION } from './ports/store/store.js';
