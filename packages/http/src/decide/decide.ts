/**
 * `/v2/decide/<token>`: the page behind a link (contract section 18). Opening it changes nothing.
 */
import { ApprovalError, type ApprovalEngine, type Issue } from '@org/approval-core';
import type { LinkAnswer, LinkView } from '@org/approval-core/views';
import { sha256Hex } from '@org/approval-core/internal';
import { type HttpRequest, type HttpResponse, headerOf } from '@org/approval-internal/http';
import { type Check, type Checks, fields, must, optional, text } from '@org/approval-internal/options';
import { parseUrl } from '@org/approval-internal/parse-url';
import { HTTP_CODES, HttpError, failure, success } from '../answer.js';
import type { Limits } from '../limits.js';
import { answerOf, sentOf } from './body.js';
import {
  NOTHING,
  type Sent,
  againPage,
  decisionPage,
  donePage,
  faultPage,
  styleOf,
  usedPage,
} from './page.js';

/** Address and styling of the decision pages. */
export interface LinksOptions {
  /**
   * Base URL of `/v2/decide/` for browsers, such as `https://approvals.example.com`; includes
   * `basePath`.
   */
  readonly baseUrl: string;
  /** CSS added after the page's own. */
  readonly css?: string;
}

const url: Check = must('an http: or https: URL without query and fragment', (value) => {
  const parsed = typeof value === 'string' ? parseUrl(value) : null;
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.search === '' && parsed.hash === '';
});
/** `</style` would end the stylesheet. */
const css: Check = (value, name) => [
  ...text(value, name),
  ...(typeof value === 'string' && value.includes('<') ? [`${name} may not contain "<"`] : []),
];
const CHECKS: Checks<LinksOptions> = { baseUrl: url, css: optional(css) };
export const linksCheck: Check = fields(CHECKS);

/** Matches any token, so that every answer below `/v2/decide/` has the headers of these pages. */
const PATH = /^\/v2\/decide\/(.*)$/s;

/** Returns the token in a path; null for other paths. */
export const tokenOf = (path: string, basePath: string): string | null =>
  path.startsWith(basePath) ? (PATH.exec(path.slice(basePath.length))?.[1] ?? null) : null;

interface Parts {
  readonly engine: ApprovalEngine;
  readonly limits: Limits;
  readonly links: LinksOptions | undefined;
}

type Report = (error: unknown) => void;

/** A request, with what is known for an error page. */
interface Asked {
  readonly asJson: boolean;
  readonly requestId: string;
  /** The link, once a decision was sent to a valid one. */
  view: LinkView | null;
  /** Fields sent by the page's own form. */
  sent: Sent;
}

export function decidePages({ engine, limits, links }: Parts) {
  const style = styleOf(links?.css ?? '');
  const { links: pages } = engine.inbound;

  async function answer(request: HttpRequest, token: string, asked: Asked) {
    const { asJson, requestId } = asked;
    if (request.method === 'POST') return record(request, token, asked);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const headers = { allow: 'GET, HEAD, POST' };
      throw new HttpError('NOT_FOUND', 'use GET or POST', { code: 405, headers });
    }
    await limits.spend(budgetOf(token), 'read');
    const view = await known(request, () => pages.look(token));
    return asJson ? success(view, requestId) : page(200, decisionPage(view, style.css));
  }

  async function record(request: HttpRequest, token: string, asked: Asked) {
    const { asJson, requestId } = asked;
    refuseForeign(request, links?.baseUrl);
    asked.sent = asJson ? NOTHING : sentOf(request);
    await limits.spend(budgetOf(token), 'decide');
    const view = await known(request, () => pages.look(token));
    asked.view = view;
    const given = answerOf(request, view) as unknown as LinkAnswer;
    const result = await known(request, () => pages.answer(token, given));
    return asJson ? success(result, requestId) : page(200, donePage(result.decision, style.css));
  }

  /** An unknown token costs its address an attempt; an expired link is 410. */
  async function known<T>(request: HttpRequest, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ApprovalError)) throw error;
      if (error.status === 'NOT_FOUND') await limits.failed(request);
      const { code } = error.details;
      if (!GONE.has(String(code))) throw error;
      throw new HttpError(error.status, error.message, { code: 410, details: error.details });
    }
  }

  return async (
    request: HttpRequest,
    token: string,
    requestId: string,
    report: Report,
  ): Promise<HttpResponse> => {
    const asJson = wantsJson(request);
    const asked: Asked = { asJson, requestId, view: null, sent: NOTHING };
    const response = await answer(request, token, asked).catch((error: unknown) => {
      report(error);
      const failed = failure(error, requestId);
      if (asJson) return failed;
      const shown = page(failed.status, faultOf(failed, asked, style.css));
      const { allow, 'retry-after': retryAfter } = failed.headers;
      const kept = { ...(allow && { allow }), ...(retryAfter && { 'retry-after': retryAfter }) };
      return { ...shown, headers: { ...shown.headers, ...kept } };
    });
    return { ...response, headers: { ...response.headers, ...headersOf(requestId, style.source) } };
  };
}

interface Failure {
  readonly message: string;
  readonly status: string;
  readonly details: { readonly code?: string; readonly issues?: readonly Issue[] };
}

/** Shows the errors beside the question with the form still filled in, so that no input is lost. */
function faultOf({ status, body }: HttpResponse, { view, sent }: Asked, css: string): string {
  const { error } = JSON.parse(body) as { error: Failure };
  const { code, issues } = error.details;
  if (code === 'link-used') return usedPage(css);
  if (view !== null && status === 400 && issues !== undefined) return againPage(view, css, issues, sent);
  return faultPage(error.message, css, {
    words: sent.get('reason') ?? '',
    isOpen: view !== null && status !== 410,
  });
}

/** Each link has a separate budget. The key is hashed, because limiters may expose their keys. */
const budgetOf = (token: string): string => `link:${sha256Hex(token)}`;

/** Headers of every answer: not cached, not indexed, not framed, and no referrer. */
const headersOf = (requestId: string, styles: string): Record<string, string> => ({
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'x-request-id': requestId,
  'content-security-policy': `default-src 'none'; style-src ${styles}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
});

const GONE = new Set(['link-revoked', 'link-used', 'link-expired', 'link-closed']);

const page = (status: number, body: string): HttpResponse => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body,
});

function wantsJson(request: HttpRequest): boolean {
  const accept = headerOf(request, 'accept')?.toLowerCase() ?? '';
  return accept.includes('application/json') && !accept.includes('text/html');
}

/** Under `no-referrer` browsers send `null` as the origin of a page's own form. */
function refuseForeign(request: HttpRequest, baseUrl: string | undefined): void {
  const origin = headerOf(request, 'origin');
  const site = headerOf(request, 'sec-fetch-site');
  const own = baseUrl === undefined ? null : new URL(baseUrl).origin;
  const isForeign = origin !== null && origin !== 'null' && origin !== own;
  if (!isForeign && site !== 'cross-site' && site !== 'same-site') return;
  throw new HttpError('PERMISSION_DENIED', 'answers are taken from the page itself alone', {
    code: HTTP_CODES.PERMISSION_DENIED,
    details: { code: 'cross-origin' },
  });
}
