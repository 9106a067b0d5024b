/** Requests and responses as plain values, so that handlers know no framework. */
import type { ByteBudget } from './byte-budget.js';

/** Names in lower case; a header that came several times as one text, or its first. */
export type HttpHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request as plain values. */
export interface HttpRequest {
  /** Method, in capitals. */
  readonly method: string;
  /** Without the query, as it stands in the request line. */
  readonly path: string;
  /** What follows the `?`; '' when there is none. */
  readonly query: string;
  /** Headers, names in lower case. */
  readonly headers: HttpHeaders;
  /** Who sent it, for limits on failed attempts; null if unknown. */
  readonly remoteAddress: string | null;
  /** The body, as far as it was read. */
  readonly body: HttpBody;
}

/** The body of a request, as an adapter read it. */
export type HttpBody =
  | {
      /** Whether it is whole, parsed already, or not to be had. */
      readonly kind: 'bytes';
      /** The body, byte for byte. */
      readonly bytes: Uint8Array;
    }
  /**
   * The host's own parser was faster: what it lost (duplicate keys) cannot be checked any more. `undefined`: somebody
   * read the body and left nothing of it.
   */
  | {
      readonly kind: 'parsed';
      /** What the host's parser made of it. */
      readonly value: unknown;
    }
  /** Longer than the handler takes; nothing of it is passed on. */
  | { readonly kind: 'too-large' }
  /** Too much of other requests is held already; nothing of it is passed on. */
  | { readonly kind: 'no-room' }
  /** It broke off, or a hook of the host's could not decode it. */
  | { readonly kind: 'unreadable' };

/** A response as plain values. */
export interface HttpResponse {
  /** HTTP status. */
  readonly status: number;
  /** Headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body: text; '' where `stream` is in its place. */
  readonly body: string;
  /**
   * A body that goes on: an adapter sends each part as it comes, asks for the next when the reader has room for it, and returns
   * the iterator when the reader has gone.
   */
  readonly stream?: AsyncIterable<string>;
}

/** What every adapter mounts. Never throws. */
export interface HttpHandler {
  (request: HttpRequest): Promise<HttpResponse>;
  /** Bytes of a body that the handler takes at most; an adapter reads no further than it must. */
  readonly maxBodyBytes: number;
  /** What bodies of all its requests may hold together; without it each is bounded alone. */
  readonly bodyBudget?: ByteBudget;
}

/** Whether the end of a body was not read: it must not be taken for the next request. */
export const isCutOff = ({ kind }: HttpBody): boolean => kind === 'too-large' || kind === 'no-room';

/** The first value of a header; null when it is not there. */
export function headerOf({ headers }: Pick<HttpRequest, 'headers'>, name: string): string | null {
  const value = headers[name];
  return (typeof value === 'string' ? value : value?.[0]) ?? null;
}
