/** Response of a receiver, as it is kept: within the limits, storable, without secrets. */
import { parseJson } from '@org/approval-internal/parse-json';
import type { JsonValue } from '../../../definition/json.js';
import { LIMITS } from '../../../definition/limits.js';
import { copyPayload } from '../../../definition/payload.js';
import type { WebhookAnswer } from '../../../interpreter/calls.js';
import type { CallOutcome } from '../../../ports/webhooks.js';
import type { Hiding } from './hidden.js';

type Responded = CallOutcome & { readonly ok: true };

export function answerOf(
  { status, headers, body, truncated, retryAfterMs }: Responded,
  keptHeaders: readonly string[],
  hiding: Hiding,
): WebhookAnswer {
  // A transport of the host's may return more than it was asked for.
  const isCut = truncated || body.length > LIMITS.responseBytes;
  const bytes = body.subarray(0, LIMITS.responseBytes);
  const json = isCut || !isJsonType(headers['content-type']) ? null : jsonOf(bytes);
  return {
    kind: 'webhook',
    status,
    headers: keptOf(headers, keptHeaders, hiding),
    text: hiding.text(storable(new TextDecoder().decode(bytes)), isCut),
    json: hiding.json(json),
    truncated: isCut,
    retryAfterMs: retryAfterMs ?? null,
  };
}

/** Longest value of a header that is kept. */
const HEADER_LENGTH = 2_000;

function keptOf(
  headers: Responded['headers'],
  kept: readonly string[],
  hiding: Hiding,
): Record<string, string> {
  const found = kept.flatMap((name): [string, string][] => {
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
    return value === undefined ? [] : [[name, hiding.text(storable(value)).slice(0, HEADER_LENGTH)]];
  });
  return Object.fromEntries(found);
}

const isJsonType = (type = ''): boolean => /^\s*(application\/json|[^\s;]+\+json)\s*(;|$)/i.test(type);

const BOUNDS = { maxValues: LIMITS.requestValues, maxNames: LIMITS.requestNames };

/** null if it is not JSON within the limits of a payload. */
function jsonOf(bytes: Uint8Array): JsonValue {
  const parsed = parseJson(bytes, BOUNDS);
  if (!parsed.ok) return null;
  const copy = copyPayload(parsed.value);
  return copy.ok ? copy.value : null;
}

/** No store holds a NUL or half of a character. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();
