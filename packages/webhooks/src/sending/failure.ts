/** What can go wrong with one attempt, told without secrets. */
import type { UrlRefusalCode } from '../address/check-url.js';
import { RefusedError } from '../address/lookup.js';

/** Where an exchange is. */
export type Stage = 'connect' | 'tls' | 'answer' | 'body';

/** Why an attempt failed. */
export type SendErrorCode =
  /** The URL or the address that it leads to; nothing was connected to. */
  | UrlRefusalCode
  | 'timeout'
  /** The caller's signal. */
  | 'aborted'
  /** No address, or nobody listens there. */
  | 'connect-failed'
  /** The certificate among others. */
  | 'tls-failed'
  /** The connection ended early, or what came is not HTTP. */
  | 'exchange-failed'
  | 'answer-headers-too-large'
  /** 3xx: redirects are not followed. */
  | 'redirect'
  /** An answer that is neither 2xx nor 3xx. */
  | 'http-status'
  /** Headers that HTTP cannot carry. */
  | 'request-invalid';

/** A failed attempt; it quotes nothing of the response. */
export interface SendError {
  /** What went wrong. */
  readonly code: SendErrorCode;
  /** Fixed words, numbers, and error codes of Node; never a header, a body, a path or an address. */
  readonly message: string;
}

const BY_STAGE: Readonly<Record<Stage, SendError>> = {
  connect: { code: 'connect-failed', message: 'the receiver could not be connected to' },
  tls: { code: 'tls-failed', message: 'no secure connection with the receiver' },
  answer: { code: 'exchange-failed', message: 'the connection failed before the answer' },
  body: { code: 'exchange-failed', message: 'the connection failed within the answer' },
};

const STAGE_NAMES: Readonly<Record<Stage, string>> = {
  connect: 'connecting',
  tls: 'securing the connection',
  answer: 'waiting for the answer',
  body: 'reading the answer',
};

/** Words of Node's own would quote addresses, names in certificates, or parts of headers. */
const NODE_CODE = /^[A-Z][A-Z0-9_]{1,60}$/;

export function errorAt(stage: Stage, error: unknown): SendError {
  if (error instanceof RefusedError) return { code: error.refusal.code, message: error.refusal.message };
  const nodeCode = codeOf(error);
  if (nodeCode === 'HPE_HEADER_OVERFLOW') {
    return { code: 'answer-headers-too-large', message: 'the headers of the answer are larger than 16 KiB' };
  }
  const { code, message } = BY_STAGE[stage];
  return { code, message: nodeCode === null ? message : `${message} (${nodeCode})` };
}

export const timedOut = (stage: Stage, ms: number): SendError => ({
  code: 'timeout',
  message: `the exchange was not over after ${ms} ms: it was still ${STAGE_NAMES[stage]}`,
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
