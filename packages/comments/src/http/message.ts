/** Requests and answers as plain values, so that handlers know no framework. */

export type HttpBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** The host's own parser was faster. */
  | { readonly kind: 'parsed'; readonly value: unknown }
  | { readonly kind: 'too-large' };

export type HttpHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface HttpRequest {
  readonly method: string;
  /** Without the query, as it stands in the request line. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: HttpHeaders;
  readonly body: HttpBody;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
}

/** What `toFetch`, `toExpress` and `toFastify` mount. Never throws. */
export interface HttpHandler {
  (request: HttpRequest): Promise<HttpResponse>;
  readonly maxBodyBytes: number;
}

/** As the engine's own limit (contract section 1). */
export const MAX_BODY_BYTES = 1_048_576;

/** So much of an over-long body is read and dropped, so that the 413 arrives (contract section 14). */
const DROPPED_BYTES = 8 * 1_048_576;

/** Reads up to `maxBytes`. Rejects when the sender goes away. */
export async function readBody(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<HttpBody> {
  let kept: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size <= maxBytes) kept.push(chunk);
    else kept = [];
    if (size > DROPPED_BYTES) break;
  }
  if (size > maxBytes) return { kind: 'too-large' };
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of kept) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return { kind: 'bytes', bytes };
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

export const jsonResponse = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse => ({ status, headers: { ...HEADERS, ...headers }, body: JSON.stringify(body) });
