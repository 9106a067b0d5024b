/** One request in, one answer out: path, caller, permission, budget, body, operation. */
import { type ApprovalEngine, ApprovalError, LIMITS, type Logger, consoleLogger } from '@org/approval-core';
import { HttpError, badRequest, failure, success } from './answer.js';
import { parseJson } from './json.js';
import { type HttpHandler, type HttpRequest, type HttpResponse, headerOf } from './message.js';
import type { Principal } from './permissions.js';
import { type OperationClass, type RateLimiter, createMemoryRateLimiter } from './rate-limit.js';
import { ROUTES, type Route } from './routes.js';

export interface HandlerOptions {
  readonly engine: ApprovalEngine;
  /**
   * Says who calls, or throws an `ApprovalError` (UNAUTHENTICATED). The built-in one is `createAuthenticator` of
   * `@org/approval-http/auth`; a host may as well look at its own session.
   */
  readonly authenticate: (request: HttpRequest) => Promise<Principal>;
  /** What stands before `/v2/workflow`; empty by default. */
  readonly basePath?: string;
  /** False: no limits. By default limits of this process, see `DEFAULT_RATE_LIMITS`. */
  readonly rateLimiter?: RateLimiter | false;
  /** 1 MiB by default, as the engine's own limit. */
  readonly maxBodyBytes?: number;
  readonly logger?: Logger;
}

const PATH = /^\/v[12]\/workflow\/(.*)$/;
const REQUEST_ID = /^[A-Za-z0-9:_.-]{1,128}$/;

export function createHandler(options: HandlerOptions): HttpHandler {
  const { engine, authenticate, basePath = '', logger = consoleLogger } = options;
  const rateLimiter = options.rateLimiter ?? createMemoryRateLimiter();
  const maxBodyBytes = options.maxBodyBytes ?? LIMITS.requestBytes;

  async function answer(request: HttpRequest): Promise<unknown> {
    const route = routeOf(request, basePath);
    const principal = await identify(request, authenticate, rateLimiter);
    if (!principal.permissions.has(route.permission)) {
      throw new ApprovalError('PERMISSION_DENIED', `this needs the permission ${route.permission}`);
    }
    await spend(rateLimiter, principal.workspaceId, route.operationClass);
    const data = dataOf(request, maxBodyBytes);
    return route.invoke(engine.forWorkspace(principal.workspaceId), data, principal);
  }

  async function handle(request: HttpRequest): Promise<HttpResponse> {
    const requestId = requestIdOf(request);
    try {
      return success(await answer(request), requestId);
    } catch (error) {
      if (
        !(error instanceof ApprovalError) ||
        error.status === 'INTERNAL' ||
        error.status === 'UNAVAILABLE'
      ) {
        logger.error(`${request.method} ${request.path} failed (request ${requestId})`, error);
      }
      return failure(error, requestId);
    }
  }

  return Object.assign(handle, { maxBodyBytes });
}

function routeOf({ method, path }: HttpRequest, basePath: string): Route {
  const operation = path.startsWith(basePath) ? PATH.exec(path.slice(basePath.length))?.[1] : undefined;
  const route = operation === undefined ? undefined : ROUTES.get(operation);
  if (route === undefined) throw new HttpError('NOT_FOUND', 'there is no such path');
  if (method !== 'POST') {
    throw new HttpError('NOT_FOUND', `use POST, not ${method}`, { code: 405, headers: { allow: 'POST' } });
  }
  return route;
}

/** A failed attempt costs its address; once that is used up, failures are answered alike and later. */
async function identify(
  request: HttpRequest,
  authenticate: HandlerOptions['authenticate'],
  rateLimiter: RateLimiter | false,
): Promise<Principal> {
  try {
    return await authenticate(request);
  } catch (error) {
    const isRefusal = error instanceof ApprovalError && error.status === 'UNAUTHENTICATED';
    if (isRefusal) await spend(rateLimiter, request.remoteAddress ?? 'unknown', 'failed-attempt');
    throw error;
  }
}

async function spend(
  rateLimiter: RateLimiter | false,
  key: string,
  operationClass: OperationClass | 'failed-attempt',
): Promise<void> {
  if (rateLimiter === false) return;
  const waitMs = await rateLimiter.take(key, operationClass);
  if (waitMs === null) return;
  const seconds = Math.ceil(waitMs / 1_000);
  throw new HttpError('RESOURCE_EXHAUSTED', `too many calls; try again in ${seconds} s`, {
    headers: { 'retry-after': String(seconds) },
  });
}

/** The `data` of the envelope, which has that one key. */
function dataOf(request: HttpRequest, maxBodyBytes: number): unknown {
  const value = bodyOf(request, maxBodyBytes);
  if (!isObject(value)) throw badRequest('the body must be a JSON object with one key, "data"', '');
  const other = Object.keys(value).find((key) => key !== 'data');
  if (other !== undefined)
    throw badRequest(`the body has a key ${JSON.stringify(other)}; only "data" is expected`, other);
  const { data } = value;
  if (!isObject(data)) throw badRequest('give a JSON object with the fields of the request', 'data');
  return data;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function bodyOf(request: HttpRequest, maxBodyBytes: number): unknown {
  const { body } = request;
  if (body.kind === 'too-large' || (body.kind === 'bytes' && body.bytes.length > maxBodyBytes)) {
    throw badRequest(`the body is larger than ${maxBodyBytes} bytes`, '', { code: 413 });
  }
  const type = headerOf(request, 'content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw badRequest('the content-type must be application/json', '', { code: 415 });
  }
  if (body.kind === 'parsed') return body.value;
  const parsed = parseJson(body.bytes);
  if (!parsed.ok) throw badRequest(parsed.message, '');
  return parsed.value;
}

function requestIdOf(request: HttpRequest): string {
  const given = headerOf(request, 'x-request-id');
  return given !== null && REQUEST_ID.test(given) ? given : crypto.randomUUID();
}
