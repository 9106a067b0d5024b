/**
 * `/v2/decide/<token>`: the page behind a link (contract section 18). Opening it changes nothing.
 */
import { ApprovalError, type ApprovalEngine, type Issue } from '@org/approval-core';
import type { LinkAnswer, LinkAnswered, LinkView } from '@org/approval-core/views';
import { sha256Hex } from '@org/approval-core/internal';
import { type Html, html } from '@org/approval-internal/html';
import { type HttpRequest, type HttpResponse, headerOf } from '@org/approval-internal/http';
import { type Check, type Checks, fields, must } from '@org/approval-internal/options';
import { parseUrl } from '@org/approval-internal/parse-url';
import { HTTP_CODES, HttpError, failure, success } from '../answer.js';
import type { Limits } from '../limits.js';
import { answerOf, sentOf } from './body.js';
import { NOTHING, type Sent, answerForm } from '../pages/answer-form.js';
import { type PageBody, documentOf, headersOf, pageAnswer } from '../pages/document.js';
import { type Refusal, recorded, refused } from '../pages/ends.js';
import { icon } from '../pages/icons.js';
import { LOOK_CHECKS, Look, type LookOptions, type View } from '../pages/look.js';
import { idsOf, peopleSection } from '../pages/people.js';
import { subjectParts, titleOf } from '../pages/subject.js';

/** Address, brand and languages of the decision pages. */
export interface LinksOptions extends LookOptions {
  /**
   * Base URL of `/v2/decide/` for browsers, such as `https://approvals.example.com`; includes
   * `basePath`.
   */
  readonly baseUrl: string;
}

const url: Check = must('an http: or https: URL without query and fragment', (value) => {
  const parsed = typeof value === 'string' ? parseUrl(value) : null;
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.search === '' && parsed.hash === '';
});
const CHECKS: Checks<LinksOptions> = { ...LOOK_CHECKS, baseUrl: url };
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
  /** Current time in ms since the epoch. */
  readonly now?: () => number;
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

export function decidePages({ engine, limits, links, now = Date.now }: Parts) {
  const { baseUrl: _, ...own } = links ?? { baseUrl: '' };
  const look = new Look(own);
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
    return asJson ? success(view, requestId) : page(200, await questionPage(request, view));
  }

  /** The reader, their language, and the names that the page shows. */
  const viewFor = (request: HttpRequest, userId: string | null, ids: readonly string[]) =>
    look.viewFor(request, { userId, ids, now: now() });

  const shownAs = (view: View, body: PageBody) => documentOf(look, view, null, body);

  async function questionPage(
    request: HttpRequest,
    view: LinkView,
    faults: readonly Issue[] = [],
    sent = NOTHING,
  ) {
    const { reviewerId, onBehalfOf, requestedBy, people } = view;
    const named = [reviewerId, onBehalfOf, requestedBy].filter((it) => it !== null);
    const page = await viewFor(request, reviewerId, [...named, ...idsOf(people)]);
    return shownAs(page, questionBody(page, view, faults, sent));
  }

  async function donePage(
    request: HttpRequest,
    view: LinkView,
    { decision, aggregatorStatus }: LinkAnswered,
  ) {
    const page = await viewFor(request, view.reviewerId, []);
    return shownAs(page, recorded(page, decision, aggregatorStatus === 'pending', titleOf(view)));
  }

  /** Shows errors beside the question with the form still filled in, so that no input is lost. */
  async function faultPage(request: HttpRequest, { status, body }: HttpResponse, { view, sent }: Asked) {
    const { error } = JSON.parse(body) as { error: Failure };
    const { issues } = error.details;
    if (view !== null && status === 400 && issues !== undefined)
      return questionPage(request, view, issues, sent);
    const { answers = [], code = status === 404 ? 'unknown' : 'failed' } = error.details;
    const named = answers.flatMap(({ reviewerId, onBehalfOf }) => [
      reviewerId,
      ...(onBehalfOf === null ? [] : [onBehalfOf]),
    ]);
    const page = await viewFor(request, view?.reviewerId ?? null, named);
    return shownAs(
      page,
      refused(
        page,
        { ...error.details, code },
        keptOf(page, sent.get('reason') ?? '', view !== null && status !== 410),
      ),
    );
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
    return asJson ? success(result, requestId) : page(200, await donePage(request, view, result));
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
    const response = await answer(request, token, asked).catch(async (error: unknown) => {
      report(error);
      const failed = failure(error, requestId);
      if (asJson) return failed;
      const shown = page(failed.status, await faultPage(request, failed, asked));
      const { allow, 'retry-after': retryAfter } = failed.headers;
      const kept = { ...(allow && { allow }), ...(retryAfter && { 'retry-after': retryAfter }) };
      return { ...shown, headers: { ...shown.headers, ...kept } };
    });
    const headers = { ...headersOf(look, false), 'x-request-id': requestId };
    return { ...response, headers: { ...response.headers, ...headers } };
  };
}

interface Failure {
  readonly details: Partial<Refusal> & { readonly issues?: readonly Issue[] };
}

function questionBody(page: View, view: LinkView, faults: readonly Issue[], sent: Sent): PageBody {
  const { say, texts, nameOf } = page;
  const time = texts.dateTime(view.expiresAt);
  const foot = html`<p class="dp-foot">${icon('lock')}<span>${say('answer.once', { time })}</span></p>`;
  const form = answerForm(page, {
    ...view,
    hidden: { formToken: view.formToken },
    action: null,
    faults,
    sent,
    foot,
  });
  return {
    title: titleOf(view),
    content: html`<div class="dp">
      <article class="dp-sheet" aria-labelledby="title">
        ${subjectParts(page, view, whyOf(page, view, nameOf))}${peopleSection(page, view.people)}
      </article>
      ${form}
    </div>`,
  };
}

/** For whom the page is, and how many approvals are missing. */
function whyOf({ say }: View, { reviewerId, onBehalfOf, missing }: LinkView, nameOf: View['nameOf']): Html {
  const rule = missing.find(({ code }) => code === 'rule');
  const count = rule === undefined ? 0 : rule.need - rule.have;
  return html`<p class="ap-why">
    ${icon(onBehalfOf === null ? 'user' : 'swap')}<span
      >${say('why.link', { name: nameOf(reviewerId) })}
      ${onBehalfOf !== null && say('why.substitute', { name: nameOf(onBehalfOf) })}
      ${count > 0 && say('why.needed', { count })}</span
    >
  </p>`;
}

/** The reason as typed, so that it need not be typed again, and the way back. */
function keptOf({ say }: View, words: string, isOpen: boolean): Html {
  return html`${
    words !== '' &&
    html`<h2>${say('end.kept')}</h2>
      <p class="dp-question" dir="auto">${words}</p>`
  }
  ${isOpen && html`<p><a class="ap-btn" href="">${say('end.again')}</a></p>`}`;
}

/** Each link has a separate budget. The key is hashed, because limiters may expose their keys. */
const budgetOf = (token: string): string => `link:${sha256Hex(token)}`;

const GONE = new Set(['link-revoked', 'link-used', 'link-expired', 'link-closed']);

const page = pageAnswer;

function wantsJson(request: HttpRequest): boolean {
  const accept = headerOf(request, 'accept')?.toLowerCase() ?? '';
  return accept.includes('application/json') && !accept.includes('text/html');
}

/** Under `no-referrer` browsers send `null` as the origin of a page's own form. */
export function refuseForeign(request: HttpRequest, baseUrl: string | undefined): void {
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
