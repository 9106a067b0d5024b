/** The JSON of a request, as far as every store can hold it (contract section 1). */
import { type HttpRequest, jsonBodyOf } from '@org/approval-internal/http';
import { COMMENTS_LIMITS } from '../limits.js';

/** A fault of a request; the message quotes nothing of it. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
  readonly status: 400 | 403 | 404 | 405 | 413 | 415 | 503;

  constructor(status: BadRequest['status'], message: string) {
    super(message);
    this.status = status;
  }
}

/** A write that came too late: 409, with the current state for a caller who may read it. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly details: unknown;

  constructor(message: string, details: unknown) {
    super(message);
    this.details = details;
  }
}

const { requestValues: maxValues, requestNames: maxNames, requestLevels } = COMMENTS_LIMITS;

/** @throws BadRequest; Error where the host's set-up is wrong, of which callers are not told. */
export function jsonOf(request: HttpRequest, maxBytes: number): unknown {
  const read = jsonBodyOf(request, maxBytes, { maxValues, maxNames });
  if (!read.ok) {
    const { status, message } = read;
    throw status === 500 ? new Error(message) : new BadRequest(status, message);
  }
  const fault = faultIn(read.value, requestLevels);
  if (fault !== null) throw new BadRequest(400, fault);
  return read.value;
}

function faultIn(value: unknown, levels: number): string | null {
  if (typeof value === 'string') return faultInText(value);
  if (typeof value !== 'object' || value === null) return null;
  if (levels === 0) return `the body is nested deeper than ${requestLevels} levels`;
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
