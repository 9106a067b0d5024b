/** Checks of webhooks beyond the shapes of definitions and dispatches. */
import { parseUrl } from '@org/approval-internal/parse-url';
import { type ErrorCode, type Issue, invalidField } from '../../definition/issue.js';
import {
  EMPTY_OBJECT,
  type JsonObject,
  type JsonValue,
  isJsonArray,
  isPlainObject,
} from '../../definition/json.js';
import { LIMITS } from '../../definition/limits.js';
import { type WrittenCall, writtenCalls } from '../../nodes/webhook/lint-written.js';
import type { MayCall } from '../../ports/calls.js';
import type { WebhookTransport } from '../../ports/webhooks.js';
import { mayCallOf } from './allowed.js';

const NO_TRANSPORT =
  'cannot be used: this engine has no webhooks; give createApprovalEngine a `webhooks.transport`, such as createWebhookTransport() of @org/approval-webhooks/node';

/** Returns the issues of a receiver URL, at its path in the request; empty for a valid one. */
export function receiverIssues(
  transport: WebhookTransport | null,
  url: string | undefined,
  path: string,
): Issue<ErrorCode>[] {
  if (url === undefined) return [];
  if (transport === null) return [invalidField(path, NO_TRANSPORT)];
  const fault = transport.checkUrl(url) ?? hostFault(url);
  return fault === null ? [] : [invalidField(path, fault)];
}

/** Limit of DNS; a store has the origin as a key (see `Push`), independent of the transport. */
const HOST_LENGTH = 253;

function hostFault(url: string): string | null {
  const parsed = parseUrl(url);
  if (parsed === null) return 'is not a URL';
  return parsed.hostname.length > HOST_LENGTH ? `has a host of more than ${HOST_LENGTH} characters` : null;
}

/** Existing secrets. */
interface SecretsThere {
  readonly webhook: object | null;
  /** Keyed by triggerId. */
  readonly triggers: object;
  /** Keyed by nodeId. */
  readonly nodes?: Readonly<Record<string, { readonly binding: string }>>;
}

/** Parts of the host that check the calls of a definition. */
interface CallChecks {
  readonly workspaceId: string;
  readonly transport: WebhookTransport | null;
  readonly mayCall: MayCall | undefined;
}

/** Returns the issues of the calls of a definition's nodes as written. */
export function callIssues(
  checks: CallChecks,
  definition: JsonValue,
  { nodes: known = {} }: SecretsThere,
): Issue<ErrorCode>[] {
  const written = objectOf(definition);
  const definitionId = typeof written['definitionId'] === 'string' ? written['definitionId'] : '';
  return writtenCalls(written).flatMap((call) => [
    ...originIssues(checks, definitionId, call),
    ...callSecretIssues(call, Object.hasOwn(known, call.nodeId) ? known[call.nodeId]?.binding : undefined),
  ]);
}

function originIssues(
  { workspaceId, transport, mayCall }: CallChecks,
  definitionId: string,
  { nodeId, path, url, origin }: WrittenCall,
): Issue<ErrorCode>[] {
  // A URL without an origin has its own issue, and without a transport nothing is called.
  if (origin === null || transport === null) return [];
  const fault = transport.checkUrl(url) ?? hostFault(url);
  if (fault !== null) return [invalidField(`${path}.url`, fault)];
  if (mayCallOf(mayCall, { workspaceId, definitionId, nodeId, origin })) return [];
  return [invalidField(`${path}.url`, `the host does not allow this node to call ${origin}`)];
}

function callSecretIssues({ path, secret }: WrittenCall, binding: string | undefined): Issue<ErrorCode>[] {
  if (secret === null || secret.given !== null || secret.binding === binding) return [];
  const message =
    'is missing; give the secret. A stored one is kept only while kind, origin, header and user name stay';
  return [{ code: 'secret-required', path: `${path}.auth.secret`, message }];
}

/**
 * Returns all issues of a definition's webhooks as written; invalid shapes are left to the schema.
 * A known secret may be omitted.
 */
export function definitionIssues(
  transport: WebhookTransport | null,
  definition: JsonValue,
  known: SecretsThere,
): Issue<ErrorCode>[] {
  const { webhookConfig, triggers } = objectOf(definition);
  const list = isJsonArray(triggers) && triggers.length <= LIMITS.triggers ? triggers : [];
  const takesRequests = list.some((it) => objectOf(it)['inboundWebhook'] !== undefined);
  const unusable = transport === null && takesRequests ? [invalidField('triggers', NO_TRANSPORT)] : [];
  return [
    ...unusable,
    ...receiverIssues(transport, urlIn(objectOf(webhookConfig)), 'webhookConfig.url'),
    ...secretIssues(webhookConfig, known.webhook !== null, 'webhookConfig'),
    ...list.flatMap((it, index) => triggerIssues(it, known, `triggers[${index}].inboundWebhook`)),
  ];
}

function triggerIssues(trigger: JsonValue, known: SecretsThere, path: string): Issue<ErrorCode>[] {
  const { triggerId, inboundWebhook } = objectOf(trigger);
  const isKnown = typeof triggerId === 'string' && Object.hasOwn(known.triggers, triggerId);
  return secretIssues(inboundWebhook, isKnown, path);
}

function secretIssues(config: JsonValue | undefined, isKnown: boolean, path: string): Issue<ErrorCode>[] {
  if (isKnown || !isPlainObject(config) || config['secret'] !== undefined) return [];
  return [invalidField(`${path}.secret`, 'is missing; give the secret that both sides sign with')];
}

/** Returns the URL of a receiver if it is a string that may be one. */
export function urlIn(config: JsonObject, field = 'url'): string | undefined {
  const url = config[field];
  // A character has two units at most.
  return typeof url === 'string' && url !== '' && url.length <= 2 * LIMITS.urlLength ? url : undefined;
}

export const objectOf = (json: JsonValue | undefined): JsonObject =>
  isPlainObject(json) ? json : EMPTY_OBJECT;
