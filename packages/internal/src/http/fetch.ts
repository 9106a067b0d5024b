/** The handler as `Request → Response`, for Hono, Next route handlers, Workers, Deno and Bun. */
import { type Checks, callable, checkOptions, optional } from '../options.js';
import { readWebStream } from './body-reader.js';
import { Hold } from './byte-budget.js';
import type { HttpBody, HttpHandler } from './message.js';
import { readable } from './readable.js';

/** Platform data for the fetch adapter. */
export interface FetchOptions<Rest extends readonly unknown[]> {
  /**
   * Returns the sender of a request from the platform: a header set by your proxy, or the argument
   * after the request (`info` in Deno, `server` in Bun). Without it failed attempts of all callers
   * share one budget, and a trigger is never refused for the failed attempts of others.
   */
  readonly remoteAddress?: (request: Request, ...rest: Rest) => string | null;
}

const OPTIONS: Checks<FetchOptions<readonly unknown[]>> = { remoteAddress: optional(callable) };

/**
 * Returns the handler for platforms with fetch.
 * @throws TypeError when an option makes no sense.
 * @example
 * ```ts
 * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
 * import { createHandler } from '@org/approval-http';
 * import { toFetch } from '@org/approval-http/fetch';
 *
 * const engine = createApprovalEngine({ store: createMemoryStore() });
 * const handler = createHandler({
 *   engine,
 *   authenticate: () => Promise.reject(new Error('nobody')),
 * });
 * export const POST = toFetch(handler); // a route handler of Next, Hono, Deno, Bun, …
 * const response = await POST(new Request('https://example.com/elsewhere', { method: 'POST' }));
 * console.log(response.status); // → 404
 * await engine.stop();
 * ```
 */
export function toFetch<Rest extends readonly unknown[]>(
  handler: HttpHandler,
  options: FetchOptions<Rest> = {},
): (request: Request, ...rest: Rest) => Promise<Response> {
  checkOptions('toFetch', options, OPTIONS);
  const { remoteAddress = () => null } = options;
  return async (request, ...rest) => {
    const { pathname, search } = new URL(request.url);
    const hold = new Hold(handler.bodyBudget ?? null);
    try {
      const { status, headers, body, stream } = await handler({
        method: request.method,
        path: pathname,
        query: search.slice(1),
        headers: Object.fromEntries(request.headers),
        remoteAddress: remoteAddress(request, ...rest),
        body: await bodyOf(request, handler.maxBodyBytes, hold),
      });
      // 204 and its like have no body, not even an empty one.
      const isEmpty = request.method === 'HEAD' || status === 204 || status === 304;
      const content = stream === undefined ? body : readable(stream, request.signal);
      return new Response(isEmpty ? null : content, { status, headers });
    } finally {
      hold.release();
    }
  };
}

async function bodyOf({ body, bodyUsed }: Request, maxBytes: number, hold: Hold): Promise<HttpBody> {
  if (bodyUsed || body?.locked === true) return { kind: 'parsed', value: undefined };
  if (body === null) return { kind: 'bytes', bytes: new Uint8Array() };
  return readWebStream(body, maxBytes, hold);
}
