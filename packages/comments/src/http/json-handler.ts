/**
 * Common parts of both servers: POST below a prefix, JSON in, JSON out, and no internals in what is
 * answered.
 */
import type { HttpHandler, HttpHeaders, HttpRequest, HttpResponse } from '@org/approval-internal/http';
import {
  type Checks,
  basePath as basePathCheck,
  callable,
  count,
  optional,
} from '@org/approval-internal/options';
import { guarded, saidOnConsole } from '@org/approval-internal/guarded';
import { InvalidCursorError } from '@org/approval-internal/thread-pages';
import { COMMENTS_LIMITS } from '../limits.js';
import { ThreadFullError } from '../store/size.js';
import { BadRequest, Refused, jsonOf } from './json-body.js';

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Mount path and bounds of a handler. */
export interface HandlerLimits {
  /** Prefix of the operations' paths; empty by default. */
  readonly basePath?: string;
  /** 1 MiB by default. */
  readonly maxBodyBytes?: number;
  /** Told of faults that callers are not told; the console by default. */
  readonly onError?: (error: unknown) => void;
}

export const LIMIT_OPTIONS: Checks<HandlerLimits> = {
  basePath: optional(basePathCheck),
  maxBodyBytes: optional(count),
  onError: optional(callable),
};

/** Statuses of failures. */
export type FailureStatus = BadRequest['status'] | 409 | 500;

interface JsonHandler<Name extends string> extends HandlerLimits {
  readonly names: readonly Name[];
  /** Between `basePath` and the operation's name. */
  readonly folder: string;
  /** Reads the body of the request; JSON by default. @throws BadRequest */
  readonly read?: (name: Name, request: HttpRequest, maxBytes: number) => unknown;
  /** Returns the body of the response. @throws BadRequest, Refused */
  readonly perform: (name: Name, body: unknown, headers: HttpHeaders) => Promise<unknown>;
  readonly failure: (status: FailureStatus, message: string, details: unknown) => unknown;
}

export function createJsonHandler<Name extends string>(options: JsonHandler<Name>): HttpHandler {
  const { names, folder, perform, failure, read = (_name, ...it) => jsonOf(...it) } = options;
  const { basePath = '', maxBodyBytes = COMMENTS_LIMITS.requestBytes } = options;
  const onError = guarded(options.onError ?? console.error, saidOnConsole);
  const prefix = `${basePath}${folder}`;

  async function answer(request: HttpRequest): Promise<unknown> {
    const { path, method, headers } = request;
    const name = names.find((it) => path === `${prefix}${it}`);
    if (name === undefined) throw new BadRequest(404, 'the path is unknown');
    if (method !== 'POST') throw new BadRequest(405, `use POST, not ${method}`);
    return perform(name, await read(name, request, maxBodyBytes), headers);
  }

  async function handle(request: HttpRequest) {
    try {
      return jsonResponse(200, await answer(request));
    } catch (error) {
      if (error instanceof Refused) return jsonResponse(409, failure(409, error.message, error.details));
      if (error instanceof BadRequest) {
        const { status, message } = error;
        return jsonResponse(status, failure(status, message, null), status === 405 ? { allow: 'POST' } : {});
      }
      const refusal = refusalOf(error);
      if (refusal !== null) {
        const [status, message] = refusal;
        return jsonResponse(status, failure(status, message, null));
      }
      onError(error);
      return jsonResponse(500, failure(500, 'something went wrong', null));
    }
  }

  return Object.assign(handle, { maxBodyBytes });
}

/** Turns a refusal of the store into a fault of the caller. */
function refusalOf(error: unknown): [400 | 413, string] | null {
  if (error instanceof ThreadFullError) return [413, error.message];
  // Compares the name: stores of other packages have a class of their own.
  if (error instanceof Error && error.name === 'InvalidCursorError')
    return [400, new InvalidCursorError().message];
  return null;
}

const jsonResponse = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse => ({ status, headers: { ...HEADERS, ...headers }, body: JSON.stringify(body) });
