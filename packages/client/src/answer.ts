/** Converts an HTTP response to a result or an error (contract section 14). */
import type { ErrorStatus } from '@org/approval-core';
import { type Fields, isObject } from '@org/approval-internal/values';
import { ApprovalClientError } from './error.js';

/** Part of a `Response` that the client needs. */
export interface FetchResponse {
  /** HTTP status. */
  readonly status: number;
  /** Headers, by name in any case. */
  readonly headers: { get(name: string): string | null };
  /** Body as a stream, for `client.stream`; the platform's responses have it. */
  readonly body?: ReadableStream<Uint8Array> | null;
  /** Reads the body once. */
  text(): Promise<string>;
}

/**
 * Every status of the engine, and whether the operation may have been done anyway: the store may
 * have committed before it went silent, and a fault may follow the commit.
 */
const MAY_BE_DONE: Readonly<Record<ErrorStatus, boolean>> = {
  INVALID_ARGUMENT: false,
  UNAUTHENTICATED: false,
  PERMISSION_DENIED: false,
  NOT_FOUND: false,
  ALREADY_EXISTS: false,
  FAILED_PRECONDITION: false,
  RESOURCE_EXHAUSTED: false,
  UNAVAILABLE: true,
  INTERNAL: true,
};

const SHOWN_CHARACTERS = 200;

/**
 * Returns the `result` of the envelope.
 * @throws ApprovalClientError: the error of the envelope, or for a foreign response. Errors of the
 * connection are rethrown.
 */
export async function readAnswer(path: string, response: FetchResponse): Promise<unknown> {
  const { status: httpStatus, headers } = response;
  const text = await response.text();
  const json = parsed(text);
  const { result, error } = objectOf(json);
  if (httpStatus === 200 && result !== undefined) return result;
  const context = {
    httpStatus,
    requestId: headers.get('x-request-id'),
    retryAfterMs: secondsAsMs(headers.get('retry-after')),
  };
  const { status, message, details } = objectOf(error);
  if (isStatus(status) && typeof message === 'string') {
    const outcomeUnknown = MAY_BE_DONE[status];
    throw new ApprovalClientError(status, message, {
      ...context,
      details: objectOf(details),
      outcomeUnknown,
    });
  }
  const type = headers.get('content-type') ?? 'without a content-type';
  const wasCut = httpStatus === 200 && json === undefined && /^application\/json\b/i.test(type);
  throw new ApprovalClientError(
    wasCut ? 'UNAVAILABLE' : foreignStatus(httpStatus),
    wasCut
      ? `${path} got an answer that breaks off after ${text.length} characters`
      : `${path} was answered by something else than an approval engine (HTTP ${httpStatus}, ${type}); is the baseUrl right, or is a proxy in between?`,
    {
      ...context,
      details: { body: text.slice(0, SHOWN_CHARACTERS) },
      // A proxy's refusal never reached an engine; any other response may replace a lost answer.
      outcomeUnknown: httpStatus < 400 || httpStatus >= 500 || httpStatus === 408,
    },
  );
}

/**
 * Returns the status for a foreign response. A 404 is not NOT_FOUND: the address is wrong, not a
 * definition missing.
 */
function foreignStatus(httpStatus: number): ErrorStatus {
  if (httpStatus === 429) return 'RESOURCE_EXHAUSTED';
  if (httpStatus === 401) return 'UNAUTHENTICATED';
  return httpStatus === 408 || httpStatus >= 500 ? 'UNAVAILABLE' : 'INTERNAL';
}

const isStatus = (status: unknown): status is ErrorStatus =>
  typeof status === 'string' && Object.hasOwn(MAY_BE_DONE, status);

/** Parses Retry-After in seconds; its date form would need a common clock. */
const secondsAsMs = (header: string | null): number | null =>
  header !== null && /^\d+$/.test(header) ? Number(header) * 1_000 : null;

/** Returns undefined for invalid JSON, because no JSON value is undefined. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const objectOf = (value: unknown): Fields => (isObject(value) ? value : {});
