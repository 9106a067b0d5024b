/** Compressed bodies are refused: a decoder would need another bound. */
import { type HttpRequest, headerOf } from './message.js';

/** Message that refuses a compressed body. */
export const SEND_UNCOMPRESSED =
  'the content-encoding of the body must be identity, or left out: send it uncompressed';

/** True if the bytes are compressed. A parser of the host has decoded a parsed body. */
export function isCompressed(request: HttpRequest): boolean {
  if (request.body.kind === 'parsed') return false;
  return !/^\s*(identity)?\s*$/i.test(headerOf(request, 'content-encoding') ?? 'identity');
}
