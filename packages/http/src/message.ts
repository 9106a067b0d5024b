/** Requests and answers as plain values, so that the handler knows no framework. */

export interface HttpRequest {
  readonly method: string;
  /** Without the query, as it stands in the request line. */
  readonly path: string;
  /** What follows the `?`; '' when there is none. */
  readonly query: string;
  /** Names in lower case; a header that came several times as one text, or its first. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Who sent it, for limits on failed attempts; null if unknown. */
  readonly remoteAddress: string | null;
  readonly body: HttpBody;
}

export type HttpBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** The host's own parser was faster. What it lost (duplicate keys) cannot be checked any more. */
  | { readonly kind: 'parsed'; readonly value: unknown }
  | { readonly kind: 'too-large' };

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What every adapter mounts. Never throws. */
export interface HttpHandler {
  (request: HttpRequest): Promise<HttpResponse>;
  /** Bytes of a body that the handler takes at most; an adapter reads no further than it must. */
  readonly maxBodyBytes: number;
}

export function headerOf(request: HttpRequest, name: string): string | null {
  const value = request.headers[name];
  return (typeof value === 'string' ? value : value?.[0]) ?? null;
}

/** So much of an over-long body is read and dropped, so that the 413 arrives and is not lost in a reset. */
export const DRAINED_BYTES = 8 * 1_048_576;
