/** The JSON of a request, as far as every store can hold it (contract section 1). */
import type { HttpRequest } from './message.js';

/** What is wrong with a request; the message quotes nothing of it. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
  readonly status: 400 | 403 | 404 | 405 | 413 | 415;

  constructor(status: BadRequest['status'], message: string) {
    super(message);
    this.status = status;
  }
}

const MOST_LEVELS = 64;

/** @throws BadRequest */
export function jsonOf({ headers, body }: HttpRequest, maxBytes: number): unknown {
  if (body.kind === 'too-large' || (body.kind === 'bytes' && body.bytes.length > maxBytes))
    throw new BadRequest(413, `the body is larger than ${maxBytes} bytes`);
  const { 'content-type': type } = headers;
  if (typeof type !== 'string' || !/^application\/json\s*(;|$)/i.test(type))
    throw new BadRequest(415, 'the content-type must be application/json');
  const value = body.kind === 'parsed' ? body.value : parse(body.bytes);
  const fault = faultIn(value, MOST_LEVELS);
  if (fault !== null) throw new BadRequest(400, fault);
  return value;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new BadRequest(400, 'the body is no JSON');
  }
}

function faultIn(value: unknown, levels: number): string | null {
  if (typeof value === 'string') return faultInText(value);
  if (typeof value !== 'object' || value === null) return null;
  if (levels === 0) return `the body is nested deeper than ${MOST_LEVELS} levels`;
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__') return 'the body has a key __proto__';
    const fault = faultInText(key) ?? faultIn(member, levels - 1);
    if (fault !== null) return fault;
  }
  return null;
}

const faultInText = (text: string): string | null =>
  text.includes('\0') || !text.isWellFormed()
    ? 'the body has text that no store can hold (NUL, or half a character)'
    : null;
