/** Handles a request: path, caller, permission, budget, body, operation. */
import type { Duration } from '@org/approval-internal/duration';
import { type ApprovalEngine, ApprovalError, LIMITS, type Logger, consoleLogger } from '@org/approval-core';
import { guardedLogger } from '@org/approval-core/internal';
import {
  ByteBudget,
  type HttpHandler,
  type HttpRequest,
  type HttpResponse,
  headerOf,
} from '@org/approval-internal/http';
import {
  type Checks,
  basePath as basePathCheck,
  callable,
  checkOptions,
  count,
  fields,
  optional,
  texts as textList,
  timerMs,
  withMethods,
} from '@org/approval-internal/options';
import { type HostAccess, accessOf } from './access/host-access.js';
import { HttpError, allow, failure, jsonText } from './answer.js';
import { knownBy } from './auth/known.js';
import { dataOf } from './envelope.js';
import { HEALTH_PATH, healthPage } from './health.js';
import { INBOUND_ROUTES } from './inbound.js';
import { type Limits, limitsOf } from './limits.js';
import { type OpenApiOptions, OPENAPI_OPTIONS } from './openapi-options.js';
import type { Permission, Principal } from './permissions.js';
import { permit } from './permitted.js';
import { type OperationClass, type RateLimiter, createMemoryRateLimiter, unlessOff } from './rate-limit.js';
import { type ResultText, ResultTexts } from './result-text.js';
import { engineOperations } from './engine-operations.js';
import type { Mounts } from './mounted.js';
import { type HttpGate, gateOperations } from './permits/gate-operations.js';
import { separationOf } from './permits/separation.js';
import { DecidePages } from './pages/link/decide.js';
import { type LinksOptions, linksCheck, tokenOf } from './pages/link/links.js';
import { Look } from './pages/look.js';
import { Streams } from './stream/stream.js';

/** Options of `createHandler`. */
export interface HandlerOptions extends HostAccess {
  /** The engine that runs the operations. */
  readonly engine: ApprovalEngine;
  /**
   * Identifies the caller, or throws an `ApprovalError` (UNAUTHENTICATED). Use
   * `createAuthenticator` of `@org/approval-http/auth`, or look at your own session.
   */
  readonly authenticate: (request: HttpRequest) => Promise<Principal>;
  /** Path before `/v2/workflow`; empty by default. */
  readonly basePath?: string;
  /** False disables limits. By default limits of this process, see `DEFAULT_RATE_LIMITS`. */
  readonly rateLimiter?: RateLimiter | false;
  /** 1 MiB by default, the same as the engine's limit. */
  readonly maxBodyBytes?: number;
  /**
   * Limit in bytes on all bodies in progress together, not counting the first 64 KiB of each.
   * Beyond it, large bodies are answered 503 with `Retry-After`. 16 MiB by default, or
   * `maxBodyBytes` if that is more.
   */
  readonly maxHeldBytes?: number;
  /** Logger for errors whose details callers do not get; the console by default. */
  readonly logger?: Logger;
  /** Title and server of `GET {basePath}/v2/workflow/openapi.json`; false disables the document. */
  readonly openApi?: OpenApiOptions | false;
  /** Options of the decision pages; without them `links/create` is refused. */
  readonly links?: LinksOptions;
  /**
   * The gate that programs pass before they act; without it `permits/*` and `grants/*` are
   * NOT_FOUND.
   */
  readonly gate?: HttpGate;
  /**
   * Subjects whose `steps:decide-any` counts on permits, because they relay people's decisions.
   * None by default.
   */
  readonly relays?: readonly string[];
  /** Interval at which a stream checks again that its caller may continue; 60 s by default. */
  readonly recheckMs?: Duration;
}

const RECHECK_MS = 60_000;

const OPTIONS: Checks<HandlerOptions> = {
  engine: withMethods('forWorkspace'),
  authenticate: callable,
  basePath: optional(basePathCheck),
  rateLimiter: unlessOff(withMethods('take')),
  maxBodyBytes: optional(count),
  maxHeldBytes: optional(count),
  logger: optional(withMethods('warn', 'error')),
  openApi: unlessOff(fields(OPENAPI_OPTIONS)),
  links: optional(linksCheck),
  recheckMs: optional(timerMs),
  gate: optional(gateCheck),
  relays: optional(textList),
  authorize: optional(callable),
  visible: optional(callable),
};

/** Checks for the operations of a gate. */
function gateCheck(value: unknown, name: string): readonly string[] {
  const faults = withMethods('forWorkspace')(value, name);
  if (faults.length > 0) return faults;
  const has = typeof value === 'object' && value !== null && 'operations' in value;
  return has && Array.isArray(value.operations)
    ? []
    : [`${name}.operations must be the operations of a gate; pass on those of the gate itself`];
}

const PATH = /^\/v[12]\/workflow\/(.*)$/;
const REQUEST_ID = /^[A-Za-z0-9:_.-]{1,128}$/;

/**
 * The HTTP surface of an engine as one handler, for `toExpress`, `toFastify`, `toFetch` or
 * `toNodeListener`: every operation under `/v2/workflow/`, triggers and callbacks, the OpenAPI
 * document, and `/health`.
 * @throws TypeError when an option makes no sense.
 * @example
 * ```ts
 * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
 * import { ROLES, createHandler } from '@org/approval-http';
 * import { toFetch } from '@org/approval-http/fetch';
 *
 * const engine = createApprovalEngine({ store: createMemoryStore() });
 * const handler = createHandler({
 *   engine,
 *   // The host's own session; `@org/approval-http/auth` has one with API keys and tokens.
 *   authenticate: async () => ({
 *     workspaceId: 'acme',
 *     subject: 'ann',
 *     permissions: new Set(ROLES.author),
 *   }),
 * });
 * const response = await toFetch(handler)(
 *   new Request('https://example.com/v2/workflow/definitions/list', {
 *     method: 'POST',
 *     headers: { 'content-type': 'application/json' },
 *     body: '{"data":{}}',
 *   }),
 * );
 * console.log(await response.text());
 * // → {"result":{"items":[],"nextCursor":null,"hasMore":false}}
 * await engine.stop();
 * ```
 */
export function createHandler(options: HandlerOptions): HttpHandler {
  checkOptions('createHandler', options, OPTIONS);
  const { engine, basePath = '' } = options;
  const logger = guardedLogger(options.logger ?? consoleLogger);
  const authenticate = knownBy(options.authenticate);
  const limits = limitsOf(options.rateLimiter ?? createMemoryRateLimiter());
  const { maxBodyBytes = LIMITS.requestBytes, openApi = {}, recheckMs = RECHECK_MS, gate } = options;
  const { maxHeldBytes = Math.max(LIMITS.heldBytes, maxBodyBytes) } = options;
  const [texts, report] = [new ResultTexts(), reporting(logger)];
  const permitted = permittedBy(limits, authenticate);
  const [access, separation] = [accessOf(engine, options), separationOf(engine, new Set(options.relays))];
  const { baseUrl = null, ...own } = options.links ?? {};
  const pages = new DecidePages({ engine, limits, look: new Look(own), baseUrl });
  const streams = new Streams({ access, authenticate, recheckMs, logger });
  const mounts: Mounts = new Map([
    ...engineOperations({ access, separation }),
    ...(gate === undefined ? [] : gateOperations(gate, access)),
  ]);
  const health = healthPage({ engine, access, authenticate, report });
  const document = openApi === false ? null : lazyDocument({ serverUrl: basePath || '/', ...openApi }, gate);

  async function answer(request: HttpRequest, requestId: string): Promise<HttpResponse> {
    if (request.path === basePath + HEALTH_PATH) return health(request, requestId);
    const path = workflowPathOf(request, basePath);
    if (path === 'openapi.json' && document !== null) {
      allow(request, ['GET', 'HEAD']);
      return jsonText(await document(), requestId);
    }
    if (path === 'events/stream') {
      allow(request, ['GET']);
      return streams.answer(request, await permitted(request, ['executions:read'], 'read'), requestId);
    }
    return jsonText(await operate(request, path), requestId);
  }

  async function operate(request: HttpRequest, path: string | null): Promise<ResultText> {
    const [mounted, inbound] = [mounts.get(path ?? ''), INBOUND_ROUTES.get(path ?? '')];
    if (inbound !== undefined) {
      allow(request, ['POST']);
      return texts.of(await inbound(request, { engine, limits, maxBodyBytes }));
    }
    if (mounted === undefined) throw new HttpError('NOT_FOUND', 'the path does not exist');
    allow(request, ['POST']);
    const { operation } = mounted;
    const principal = await permitted(request, operation.permissions, operation.budget);
    const data = dataOf(request, maxBodyBytes);
    return texts.by(await mounted.open(principal, data), data, operation);
  }

  async function handle(request: HttpRequest): Promise<HttpResponse> {
    const requestId = requestIdOf(request);
    const token = tokenOf(request.path, basePath);
    if (token !== null)
      return pages.handle(request, token, requestId, (error) => report(request, requestId, error));
    try {
      return await answer(request, requestId);
    } catch (error) {
      report(request, requestId, error);
      return failure(error, requestId);
    }
  }

  return Object.assign(handle, { maxBodyBytes, bodyBudget: new ByteBudget(maxHeldBytes) });
}

/** Identifies the caller, checks its permission, and spends the budget of its workspace. */
function permittedBy(limits: Limits, authenticate: HandlerOptions['authenticate']) {
  return async (
    request: HttpRequest,
    permissions: readonly Permission[],
    operationClass: OperationClass,
  ): Promise<Principal> => {
    const principal = await limits.identify(request, () => authenticate(request));
    await permit(limits, principal, permissions, operationClass);
    return principal;
  };
}

/**
 * Logs errors whose details callers do not get. The token of a link is a secret, so it is cut out.
 */
function reporting(logger: Logger) {
  return ({ method, path }: HttpRequest, requestId: string, error: unknown): void => {
    if (!isFault(error)) return;
    const shown = path.replace(/(\/v2\/decide\/).*/, '$1…');
    logger.error(`${method} ${shown} failed (request ${requestId})`, error);
  };
}

/** True for errors to log; an exhausted body budget is not one. */
const isFault = (error: unknown): boolean =>
  !(error instanceof ApprovalError) ||
  error.status === 'INTERNAL' ||
  (error.status === 'UNAVAILABLE' && !(error instanceof HttpError));

/** Part of the path after `/v2/workflow/`, or null for any other path. */
const workflowPathOf = ({ path }: HttpRequest, basePath: string): string | null =>
  path.startsWith(basePath) ? (PATH.exec(path.slice(basePath.length))?.[1] ?? null) : null;

/** Built on the first request only, because most processes never need it. */
function lazyDocument(options: OpenApiOptions, gate: HttpGate | undefined): () => Promise<string> {
  let text: Promise<string> | null = null;
  return () =>
    (text ??= import('./openapi.js').then(({ openApiDocument }) =>
      JSON.stringify(openApiDocument(options, gate)),
    ));
}

function requestIdOf(request: HttpRequest): string {
  const given = headerOf(request, 'x-request-id');
  return given !== null && REQUEST_ID.test(given) ? given : crypto.randomUUID();
}
