/** Requests and responses as plain values, so that handlers know no framework. */
import type { BodyBudget } from './byte-budget.js';

/** Names in lower case; a repeated header is one joined string, or its first value. */
export type HttpHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request as plain values. */
export interface HttpRequest {
  /** Method, in capitals. */
  readonly method: string;
  /** Path without the query, as in the request line. */
  readonly path: string;
  /** Part after the `?`; '' without one. */
  readonly query: string;
  /** Headers, names in lower case. */
  readonly headers: HttpHeaders;
  /** Sender, for limits on failed attempts; null if unknown. */
  readonly remoteAddress: string | null;
  /** The body that was read. */
  readonly body: HttpBody;
}

/** The body of a request, as an adapter read it. */
export type HttpBody =
  | {
      /** Kind of body: whole, parsed already, or unavailable. */
      readonly kind: 'bytes';
      /** The body, byte for byte. */
      readonly bytes: Uint8Array;
    }
  /**
   * The host parsed the body first: lost details (duplicate keys) cannot be checked. `undefined`:
   * it was read and nothing was kept.
   */
  | {
      readonly kind: 'parsed';
      /** Value of the host's parser. */
      readonly value: unknown;
    }
  /** Longer than the limit; nothing of it is passed on. */
  | { readonly kind: 'too-large' }
  /** Other requests use up the budget; nothing of it is passed on. */
  | { readonly kind: 'no-room' }
  /** It broke off, or a hook of the host's could not decode it. */
  | { readonly kind: 'unreadable' };

/** A response as plain values. */
export interface HttpResponse {
  /** HTTP status. */
  readonly status: number;
  /** Headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body as text; '' if `stream` is set. */
  readonly body: string;
  /**
   * A streamed body: an adapter sends each part at once, asks for the next when the reader has
   * room, and returns the iterator when the reader has left.
   */
  readonly stream?: AsyncIterable<string>;
}

/** Handler that every adapter mounts. Never throws. */
export interface HttpHandler {
  (request: HttpRequest): Promise<HttpResponse>;
  /** Bytes of a body that the handler takes at most; an adapter reads no further than it must. */
  readonly maxBodyBytes: number;
  /** Shared limit of all requests' bodies; without it each is bounded alone. */
  readonly bodyBudget?: BodyBudget;
}

/** True if the end of a body was not read: it must not be taken for the next request. */
export const isCutOff = ({ kind }: HttpBody): boolean => kind === 'too-large' || kind === 'no-room';

/** The first value of a header; null when it is not there. */
export function headerOf({ headers }: Pick<HttpRequest, 'headers'>, name: string): string | null {
  const value = headers[name];
  return (typeof value === 'string' ? value : value?.[0]) ?? null;
}
