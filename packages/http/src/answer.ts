/** The envelope, and the one table from status to HTTP code (contract section 14). */
import { ApprovalError, type ErrorDetails, type ErrorStatus } from '@org/approval-core';
import type { HttpResponse } from './message.js';

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

/** An error whose HTTP answer says more than its status. */
export class HttpError extends ApprovalError {
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

/** INVALID_ARGUMENT about the envelope or what stands around it. */
export function badRequest(
  message: string,
  path: string,
  answer: Omit<HttpAnswer, 'details'> = {},
): HttpError {
  const issues = [{ code: 'invalid-field', message, path }] as const;
  return new HttpError('INVALID_ARGUMENT', message, { ...answer, details: { issues } });
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;

export function success(result: unknown, requestId: string): HttpResponse {
  return {
    status: 200,
    headers: { ...HEADERS, 'x-request-id': requestId },
    body: `{"result":${JSON.stringify(result)}}`,
  };
}

/** What went wrong, without a stack, a cause, or a word of what nobody foresaw. */
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
