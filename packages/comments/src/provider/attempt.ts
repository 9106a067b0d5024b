/** One attempt of one operation, through the host's function or over HTTP. */
import { AttemptError } from '../errors.js';
import { isObject } from '../record.js';
import { jsonHeaders } from '../send.js';
import type { EndpointConfig, ResolverResponse } from './config.js';

/**
 * @throws AttemptError. What a function throws is its `cause`, for the host; no message repeats it.
 */
export type Attempt = (request: unknown, signal: AbortSignal) => Promise<ResolverResponse>;

/**
 * Succeeds with `success: true` and `statusCode: 200`. Each attempt has its own request, as over
 * HTTP, and the client has its own copy of the answer. A function may change its request before it
 * sends it on, and may go on using its answer.
 */
export const functionAttempt =
  (call: (request: never) => Promise<ResolverResponse>): Attempt =>
  async (request) => {
    let response: unknown;
    try {
      response = copied(await call(copied(request) as never));
    } catch (cause) {
      throw new AttemptError('provider-threw', null, { cause });
    }
    return checked(response, (statusCode) => statusCode === 200);
  };

/** Copies lists and plain objects. Other values, such as a file, are handed on as they are. */
function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  if (!isObject(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copied(member)]));
}

/** Encodes a request: its body, and the host's headers with those that the body needs. */
export type Encode = (
  request: unknown,
  own: Readonly<Record<string, string>>,
) => { readonly headers: Headers; readonly body: string | FormData };

export const asJson: Encode = (request, own) => ({
  headers: jsonHeaders(own),
  body: JSON.stringify(request),
});

/** Succeeds with HTTP 200 and `success: true`; a `statusCode` that is there must be 200. */
export const endpointAttempt =
  (endpoint: EndpointConfig, fetch: typeof globalThis.fetch, encode: Encode = asJson): Attempt =>
  async (request, signal) => {
    const { url, credentials } = endpoint;
    const { headers, body } = encode(request, await headersOf(endpoint));
    const answer = await orNetwork(() =>
      fetch(url, {
        method: 'POST',
        headers,
        body,
        signal,
        // Content and credentials are for this address, and for no other that it may name.
        redirect: 'manual',
        ...(credentials && { credentials }),
      }),
    );
    if (answer.type === 'opaqueredirect' || (answer.status >= 300 && answer.status < 400))
      throw new AttemptError('redirect', answer.status || null);
    const text = await orNetwork(() => answer.text());
    if (answer.status === 409) {
      const said = parsed(text);
      throw new AttemptError('conflict', 409, { conflict: isObject(said) ? said.data : undefined });
    }
    if (answer.status !== 200)
      throw new AttemptError('http-status', answer.status, { answer: parsedOrNull(text) });
    return checked(parsed(text), (statusCode) => statusCode === undefined || statusCode === 200);
  };

async function headersOf({ headers = {} }: EndpointConfig): Promise<Readonly<Record<string, string>>> {
  try {
    return typeof headers === 'function' ? await headers() : headers;
  } catch (cause) {
    throw new AttemptError('provider-threw', null, { cause });
  }
}

async function orNetwork<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (cause) {
    throw new AttemptError('network', null, { cause });
  }
}

/** An error page of a proxy is HTML. */
function parsedOrNull(text: string): unknown {
  try {
    return parsed(text);
  } catch {
    return null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not the cause: its message quotes the text.
    throw new AttemptError('invalid-response');
  }
}

function checked(response: unknown, isSuccess: (statusCode: unknown) => boolean): ResolverResponse {
  if (!isObject(response)) throw new AttemptError('invalid-response');
  const { success, statusCode } = response;
  if (statusCode === 409) throw new AttemptError('conflict', 409, { conflict: response.data });
  if (success === true && isSuccess(statusCode)) return { ...response, success, statusCode: 200 };
  throw new AttemptError('not-successful', typeof statusCode === 'number' ? statusCode : null, {
    answer: response,
  });
}
