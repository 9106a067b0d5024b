/** Requests to a SCIM endpoint: bounded in time and size, retried if useful, page by page. */
import { type Duration, msOf } from '@org/approval-internal/duration';
import { fromJson, isJsonList, isJsonObject } from '@org/approval-internal/json';
import { sleep } from '@org/approval-internal/time';
import type { JsonObject, JsonValue } from '../definition/json.js';

/** Options of requests to an endpoint. */
export interface ScimClientOptions {
  /** Base URL of `Users` and `Groups`, as in `https://id.example.com/scim/v2`. */
  readonly baseUrl: string;
  /** Headers of each request, such as `authorization`; called anew for each attempt. */
  readonly headers?: () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** For each request, in ms; 5,000 by default. */
  readonly timeoutMs?: Duration;
  /** Further attempts after a connection that failed, 429 and 5xx; 2 by default. */
  readonly retryCount?: number;
  /** Before the first further attempt, doubled before each one after it, in ms; 200 by default. */
  readonly retryDelayMs?: Duration;
  /** Resources of a page; 100 by default. */
  readonly pageSize?: number;
  /** The runtime's own by default. */
  readonly fetch?: typeof fetch;
}

export interface ScimClient {
  /** Returns the resource, or null when it does not exist. */
  get(path: string, signal: AbortSignal): Promise<JsonObject | null>;
  /** Up to `most` resources that the filter finds. */
  list(
    path: string,
    filter: string,
    bounds: { readonly signal: AbortSignal; readonly most: number },
  ): Promise<JsonObject[]>;
}

/** Limit of one response's text; a page of 100 users needs about 1 % of it. */
const MOST_BYTES = 4_194_304;
const LONGEST_DELAY_MS = 5_000;

export function scimClient(options: ScimClientOptions): ScimClient {
  const { pageSize = 100 } = options;
  const root = options.baseUrl.replace(/\/+$/, '');
  const ask = (path: string, signal: AbortSignal) => withRetries(options, `${root}/${path}`, signal);
  return {
    get: ask,
    async list(path, filter, { signal, most }) {
      const found: JsonObject[] = [];
      for (;;) {
        const wanted = Math.min(pageSize, most - found.length);
        const query = new URLSearchParams({
          filter,
          startIndex: String(found.length + 1),
          count: String(wanted),
        });
        const page = await ask(`${path}?${query.toString()}`, signal);
        const resources = page?.['Resources'];
        const items = isJsonList(resources) ? resources.filter(isJsonObject) : [];
        found.push(...items.slice(0, most - found.length));
        const total = page?.['totalResults'];
        // An empty page ends the list, even if the total says otherwise.
        if (
          items.length === 0 ||
          found.length >= most ||
          typeof total !== 'number' ||
          found.length >= total
        ) {
          return found;
        }
      }
    },
  };
}

/** A fault that a retry may solve. */
class Passing extends Error {
  readonly delayMs: number;

  constructor(message: string, delayMs: number, cause?: unknown) {
    super(message, { cause });
    this.delayMs = delayMs;
  }
}

/** A fault that a retry does not solve. */
export class ScimRefusal extends Error {
  readonly status: number;

  constructor(path: string, status: number) {
    super(`the SCIM endpoint refused ${path} with ${status}`);
    this.status = status;
  }
}

async function withRetries(
  options: ScimClientOptions,
  url: string,
  signal: AbortSignal,
): Promise<JsonObject | null> {
  const { retryCount = 2 } = options;
  const retryDelayMs = msOf(options.retryDelayMs ?? 200);
  for (let attempt = 0; ; attempt++) {
    try {
      return await once(options, url, signal);
    } catch (error) {
      if (!(error instanceof Passing) || attempt >= retryCount || signal.aborted) throw error;
      await sleep(Math.min(LONGEST_DELAY_MS, Math.max(error.delayMs, retryDelayMs * 2 ** attempt)), signal);
    }
  }
}

async function once(
  { headers, timeoutMs = 5_000, fetch: send = fetch }: ScimClientOptions,
  url: string,
  signal: AbortSignal,
): Promise<JsonObject | null> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(msOf(timeoutMs))]);
  const own = { accept: 'application/scim+json, application/json' };
  const path = new URL(url).pathname;
  try {
    const response = await send(url, {
      headers: { ...own, ...(await headers?.()) },
      redirect: 'error',
      signal: limit,
    });
    const body = await textOf(response);
    if (response.status === 404) return null;
    if (response.status === 429 || response.status >= 500) {
      const seconds = Number(response.headers.get('retry-after') ?? 0);
      throw new Passing(
        `${path} answered ${response.status}`,
        Number.isFinite(seconds) ? seconds * 1_000 : 0,
      );
    }
    if (!response.ok) throw new ScimRefusal(path, response.status);
    return parsed(body, path);
  } catch (error) {
    if (signal.aborted || !isConnectionFault(error, limit)) throw error;
    throw new Passing(`the SCIM endpoint did not answer ${path} in time, or not at all`, 0, error);
  }
}

/** Fetch throws a TypeError for connection faults; its timeout aborts. */
const isConnectionFault = (error: unknown, limit: AbortSignal): boolean =>
  limit.aborted || error instanceof TypeError;

async function textOf(response: Response): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new Error(`the SCIM endpoint answered more than ${MOST_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parsed(text: string, path: string): JsonObject {
  let value: JsonValue;
  try {
    value = fromJson(text);
  } catch (cause) {
    throw new Error(`the SCIM endpoint answered ${path} with invalid JSON`, { cause });
  }
  if (isJsonObject(value)) return value;
  throw new Error(`the SCIM endpoint answered ${path} with JSON that is not an object`);
}
