/**
 * `/v2/decide/<token>`: the page behind a link (contract section 18). Opening it changes nothing.
 */
import { ApprovalError, type ApprovalEngine, type Issue } from '@org/approval-core';
import type { LinkAnswer, LinkAnswered, LinkView } from '@org/approval-core/views';
import { sha256Hex } from '@org/approval-core/internal';
import { isOwnForm } from '@org/approval-internal/browser';
import { type Html, html } from '@org/approval-internal/html';
import { type HttpRequest, type HttpResponse, headerOf } from '@org/approval-internal/http';
import { HTTP_CODES, HttpError, failure, success } from '../../answer.js';
import type { Limits } from '../../limits.js';
import { answerOf, sentOf } from './body.js';
import { NOTHING, type Sent, answerForm } from '../answer-form.js';
import { type PageBody, documentOf, headersOf, keptHeaders, pageAnswer } from '../document.js';
import { type Refusal, recorded, refused } from '../ends.js';
import { icon } from '../icons.js';
import type { Look, View } from '../look.js';
import { idsOf, peopleSection, questionsSection } from '../people.js';
import { jump } from '../run.js';
import { moneyOf, subjectParts, titleOf } from '../subject.js';
import { line, words } from '../words.js';

interface Parts {
  readonly engine: ApprovalEngine;
  readonly limits: Limits;
  readonly look: Look;
  /** Base URL of the pages for browsers; null: the host that a request names. */
  readonly baseUrl: string | null;
  /** Current time in ms since the epoch. */
  readonly now?: () => number;
}

type Report = (error: unknown) => void;

/** A request, with what is known for an error page. */
interface Asked {
  readonly request: HttpRequest;
  readonly token: string;
  readonly asJson: boolean;
  readonly requestId: string;
  readonly report: Report;
  /** The link, once a decision was sent to a valid one. */
  view: LinkView | null;
  /** Fields sent by the page's own form. */
  sent: Sent;
}

interface Refused {
  readonly faults: readonly Issue[];
  readonly sent: Sent;
}

/** The pages of all links of an engine. */
export class DecidePages {
  private readonly parts: Parts;
  private readonly origin: string | null;

  constructor(parts: Parts) {
    this.parts = parts;
    this.origin = parts.baseUrl === null ? null : new URL(parts.baseUrl).origin;
  }

  async handle(
    request: HttpRequest,
    token: string,
    requestId: string,
    report: Report,
  ): Promise<HttpResponse> {
    const asJson = wantsJson(request);
    const asked: Asked = { request, token, asJson, requestId, report, view: null, sent: NOTHING };
    const response = await this.answer(asked).catch(async (error: unknown) => {
      report(error);
      const failed = failure(error, requestId);
      if (asJson) return failed;
      const shown = pageAnswer(failed.status, await this.faultPage(failed, asked));
      return { ...shown, headers: { ...shown.headers, ...keptHeaders(failed) } };
    });
    const headers = { ...headersOf(this.parts.look, 'link'), 'x-request-id': requestId };
    return { ...response, headers: { ...response.headers, ...headers } };
  }

  private async answer(asked: Asked): Promise<HttpResponse> {
    const { request, token, asJson, requestId } = asked;
    if (request.method === 'POST') return this.record(asked);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const headers = { allow: 'GET, HEAD, POST' };
      throw new HttpError('NOT_FOUND', 'use GET or POST', { code: 405, headers });
    }
    await this.parts.limits.spend(budgetOf(token), 'read');
    const view = await this.known(request, () => this.parts.engine.inbound.links.look(token));
    return asJson ? success(view, requestId) : pageAnswer(200, await this.questionPage(asked, view));
  }

  private async record(asked: Asked): Promise<HttpResponse> {
    const { request, token, asJson, requestId } = asked;
    const { limits, engine } = this.parts;
    refuseForeign(request, this.origin);
    asked.sent = asJson ? NOTHING : sentOf(request);
    await limits.spend(budgetOf(token), 'decide');
    const view = await this.known(request, () => engine.inbound.links.look(token));
    asked.view = view;
    const given = answerOf(request, view) as unknown as LinkAnswer;
    const result = await this.known(request, () => engine.inbound.links.answer(token, given));
    return asJson ? success(result, requestId) : pageAnswer(200, await this.donePage(asked, view, result));
  }

  /** An unknown token costs its address an attempt; an expired link is 410. */
  private async known<T>(request: HttpRequest, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ApprovalError)) throw error;
      if (error.status === 'NOT_FOUND') await this.parts.limits.failed(request);
      const { code } = error.details;
      if (!GONE.has(String(code))) throw error;
      throw new HttpError(error.status, error.message, { code: 410, details: error.details });
    }
  }

  /** The reader, their language, and the names that the page shows. */
  private viewFor({ request, report }: Asked, userId: string | null, ids: readonly string[]): Promise<View> {
    const { look, now = Date.now } = this.parts;
    return look.viewFor(request, { userId, ids, now: now(), report });
  }

  private shownAs(view: View, body: PageBody): string {
    return documentOf(this.parts.look, view, null, body);
  }

  private async questionPage(asked: Asked, view: LinkView, refusal = NOT_REFUSED): Promise<string> {
    const { reviewerId, onBehalfOf, requestedBy, people } = view;
    const named = [reviewerId, onBehalfOf, requestedBy].filter((it) => it !== null);
    const page = await this.viewFor(asked, reviewerId, [...named, ...idsOf(people)]);
    return this.shownAs(page, questionBody(page, view, refusal));
  }

  private async donePage(
    asked: Asked,
    view: LinkView,
    { decision, aggregatorStatus }: LinkAnswered,
  ): Promise<string> {
    const page = await this.viewFor(asked, view.reviewerId, []);
    const isOpen = aggregatorStatus === 'pending';
    return this.shownAs(page, recorded(page, { decision, isOpen, title: titleOf(view), links: null }));
  }

  /** Shows errors beside the question with the form still filled in, so that no input is lost. */
  private async faultPage({ status, body }: HttpResponse, asked: Asked): Promise<string> {
    const { view, sent } = asked;
    const { error } = JSON.parse(body) as { error: Failure };
    const { issues, reviewerId = view?.reviewerId ?? null } = error.details;
    if (view !== null && status === 400 && issues !== undefined)
      return this.questionPage(asked, view, { faults: issues, sent });
    const { title, answers = [], code = status === 404 ? 'unknown' : 'failed' } = error.details;
    const named = answers.flatMap((it) => [it.reviewerId, it.onBehalfOf].filter((id) => id !== null));
    const page = await this.viewFor(asked, reviewerId, named);
    const kept = keptOf(page, sent.get('reason') ?? '', view !== null && status !== 410);
    const subject = title !== undefined && html`<p class="ap-2nd"><b dir="auto">${line(title)}</b></p>`;
    return this.shownAs(page, refused(page, { ...error.details, code }, html`${subject}${kept}`));
  }
}

const NOT_REFUSED: Refused = { faults: [], sent: NOTHING };

interface Failure {
  readonly details: Partial<Refusal> & {
    readonly issues?: readonly Issue[];
    /** Reviewer of the link. */
    readonly reviewerId?: string;
    /** Title of the request. */
    readonly title?: string;
  };
}

function questionBody(page: View, view: LinkView, { faults, sent }: Refused): PageBody {
  const { say, texts } = page;
  const time = texts.dateTime(view.expiresAt);
  const amount = view.presentation?.amount ?? null;
  const form = answerForm(page, {
    ...view,
    hidden: { formToken: view.formToken },
    action: null,
    amount: amount === null ? null : moneyOf(page, amount),
    faults,
    sent,
    foot: html`<p class="dp-foot">${icon('lock')}<span>${say('answer.once', { time })}</span></p>`,
  });
  return {
    title: titleOf(view),
    content: html`<div class="dp">
      <article class="dp-sheet" aria-labelledby="title">
        ${subjectParts(page, view, whyOf(page, view))}${questionsSection(page, view.people, () => null)}
        ${peopleSection(page, view.people)}${jump(page, view)}
      </article>
      <div class="dp-side">${form}</div>
    </div>`,
  };
}

/** For whom the page is, and how many approvals are missing. */
function whyOf({ say, nameOf }: View, { reviewerId, onBehalfOf, missing }: LinkView): Html {
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
function keptOf({ texts }: View, typed: string, isOpen: boolean): Html {
  return html`${
    typed !== '' &&
    html`<h2>${texts.say('end.kept')}</h2>
      <p class="dp-question" dir="auto">${words(typed)}</p>`
  }
  ${isOpen && html`<p><a class="ap-btn" href="">${texts.say('end.again')}</a></p>`}`;
}

/** Each link has a separate budget. The key is hashed, because limiters may expose their keys. */
const budgetOf = (token: string): string => `link:${sha256Hex(token)}`;

const GONE = new Set(['link-revoked', 'link-used', 'link-expired', 'link-closed']);

function wantsJson(request: HttpRequest): boolean {
  const accept = headerOf(request, 'accept')?.toLowerCase() ?? '';
  return accept.includes('application/json') && !accept.includes('text/html');
}

/**
 * Refuses forms of other sites. Under `no-referrer` browsers send `null` as the origin of a page's
 * own form, and programs send none. In both cases the form token, which only the page has, proves
 * that it was opened.
 */
function refuseForeign(request: HttpRequest, own: string | null): void {
  const origin = headerOf(request, 'origin');
  const site = headerOf(request, 'sec-fetch-site');
  const names = origin !== null && origin !== 'null';
  const isForeign = names && (own === null ? !isOwnForm(request) : origin !== own);
  if (!isForeign && (site === null || site === 'same-origin' || site === 'none')) return;
  throw new HttpError('PERMISSION_DENIED', 'answers are taken from the page itself alone', {
    code: HTTP_CODES.PERMISSION_DENIED,
    details: { code: 'cross-origin' },
  });
}
