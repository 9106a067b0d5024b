/** `@org/approval-http`: the handler, and types for an adapter or an `authenticate` of your own. */
export { HTTP_CODES } from './answer.js';
export { type HandlerOptions, createHandler } from './handler.js';
export {
  type HttpBody,
  type HttpHandler,
  type HttpRequest,
  type HttpResponse,
  headerOf,
} from '@org/approval-internal/http';
export { PERMISSIONS, type Permission, type Principal, ROLES, type Role } from './permissions.js';
export {
  type Consumer,
  DEFAULT_RATE_LIMITS,
  OPERATION_CLASSES,
  type OperationClass,
  type RateLimiter,
  type RateLimits,
  createMemoryRateLimiter,
  rateLimiterFrom,
} from './rate-limit.js';
export type { SlackDecision } from '@org/approval-core/views';
export {
  type SlackReceiverOptions,
  type SlackUser,
  createSlackReceiver,
  slackDecision,
} from './slack/slack.js';
export type { LinksOptions } from './pages/link/links.js';
export type { AuthorizeRequest, HostAccess } from './access/host-access.js';
export type { HttpGate } from './permits/gate-operations.js';
