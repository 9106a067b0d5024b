/** Options of a client, and their validation. */
import { type Duration, msOf } from '@org/approval-internal/duration';
import {
  type Check,
  type Checks,
  callable,
  checkOptions,
  count,
  durationMs,
  fields,
  must,
  optional,
  pauseMs,
  text,
} from '@org/approval-internal/options';
import { isObject } from '@org/approval-internal/values';
import { type RetryNotice, type RetryOptions, type RetryPolicy, retryPolicy } from './retry.js';
import type { Connection, Fetch } from './send.js';
import { type GetAuthToken, isHeaderText, sharingRefreshes } from './tokens.js';

interface CommonOptions {
  /**
   * URL where the engine is mounted, without `/v2/workflow`: `https://api.example.com/approvals`.
   * In a browser also a path of the page's own host: `/approvals`. During server rendering, only
   * calls fail with a path.
   */
  readonly baseUrl: string;
  /** `fetch` of the platform by default. */
  readonly fetch?: Fetch | undefined;
  /** Number of retries, and pauses between them. */
  readonly retry?: RetryOptions | undefined;
  /**
   * Timeout of each attempt in ms; 10,000 by default. The wait of the request itself (`waitMs`) is
   * added. To limit a whole call, pass it `AbortSignal.timeout(ms)`.
   */
  readonly timeoutMs?: Duration | undefined;
  /** Called for every failure that is not final, before the pause. */
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
}

interface KeyOptions {
  /** Key of the workspace (contract section 14). */
  readonly apiKey: string;
  readonly session?: undefined;
}

/** Credentials: an API key with a token or a function that gets one, or a cookie of the host. */
export type ApprovalClientOptions = CommonOptions &
  (
    | (KeyOptions & {
        /** Proves the caller while it is valid. */
        readonly authToken: string;
        readonly getAuthToken?: undefined;
      })
    | (KeyOptions & {
        /** Called for the first token, and again when one is refused. */
        readonly getAuthToken: GetAuthToken;
        readonly authToken?: undefined;
      })
    | {
        /**
         * Uses the host's session cookie: of the page's own origin, or (`include`) also of another
         * one. No key is sent; `authenticate` of the host's handler reads the cookie.
         */
        readonly session: 'same-origin' | 'include';
        readonly apiKey?: undefined;
        readonly authToken?: undefined;
        readonly getAuthToken?: undefined;
      }
  );

export interface Settings {
  readonly connection: Connection;
  readonly policy: RetryPolicy;
  readonly onRetry: (notice: RetryNotice) => void;
  /** @throws TypeError where the address cannot be called from. */
  readonly checkHere: () => void;
}

/** @throws TypeError that says which option is wrong, why, and what would be right. */
export function settingsOf(options: ApprovalClientOptions): Settings {
  const session = isObject(options) ? options.session : undefined;
  checkOptions('createApprovalClient', options, {
    ...OPTIONS,
    ...(session === undefined && { apiKey: secret }),
  });
  const { baseUrl, fetch, onRetry } = options;
  const timeoutMs = msOf(options.timeoutMs ?? 10_000);
  return {
    connection: {
      prefix: `${baseUrl.replace(/\/+$/, '')}/v2/workflow/`,
      keys: keysOf(options, timeoutMs),
      canRefresh: options.getAuthToken !== undefined,
      credentials: options.session,
      // Looked up at each call, because the global may be wrapped later.
      fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
      timeoutMs,
    },
    policy: retryPolicy(options.retry),
    onRetry: (notice) => onRetry?.(notice),
    checkHere: () => refusePathWithoutPage(baseUrl),
  };
}

function keysOf(options: ApprovalClientOptions, timeoutMs: number): Connection['keys'] {
  if (options.session !== undefined) {
    // A caller without TypeScript may have passed both.
    const given: Partial<Record<'apiKey' | 'authToken' | 'getAuthToken', unknown>> = options;
    if ([given.apiKey, given.authToken, given.getAuthToken].every((it) => it === undefined)) return null;
    throw wrong('give either session, or apiKey with a token: a session is a cookie, and needs no keys');
  }
  const { apiKey, authToken, getAuthToken } = options;
  if ((authToken === undefined) === (getAuthToken === undefined)) {
    throw wrong(
      'give either authToken, or getAuthToken, which is asked for a new token when one has expired',
    );
  }
  return { apiKey, getAuthToken: getAuthToken ? sharingRefreshes(getAuthToken, timeoutMs) : () => authToken };
}

/** The message never quotes the value: it is a secret. */
const secret: Check = (value, name) => {
  const faults = text(value, name);
  if (faults.length > 0 || isHeaderText(value)) return faults;
  return [`${name} must not be empty, or have spaces, line breaks or other than ASCII in it`];
};

const RETRY_OPTIONS: Checks<RetryOptions> = {
  maxAttempts: optional(count),
  baseDelayMs: optional(pauseMs),
  maxDelayMs: optional(pauseMs),
  random: optional(callable),
  sleep: optional(callable),
};

const OPTIONS: Checks<ApprovalClientOptions> = {
  baseUrl,
  apiKey: optional(secret),
  authToken: optional(secret),
  getAuthToken: optional(callable),
  session: optional(
    must('"same-origin" or "include"', (value) => value === 'same-origin' || value === 'include'),
  ),
  fetch: (value, name) => (value === undefined && 'fetch' in globalThis ? [] : callable(value, name)),
  retry: optional(fields(RETRY_OPTIONS)),
  timeoutMs: optional(durationMs),
  onRetry: optional(callable),
};

const EXAMPLE = 'give the address where the engine is mounted, such as "https://api.example.com/approvals"';
const isPath = (url: string): boolean => url.startsWith('/') && !url.startsWith('//');

/** Checked by calls, not before: modules of a page also load on a server that renders it. */
function refusePathWithoutPage(baseUrl: string): void {
  if (!isPath(baseUrl) || 'location' in globalThis) return;
  throw wrong(`baseUrl is the path "${baseUrl}", which only a web page can complete; ${EXAMPLE}`);
}

function baseUrl(value: unknown, name: string): readonly string[] {
  const fault = baseUrlFault(value);
  return fault === null ? [] : [`${name} ${fault}`];
}

function baseUrlFault(value: unknown): string | null {
  if (typeof value !== 'string') return `must be a text, not ${typeof value}; ${EXAMPLE}`;
  let url: URL;
  try {
    url = new URL(value, isPath(value) ? 'http://page' : undefined);
  } catch {
    return `is not an address: "${value}"; ${EXAMPLE}`;
  }
  if (!/^https?:$/.test(url.protocol)) return `must start with https:// or http://, not "${url.protocol}"`;
  if (url.username !== '' || url.password !== '') return 'has a user or password in it; leave them out';
  if (url.search !== '' || url.hash !== '') return 'has a "?" or "#" part; leave it out';
  if (/\/v[12]\/workflow\/*$/.test(url.pathname)) return 'must stop before /v2/workflow, which is added';
  return null;
}

const wrong = (message: string) => new TypeError(`createApprovalClient: ${message}`);
