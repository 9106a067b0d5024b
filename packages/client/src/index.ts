/**
 * `@org/approval-client`: the operations of an approval engine over HTTP, in browsers and in Node.
 */
export { type ApprovalClient, createApprovalClient } from './client.js';
export { ApprovalClientError, type ErrorContext } from './error.js';
export type { EventsOptions } from './events.js';
export type { CallOptions } from './call-options.js';
export type { Call, ClientPath, ClientRequest, ClientResult } from './operations.js';
export type { OperationMethods } from './operations.gen.js';
export type { ApprovalClientOptions } from './options.js';
export type { RetryNotice, RetryOptions } from './retry.js';
export type { Fetch, FetchResponse } from './send.js';
export type { StreamOptions } from './stream.js';
export type { GetAuthToken } from './tokens.js';
// Types of the operations, copied into this package so that the core need not be installed.
export type {
  Definition,
  DefinitionView,
  ErrorStatus,
  ExecutionView,
  ExternalEvent,
  ExternalEventType,
  FeedEvent,
  Issue,
  JsonObject,
  JsonValue,
  StepView,
} from '@org/approval-core';
export type { EngineEvent } from '@org/approval-core/interpreter';
export type {
  ExecutionSummaryView,
  OperationPath,
  OperationRequest,
  OperationResult,
  OperationTypes,
  WaitingItem,
} from '@org/approval-core/views';
