/** `@org/approval-comments/fetch`: Request to Response, for Hono, Next route handlers, Workers, Deno and Bun. */
import { type HttpBody, type HttpHandler, readBody } from './message.js';

export type { HttpHandler } from './message.js';

/** The handler for whatever speaks fetch. */
export function toFetch(handler: HttpHandler): (request: Request) => Promise<Response> {
  return async (request) => {
    const { status, headers, body } = await handler({
      method: request.method,
      path: new URL(request.url).pathname,
      headers: Object.fromEntries(request.headers),
      body: await bodyOf(request, handler.maxBodyBytes),
    });
    return new Response(body, { status, headers });
  };
}

const bodyOf = async ({ body }: Request, maxBytes: number): Promise<HttpBody> =>
  body === null ? { kind: 'bytes', bytes: new Uint8Array() } : readBody(chunksOf(body), maxBytes);

/** Not every runtime's streams can be iterated. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
