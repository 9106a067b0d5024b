/**
 * The `multipart/form-data` of an upload: the part `request` with JSON, and the part `file`. Read
 * by hand, since the platform's reader has no bound on parts: a body of millions of them is work.
 */
import { SEND_UNCOMPRESSED, type HttpRequest, headerOf, isCompressed } from '@org/approval-internal/http';
import { COMMENTS_LIMITS } from '../limits.js';
import { BadRequest, jsonOf } from './json-body.js';

/** A form that was read. */
export interface FormBody {
  /** Value of the part `request`. */
  readonly request: unknown;
  /** Bytes of the part `file`. */
  readonly file: Uint8Array;
}

const BOUNDARY = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i;

/** @throws BadRequest */
export function formOf(request: HttpRequest, maxBytes: number): FormBody {
  const { body } = request;
  if (body.kind === 'too-large' || (body.kind === 'bytes' && body.bytes.length > maxBytes))
    throw new BadRequest(413, `the body is larger than ${maxBytes} bytes`);
  if (body.kind === 'no-room')
    throw new BadRequest(503, 'there are too many large bodies at once; try again soon');
  if (isCompressed(request)) throw new BadRequest(415, SEND_UNCOMPRESSED);
  if (body.kind === 'unreadable') throw new BadRequest(400, 'the body could not be read to its end');
  if (body.kind === 'parsed')
    throw new Error('the body was read before: mount the handler before what reads bodies');
  const [, quoted, plain] = BOUNDARY.exec(headerOf(request, 'content-type') ?? '') ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw new BadRequest(415, 'the content-type must be multipart/form-data');
  const parts = partsOf(body.bytes, boundary);
  const [file, json] = ['file', 'request'].map((name) => parts.find((it) => it.name === name)?.bytes);
  if (file === undefined || json === undefined || parts.length !== 2)
    throw new BadRequest(400, 'the form must have the two parts file and request, and no other');
  const headers = { 'content-type': 'application/json' };
  const inner = { ...request, headers, body: { kind: 'bytes', bytes: json } } as const;
  return { request: jsonOf(inner, COMMENTS_LIMITS.requestBytes), file };
}

interface Part {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const MOST_HEADERS = 8_192;
const latin = new TextDecoder('latin1');
const encoder = new TextEncoder();
const CRLF = encoder.encode('\r\n');
const BLANK_LINE = encoder.encode('\r\n\r\n');

/** Reads at most three parts: one more than there may be. @throws BadRequest */
function partsOf(bytes: Uint8Array, boundary: string): Part[] {
  const dashes = encoder.encode(`--${boundary}`);
  const delimiter = encoder.encode(`\r\n--${boundary}`);
  const parts: Part[] = [];
  let at = startsWith(bytes, dashes, 0) ? dashes.length : after(bytes, delimiter, 0);
  while (parts.length < 3) {
    if (startsWith(bytes, encoder.encode('--'), at)) return parts;
    if (!startsWith(bytes, CRLF, at)) throw broken();
    const start = at + CRLF.length;
    const head = indexOf(bytes.subarray(0, start + MOST_HEADERS), BLANK_LINE, start - CRLF.length);
    if (head === -1) throw broken();
    const end = indexOf(bytes, delimiter, head + CRLF.length);
    if (end === -1) throw broken();
    const name = nameIn(latin.decode(bytes.subarray(start, head)));
    parts.push({ name, bytes: bytes.subarray(Math.min(head + BLANK_LINE.length, end), end) });
    at = end + delimiter.length;
  }
  return parts;
}

const nameIn = (headers: string): string =>
  /^content-disposition:[^\r\n]*?;\s*name="([^"\r\n]*)"/im.exec(headers)?.[1] ?? '';

const broken = () => new BadRequest(400, 'the body is not multipart/form-data');

function after(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const found = indexOf(bytes, wanted, from);
  if (found === -1) throw broken();
  return found + wanted.length;
}

function startsWith(bytes: Uint8Array, wanted: Uint8Array, at: number): boolean {
  for (let index = 0; index < wanted.length; index += 1)
    if (bytes[at + index] !== wanted[index]) return false;
  return true;
}

/** Each candidate is an occurrence of the first byte of `wanted`, which is a carriage return. */
function indexOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1))
    if (startsWith(bytes, wanted, at)) return at;
  return -1;
}
