/** The contract of stores: what an engine asks of one, and gives it. */
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
export type {
  Claim,
  ClaimResult,
  ClaimRequest,
  ClaimUse,
  ClaimedJob,
  JobKey,
  JobStore,
  ConcurrencyLimits,
  LiveClaim,
  LiveClaims,
  LiveClaimsRequest,
  StoredJob,
  StoredJobKind,
} from './ports/store/jobs.js';
export { LIVE_CLAIMS } from './ports/store/jobs.js';
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
export { stoodInFor } from './interpreter/people/standing-in.js';
export { type RunScope, type Visible, VISIBLE_FIELDS, isVisible } from './ports/store/visible.js';
export type { HostTransaction } from './ports/store/host-commit.js';
export type { EventKey, FeedEntry, FeedQuery, FeedSlice, FeedStore } from './ports/store/feed.js';
export type { LinkKey, LinkStore, StoredLink } from './ports/store/links.js';
export {
  HEALTH_COUNT,
  HEALTH_FEEDS,
  type HealthStore,
  type StoreHealth,
  type StoreHealthRequest,
  type StoreQueues,
} from './ports/store/health.js';
export type { StoredSubscription, SubscriptionKey, SubscriptionStore } from './ports/store/subscriptions.js';
export type { SealedSecret, SecretOwner, SecretStore } from './ports/store/secrets.js';
export { type ApprovalStore, STORE_CONTRACT_VERSION } from './ports/store/store.js';
export { isReservedId } from './interpreter/own-runs.js';
