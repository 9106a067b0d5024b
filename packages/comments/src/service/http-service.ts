/** The service over HTTP: the client side of `createServiceHandler`. */
import { type Duration, msOf } from '@org/approval-internal/duration';
import {
  type Checks,
  callable,
  checkOptions,
  durationMs,
  must,
  optional,
  text,
  withMethods,
} from '@org/approval-internal/options';
import { type Clock, systemClock, withTimeout } from '../clock.js';
import { type ConflictDetails, ConflictError, ServiceError } from '../errors.js';
import { isObject } from '../record.js';
import { jsonHeaders } from '../send.js';
import type { CommentService, ListPage, Written } from './port.js';

/** Address of the service, and its credentials. */
export interface HttpServiceOptions {
  /** URL at which the service is mounted; `/v2/comments/…` is put behind it. */
  readonly url: string;
  /** The caller's credentials; a function is called anew for every request. */
  readonly headers?: Readonly<Record<string, string>> | (() => Promise<Readonly<Record<string, string>>>);
  /** ms for a request; 30,000 by default. */
  readonly timeout?: Duration;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Time, for tests; the system's by default. */
  readonly clock?: Clock;
}

const OPTIONS: Checks<HttpServiceOptions> = {
  url: text,
  headers: optional(
    must(
      'an object or a function',
      (value) => ['object', 'function'].includes(typeof value) && value !== null,
    ),
  ),
  timeout: optional(durationMs),
  fetch: optional(callable),
  clock: optional(withMethods('now', 'wakeAt')),
};

/**
 * Every call rejects with a ServiceError; nothing is tried twice. @throws TypeError when an option
 * makes no sense.
 */
export function createHttpService(options: HttpServiceOptions): CommentService {
  checkOptions('createHttpService', options, OPTIONS);
  const { url, headers = {}, clock = systemClock } = options;
  const timeout = msOf(options.timeout ?? 30_000);
  const fetch: typeof globalThis.fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));

  /** @param path of the request, where it is not the operation that an error names. */
  async function call(
    operation: ServiceError['operation'],
    data: unknown,
    path: string = operation,
  ): Promise<unknown> {
    const late = () => new ServiceError(operation, null, { cause: new Error('timeout') });
    return withTimeout(clock, timeout, late, async (signal) => {
      let answer: Response;
      let text: string;
      try {
        answer = await fetch(`${url}/v2/comments/${path}`, {
          method: 'POST',
          headers: jsonHeaders(typeof headers === 'function' ? await headers() : headers),
          body: JSON.stringify({ data }),
          // The credentials are for this address, and for no other that it may name.
          redirect: 'manual',
          signal,
        });
        text = await answer.text();
      } catch (cause) {
        throw new ServiceError(operation, null, { cause });
      }
      if (answer.status === 409) throw conflictIn(text) ?? new ServiceError(operation, 409);
      if (answer.status !== 200)
        throw new ServiceError(operation, answer.status || null, { answer: errorIn(text) });
      return resultOf(operation, text);
    });
  }

  const write = async (operation: 'save' | 'delete', request: unknown, path?: string): Promise<Written> => {
    const result = await call(operation, request, path);
    if (!isWritten(result)) throw new ServiceError(operation, 200);
    return result;
  };

  return {
    list: async (request) => {
      const result = await call('list', request);
      if (!isPage(result)) throw new ServiceError('list', 200);
      return result;
    },
    save: (request) => write('save', request),
    delete: (request) => write('delete', request),
    announce: (request) => write('delete', request, 'announce'),
    check: async (request) => {
      await call('save' in request ? 'save' : 'delete', request, 'check');
    },
  };
}

const isWritten = (result: unknown): result is Written =>
  isObject(result) && typeof result.revision === 'number' && typeof result.previous === 'number';

const isPage = (result: unknown): result is ListPage =>
  isObject(result) &&
  Array.isArray(result.threads) &&
  result.threads.every((it) => isObject(it) && isObject(it.annotation) && typeof it.revision === 'number') &&
  (result.next === null || typeof result.next === 'string') &&
  (result.gone === undefined || Array.isArray(result.gone)) &&
  (result.parts === undefined || Array.isArray(result.parts));

function resultOf(operation: ServiceError['operation'], text: string): unknown {
  const body = parsed(text);
  if (isObject(body) && isObject(body.result)) return body.result;
  throw new ServiceError(operation, 200);
}

function errorIn(text: string): unknown {
  const body = parsed(text);
  return isObject(body) ? body.error : undefined;
}

function conflictIn(text: string): ConflictError | null {
  const error = errorIn(text);
  const details = isObject(error) && isObject(error.details) ? error.details.conflict : undefined;
  return isConflict(details) ? new ConflictError('service', details) : null;
}

export const isConflict = (value: unknown): value is ConflictDetails =>
  isObject(value) &&
  ['deleted', 'changed', 'missing'].includes(value.reason as string) &&
  (value.commentId === null || typeof value.commentId === 'number');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller reports it: the answer is not the service's.
    return null;
  }
}
