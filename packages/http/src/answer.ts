/** The envelope, and the table from status to HTTP code (contract section 14). */
import { brand } from '@org/approval-internal/brand';
import { ApprovalError, type ErrorDetails, type ErrorStatus, type Issue } from '@org/approval-core';
import type { HttpRequest, HttpResponse } from '@org/approval-internal/http';
import { nextTurn } from '@org/approval-internal/turns';
import type { ResultText } from './result-text.js';

/** HTTP code of each status of an error. */
export const HTTP_CODES: Readonly<Record<ErrorStatus, number>> = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  FAILED_PRECONDITION: 400,
  RESOURCE_EXHAUSTED: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

/** An error with HTTP details in addition to its status. */
export class HttpError extends ApprovalError {
  static {
    brand(HttpError, '@org/approval-http:HttpError');
  }

  readonly httpCode: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: ErrorStatus, message: string, answer: HttpAnswer = {}) {
    super(status, message, answer.details);
    this.httpCode = answer.code ?? HTTP_CODES[status];
    this.headers = answer.headers ?? {};
  }
}

interface HttpAnswer {
  readonly code?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly details?: ErrorDetails;
}

/** INVALID_ARGUMENT for the envelope or the headers, in the same form as errors of the engine. */
export function badRequest(issues: readonly [Issue, ...Issue[]], httpCode = 400, reason?: string): HttpError {
  const [{ code, message, path }] = issues;
  const where = path === '' ? '' : ` at ${path}`;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return new HttpError('INVALID_ARGUMENT', `${code}${where}: ${message}${more}`, {
    code: httpCode,
    details: { ...(reason !== undefined && { code: reason }), issues },
  });
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;

export const success = (result: unknown, requestId: string): HttpResponse =>
  jsonText(JSON.stringify({ result }), requestId);

/** 200 with serialized JSON. */
export function jsonText(text: ResultText, requestId: string): HttpResponse {
  const head = { status: 200, headers: { ...HEADERS, 'x-request-id': requestId } };
  return typeof text === 'string' ? { ...head, body: text } : { ...head, body: '', stream: inTurns(text) };
}

/** Encodes each piece in a separate turn, because encoding a large text blocks for long. */
async function* inTurns(pieces: readonly string[]): AsyncGenerator<string> {
  for (const piece of pieces) {
    await nextTurn();
    if (piece !== '') yield piece;
  }
}

/** @throws HttpError 405 for any other method. */
export function allow({ method }: HttpRequest, methods: readonly string[]): void {
  if (methods.includes(method)) return;
  const message = `use ${methods.join(' or ')}, not ${method}`;
  throw new HttpError('NOT_FOUND', message, { code: 405, headers: { allow: methods.join(', ') } });
}

/** The error as a response, without stack, cause, or the text of an unexpected error. */
export function failure(error: unknown, requestId: string): HttpResponse {
  const known =
    error instanceof ApprovalError
      ? error
      : new ApprovalError('INTERNAL', `something went wrong; the log has it under request ${requestId}`);
  const { status, message, details } = known;
  const http = known instanceof HttpError ? known : null;
  return {
    status: http?.httpCode ?? HTTP_CODES[status],
    headers: { ...HEADERS, 'x-request-id': requestId, ...http?.headers },
    body: JSON.stringify({ error: { message, status, details } }),
  };
}
