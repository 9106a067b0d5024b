/** `@org/approval-http/fetch`: `Request → Response`, for Hono, Next route handlers, Workers, Deno and Bun. */
import { joinBytes } from './body-reader.js';
import { DRAINED_BYTES, type HttpBody, type HttpHandler } from './message.js';

export interface FetchOptions<Rest extends readonly unknown[]> {
  /**
   * Who sent a request, from whatever the platform gives: a header that its proxy sets, or what follows the request
   * (`info` in Deno, `server` in Bun). Without it failed attempts of all callers share one budget.
   */
  readonly remoteAddress?: (request: Request, ...rest: Rest) => string | null;
}

/** The handler for whatever speaks fetch. */
export function toFetch<Rest extends readonly unknown[]>(
  handler: HttpHandler,
  { remoteAddress = () => null }: FetchOptions<Rest> = {},
): (request: Request, ...rest: Rest) => Promise<Response> {
  return async (request, ...rest) => {
    const { pathname, search } = new URL(request.url);
    const { status, headers, body } = await handler({
      method: request.method,
      path: pathname,
      query: search.slice(1),
      headers: Object.fromEntries(request.headers),
      remoteAddress: remoteAddress(request, ...rest),
      body: await bodyOf(request, handler.maxBodyBytes),
    });
    return new Response(request.method === 'HEAD' ? null : body, { status, headers });
  };
}

/** Up to `maxBytes`; more is read and dropped up to 8 MiB, so that the answer arrives. */
async function bodyOf({ body }: Request, maxBytes: number): Promise<HttpBody> {
  if (body === null) return { kind: 'bytes', bytes: new Uint8Array() };
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  let chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length <= maxBytes) chunks.push(value);
    else chunks = [];
    if (length > DRAINED_BYTES) {
      await reader.cancel();
      break;
    }
  }
  if (length > maxBytes) return { kind: 'too-large' };
  return { kind: 'bytes', bytes: joinBytes(chunks) };
}
