/** What a client is made with, and what is wrong with it. */
import { type RetryNotice, type RetryOptions, type RetryPolicy, retryPolicy } from './retry.js';
import type { Connection, Fetch } from './send.js';
import { type GetAuthToken, isHeaderText, sharingRefreshes } from './tokens.js';

interface CommonOptions {
  /**
   * Where the engine is mounted, without `/v2/workflow`: `https://api.example.com/approvals`. In a browser also a path
   * of the page's own host: `/approvals`.
   */
  readonly baseUrl: string;
  /** Names the workspace (contract section 14). */
  readonly apiKey: string;
  /** The platform's by default. */
  readonly fetch?: Fetch | undefined;
  readonly retry?: RetryOptions | undefined;
  /** For each attempt, in ms; 10,000 by default. For a whole call give it `AbortSignal.timeout(ms)`. */
  readonly timeoutMs?: number | undefined;
  /** Told of every failure that is not final, before the pause. */
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
}

/** With either a token, or a function that gets one. */
export type ApprovalClientOptions = CommonOptions &
  (
    | { readonly authToken: string; readonly getAuthToken?: undefined }
    | { readonly getAuthToken: GetAuthToken; readonly authToken?: undefined }
  );

export interface Settings {
  readonly connection: Connection;
  readonly policy: RetryPolicy;
  readonly onRetry: (notice: RetryNotice) => void;
}

/** @throws TypeError that says which option is wrong, why, and what would be right. */
export function settingsOf(options: ApprovalClientOptions): Settings {
  refuseFaults(options, OPTIONS, '');
  if (options.retry !== undefined) refuseFaults(options.retry, RETRY_OPTIONS, 'retry.');
  const { baseUrl, apiKey, authToken, getAuthToken, fetch, timeoutMs = 10_000, onRetry } = options;
  if ((authToken === undefined) === (getAuthToken === undefined)) {
    throw wrong(
      'give either authToken, or getAuthToken, which is asked for a new token when one has expired',
    );
  }
  return {
    connection: {
      prefix: `${baseUrl.replace(/\/+$/, '')}/v2/workflow/`,
      apiKey,
      getAuthToken: getAuthToken ? sharingRefreshes(getAuthToken, timeoutMs) : () => authToken,
      canRefresh: getAuthToken !== undefined,
      // Looked up at each call: what wraps the platform's own may come later than the client.
      fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
      timeoutMs,
    },
    policy: retryPolicy(options.retry),
    onRetry: (notice) => onRetry?.(notice),
  };
}

/** Says what is wrong with a value, or gives null. */
type Check = (value: unknown) => string | null;

/** Never quotes the text: it is a secret. */
const secret: Check = (value) => {
  if (typeof value !== 'string') return `must be a text, not ${shown(value)}`;
  return isHeaderText(value)
    ? null
    : 'must not be empty, or have spaces, line breaks or other than ASCII in it';
};
const aFunction: Check = (value) =>
  typeof value === 'function' ? null : `must be a function, not ${shown(value)}`;
const number =
  (isRight: (value: number) => boolean, what: string): Check =>
  (value) =>
    typeof value === 'number' && isRight(value) ? null : `must be ${what}, not ${shown(value)}`;
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined ? null : check(value);

const OPTIONS: Readonly<Record<keyof ApprovalClientOptions, Check>> = {
  baseUrl: baseUrlFault,
  apiKey: secret,
  authToken: optional(secret),
  getAuthToken: optional(aFunction),
  fetch: (value) => (value === undefined && 'fetch' in globalThis ? null : aFunction(value)),
  retry: optional((value) => (isObject(value) ? null : `must be an object, not ${shown(value)}`)),
  timeoutMs: optional(number((ms) => ms > 0, 'a number of ms above 0')),
  onRetry: optional(aFunction),
};

const delayMs = optional(number((ms) => ms >= 0 && ms < Infinity, 'a number of ms, 0 or more'));
const RETRY_OPTIONS: Readonly<Record<keyof RetryOptions, Check>> = {
  maxAttempts: optional(number((it) => Number.isInteger(it) && it > 0, 'a whole number above 0')),
  baseDelayMs: delayMs,
  maxDelayMs: delayMs,
  random: optional(aFunction),
  sleep: optional(aFunction),
};

function refuseFaults<T>(
  options: T,
  checks: Readonly<Record<keyof T & string, Check>>,
  prefix: string,
): void {
  // A caller without TypeScript may give anything.
  const given: unknown = options;
  if (!isObject(given)) throw wrong(`give an object, not ${shown(given)}`);
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(checks, name));
  if (unknown !== undefined) {
    throw wrong(`${prefix}${unknown} is no option; there are ${Object.keys(checks).join(', ')}`);
  }
  for (const [name, check] of Object.entries<Check>(checks)) {
    const fault = check(given[name]);
    if (fault !== null) throw wrong(`${prefix}${name} ${fault}`);
  }
}

function baseUrlFault(value: unknown): string | null {
  const example = 'give the address where the engine is mounted, such as "https://api.example.com/approvals"';
  if (typeof value !== 'string') return `must be a text, not ${shown(value)}; ${example}`;
  const isPath = value.startsWith('/') && !value.startsWith('//');
  if (isPath && !('location' in globalThis)) {
    return `is the path "${value}", which only a web page can complete; ${example}`;
  }
  let url: URL;
  try {
    url = new URL(value, isPath ? 'http://page' : undefined);
  } catch {
    return `is no address: "${value}"; ${example}`;
  }
  if (!/^https?:$/.test(url.protocol)) return `must start with https:// or http://, not "${url.protocol}"`;
  if (url.username !== '' || url.password !== '') return 'has a user or password in it; leave them out';
  if (url.search !== '' || url.hash !== '') return 'has a "?" or "#" part; leave it out';
  if (/\/v[12]\/workflow\/*$/.test(url.pathname)) return 'must stop before /v2/workflow, which is added';
  return null;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const wrong = (message: string) => new TypeError(`createApprovalClient: ${message}`);

const shown = (value: unknown): string =>
  typeof value === 'number' ? String(value) : value === null ? 'null' : typeof value;
