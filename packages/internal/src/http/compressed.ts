/** Compressed bodies, which no reader of this project decodes: it would need a bound of its own. */
import { type HttpRequest, headerOf } from './message.js';

/** What to do about a compressed body. */
export const SEND_UNCOMPRESSED =
  'the content-encoding of the body must be identity, or left out: send it uncompressed';

/** True if the bytes are compressed. A body that a parser of the host has read is decoded already. */
export function isCompressed(request: HttpRequest): boolean {
  if (request.body.kind === 'parsed') return false;
  return !/^\s*(identity)?\s*$/i.test(headerOf(request, 'content-encoding') ?? 'identity');
}
