/** Failures of one attempt, without secrets. */
import type { UrlRefusalCode } from '../address/check-url.js';
import { RefusedError } from '../address/lookup.js';

/** Stage of an exchange. */
export type Stage = 'connect' | 'tls' | 'answer' | 'body';

/** Code of a failed attempt. */
export type SendErrorCode =
  /** The URL, or its address, is refused; no connection was made. */
  | UrlRefusalCode
  | 'timeout'
  /** The caller's signal aborted. */
  | 'aborted'
  /** No address, or no server listening there. */
  | 'connect-failed'
  /** TLS failed, for example because of the certificate. */
  | 'tls-failed'
  /** The connection ended early, or the response is not HTTP. */
  | 'exchange-failed'
  | 'answer-headers-too-large'
  /** 3xx: redirects are not followed. */
  | 'redirect'
  /** A status that is neither 2xx nor 3xx. */
  | 'http-status'
  /** Headers that HTTP cannot carry. */
  | 'request-invalid';

/** A failed attempt; it quotes nothing of the response. */
export interface SendError {
  /** Code of the failure. */
  readonly code: SendErrorCode;
  /**
   * Fixed words, numbers, and error codes of Node.js; never a header, a body, a path or an address.
   */
  readonly message: string;
}

const BY_STAGE: Readonly<Record<Stage, SendError>> = {
  connect: { code: 'connect-failed', message: 'could not connect to the receiver' },
  tls: { code: 'tls-failed', message: 'no secure connection with the receiver' },
  answer: { code: 'exchange-failed', message: 'the connection failed before the response' },
  body: { code: 'exchange-failed', message: 'the connection failed during the response' },
};

const STAGE_NAMES: Readonly<Record<Stage, string>> = {
  connect: 'connecting',
  tls: 'securing the connection',
  answer: 'waiting for the response',
  body: 'reading the response',
};

/** Messages of Node.js would quote addresses, names in certificates, or parts of headers. */
const NODE_CODE = /^[A-Z][A-Z0-9_]{1,60}$/;

export function errorAt(stage: Stage, error: unknown): SendError {
  if (error instanceof RefusedError) return { code: error.refusal.code, message: error.refusal.message };
  const nodeCode = codeOf(error);
  if (nodeCode === 'HPE_HEADER_OVERFLOW') {
    return {
      code: 'answer-headers-too-large',
      message: 'the headers of the response are larger than 16 KiB',
    };
  }
  const { code, message } = BY_STAGE[stage];
  return { code, message: nodeCode === null ? message : `${message} (${nodeCode})` };
}

export const timedOut = (stage: Stage, ms: number): SendError => ({
  code: 'timeout',
  message: `the exchange did not end within ${ms} ms: it was still ${STAGE_NAMES[stage]}`,
});

export function statusError(status: number): SendError {
  return status >= 300 && status < 400
    ? { code: 'redirect', message: `the receiver answered ${status}; redirects are not followed` }
    : { code: 'http-status', message: `the receiver answered ${status}` };
}

function codeOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && NODE_CODE.test(code) ? code : null;
}
