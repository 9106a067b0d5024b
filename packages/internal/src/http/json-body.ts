/** The JSON of a request: of bounded size, declared as JSON, and parsed strictly. */
import type { JsonBounds } from '../json-parts.js';
import { parseJson, roundedNumber } from '../parse-json.js';
import { SEND_UNCOMPRESSED, isCompressed } from './compressed.js';
import { type HttpRequest, headerOf } from './message.js';

/** Reason why a body is refused; the message quotes only a key of it. */
export interface Refusal {
  readonly ok: false;
  /** 500: the host's set-up is wrong, not the request; 503: it may be sent again soon. */
  readonly status: 400 | 413 | 415 | 500 | 503;
  readonly message: string;
  /** It would have been read as something else than was written. */
  readonly code?: 'unsafe-integer';
}

const refuse = (status: Refusal['status'], message: string): Refusal => ({ ok: false, status, message });

/** Bodies are read as UTF-8; one that declares another charset would be misread. */
function isUtf8(contentType: string): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType)?.[1];
  return charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset);
}

/** Returns the bytes of a body declared as JSON; null if the host has parsed it. */
export function rawBodyOf(
  request: HttpRequest,
  maxBytes: number,
): { readonly ok: true; readonly bytes: Uint8Array | null } | Refusal {
  const { body } = request;
  // Also where an adapter of the host's own read more than it should.
  if (body.kind === 'too-large' || (body.kind === 'bytes' && body.bytes.length > maxBytes))
    return refuse(413, `the body is larger than ${maxBytes} bytes`);
  if (body.kind === 'no-room') return refuse(503, 'there are too many large bodies at once; try again soon');
  const type = headerOf(request, 'content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type))
    return refuse(415, 'the content-type must be application/json');
  if (!isUtf8(type)) return refuse(415, 'the charset of the content-type must be utf-8, or left out');
  if (isCompressed(request)) return refuse(415, SEND_UNCOMPRESSED);
  if (body.kind === 'unreadable') return refuse(400, 'the body could not be read to its end');
  return { ok: true, bytes: body.kind === 'bytes' ? body.bytes : null };
}

/** Returns the value of any JSON body; its values and names are counted before it is parsed. */
export function jsonBodyOf(
  request: HttpRequest,
  maxBytes: number,
  bounds: JsonBounds,
): { readonly ok: true; readonly value: unknown } | Refusal {
  const raw = rawBodyOf(request, maxBytes);
  if (!raw.ok) return raw;
  const { body } = request;
  if (raw.bytes === null) {
    const value = body.kind === 'parsed' ? body.value : undefined;
    return value === undefined
      ? refuse(
          500,
          'the body was read before, and nothing of it is left: mount the handler before what reads bodies',
        )
      : { ok: true, value };
  }
  const parsed = parseJson(raw.bytes, bounds);
  if (!parsed.ok) return refuse(400, parsed.message);
  const place = roundedNumber(parsed.text);
  if (place === null) return { ok: true, value: parsed.value };
  const message = `the number at character ${place} would be read as another one, as not all of its digits are kept; send it as a text`;
  return { ...refuse(400, message), code: 'unsafe-integer' };
}
