/** Reads an inbound request as its trigger declares (contract section 13): sender, event and id. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { JsonObject, JsonValue } from '../../definition/json.js';
import { isPlainObject } from '../../definition/json.js';
import type { InboundWebhook } from '../../definition/webhooks.js';
import { readPath } from '../../expression/variable.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';
import type { InboundHeaders, WebhookTransport } from '../../ports/webhooks.js';
import { isSame, sha256Hex, utf8 } from '../scheduling/encoding.js';

export interface RawRequest {
  readonly headers: InboundHeaders;
  /** Raw body. */
  readonly body: Uint8Array;
}

/** Headers with the name and id of an event of known senders; `custom` declares its own. */
const SENDERS = {
  svc: { eventName: null, eventNamePath: 'type', id: 'webhook-id' },
  github: { eventName: 'x-github-event', eventNamePath: null, id: 'x-github-delivery' },
  vercel: { eventName: 'x-vercel-deployment-event', eventNamePath: 'type', id: null },
  custom: { eventName: null, eventNamePath: null, id: null },
} as const;

const KEY_ID = /^[A-Za-z0-9:_.-]{1,64}$/;

export async function isAuthentic(
  transport: WebhookTransport,
  declared: InboundWebhook,
  secret: string,
  { headers, body }: RawRequest,
  now: number,
): Promise<boolean> {
  if (declared.authMode === 'bearer') return isBearer(headerOf(headers, 'authorization'), secret);
  return transport.verifySignature({
    preset: declared.provider ?? 'svc',
    now,
    header: declared.signatureHeader,
    algorithm: declared.signatureAlgorithm,
    encoding: declared.signatureEncoding,
    prefix: declared.signaturePrefix,
    headers,
    body,
    secret,
  });
}

/** Compares digests: how much of a guess was right shows in no time. */
function isBearer(header: string | null, secret: string): boolean {
  const [, given = ''] = /^bearer +(.+)$/i.exec(header?.trim() ?? '') ?? [];
  return isSame(sha256(utf8(given)), sha256(utf8(secret)));
}

/** True if the trigger accepts this event; with a filter, an unreadable name is not accepted. */
export function isWanted(declared: InboundWebhook, { headers }: RawRequest, payload: JsonValue): boolean {
  const { allowedEvents, provider = 'svc', eventNameHeader } = declared;
  if (allowedEvents === undefined) return true;
  const { eventName, eventNamePath } = SENDERS[provider];
  const header = eventNameHeader?.toLowerCase() ?? eventName;
  const name =
    (header === null ? null : headerOf(headers, header)) ??
    (eventNameHeader === undefined ? textAt(payload, eventNamePath) : null);
  return name !== null && allowedEvents.includes(name);
}

type TriggerOf = Pick<DefinitionVersion, 'definitionId' | 'organizationId' | 'documentId'> & {
  readonly triggerId: string;
};

/**
 * Returns the key that identifies repeats; undefined without an id of the sender. An id in the
 * signed body takes precedence over one in a header.
 */
export function keyOf(
  { definitionId, triggerId, ...scope }: TriggerOf,
  declared: InboundWebhook,
  { headers, body }: RawRequest,
  payload: JsonValue,
): string | undefined {
  const { idempotencyBodyPath: path } = declared;
  const inBody = path === undefined ? '' : (textAt(payload, path) ?? inexactAt(payload, path, body) ?? '');
  const id = inBody === '' ? idInHeader(declared, headers) : inBody;
  if (id === null || id === '') return undefined;
  return `trig:${definitionId}:${triggerId}:${idWithin(scope, id)}`;
}

/** If the id was expected in the body, only a signed header counts: others can be forged. */
function idInHeader(
  { authMode, provider = 'svc', idempotencyHeader, idempotencyBodyPath }: InboundWebhook,
  headers: InboundHeaders,
): string | null {
  const isOfBody = idempotencyBodyPath !== undefined;
  if (isOfBody && (authMode !== 'hmac' || provider !== 'svc')) return null;
  const header = (isOfBody ? undefined : idempotencyHeader?.toLowerCase()) ?? SENDERS[provider].id;
  return header === null ? null : headerOf(headers, header);
}

/**
 * Keys are unique in the workspace, but definitions of one id may exist in many scopes, whose
 * senders do not know each other's ids: below the workspace the scope is hashed too.
 */
function idWithin(
  { organizationId, documentId }: Omit<TriggerOf, 'definitionId' | 'triggerId'>,
  id: string,
): string {
  if (organizationId !== null) return sha256Hex(JSON.stringify([organizationId, documentId, id]));
  return KEY_ID.test(id) ? id : sha256Hex(id);
}

/** null: the payload cannot be a triggerContext. */
export function contextOf(declared: InboundWebhook, payload: JsonValue): JsonObject | null {
  if (declared.payloadMapping === 'wrap') return { source: payload };
  return isPlainObject(payload) ? payload : null;
}

/** A repeated header counts as missing, because it is ambiguous. */
function headerOf(headers: InboundHeaders, name: string): string | null {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === 'string' ? value : null;
}

/**
 * Identifies an inexact number (too long, or a fraction) by the hash of the body, because two such
 * ids may read alike. A repeated request has the same hash.
 */
function inexactAt(payload: JsonValue, path: string, body: Uint8Array): string | null {
  const value = readPath(payload, path.split('.'));
  const isInexact = typeof value === 'number' && !Number.isSafeInteger(value);
  return isInexact ? bytesToHex(sha256(body)) : null;
}

/** Returns the string or whole number at a dot-path. */
function textAt(payload: JsonValue, path: string | null): string | null {
  if (path === null) return null;
  const value = readPath(payload, path.split('.'));
  if (typeof value === 'string') return value;
  return Number.isSafeInteger(value) ? String(value) : null;
}
