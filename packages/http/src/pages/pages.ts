/** Pages for reviewers behind the host's own sign-in: inbox, runs, and the pages of links. */
import { HOSTING_LIMITS } from '@org/approval-core/definition';
import { foreignHost, isOwnForm } from '@org/approval-internal/browser';
import { guarded, saidOnConsole } from '@org/approval-internal/guarded';
import { type Html, html } from '@org/approval-internal/html';
import type { HttpHandler, HttpRequest, HttpResponse } from '@org/approval-internal/http';
import { HttpError, allow, failure } from '../answer.js';
import { DecidePages } from './link/decide.js';
import { limitsOf } from '../limits.js';
import { createMemoryRateLimiter } from '../rate-limit.js';
import { absenceAnswer, removeAbsence, saveAbsence } from './absence.js';
import { readersOf } from './calls.js';
import { headersOf, keptHeaders } from './document.js';
import { endPage } from './ends.js';
import { inboxBody, inboxIds, readInbox } from './inbox.js';
import { Look, type View } from './look.js';
import { type ApproverPagesOptions, checkPagesOptions } from './options.js';
import { actAnswer, decideAnswer, isAction, runAnswer } from './run-actions.js';
import { SCRIPT } from './script.js';
import { Site, type Visit } from './site.js';

export type { ApproverPagesOptions, PagesUser } from './options.js';
export type { Brand, LookOptions } from './look.js';

const RUN = /^runs\/([^/]+)(?:\/([a-z-]+))?$/;
const LINK = /^decide\/(.*)$/s;

/**
 * Pages for reviewers as one handler, for `toExpress`, `toFastify`, `toFetch` or `toNodeListener`:
 * `/` is the inbox, `/runs/:id` a run, `/absence` the absences of the reader, `/decide/:token` the
 * page of a link. Their users call the operations under the same rules as callers of
 * `createHandler`.
 * @throws TypeError that names every option that is wrong.
 * @example
 * ```ts
 * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
 * import { toFetch } from '@org/approval-http/fetch';
 * import { approverPages } from '@org/approval-http/pages';
 *
 * const engine = createApprovalEngine({ store: createMemoryStore() });
 * const pages = approverPages({
 *   engine,
 *   basePath: '/approvals',
 *   hosts: ['example.com'],
 *   brand: { name: 'Acme', hue: 195 },
 *   authenticate: () => ({ workspaceId: 'default', userId: 'ann' }),
 * });
 * const inbox = await toFetch(pages)(new Request('https://example.com/approvals/'));
 * console.log(inbox.status, (await inbox.text()).includes('Nothing waits for you')); // → 200 true
 * await engine.stop();
 * ```
 */
export function approverPages(options: ApproverPagesOptions): HttpHandler {
  checkPagesOptions(options);
  const pages = new ApproverPages(options);
  const handle = (request: HttpRequest) => pages.handle(request);
  return Object.assign(handle, { maxBodyBytes: HOSTING_LIMITS.decideBytes });
}

class ApproverPages {
  private readonly hosts: readonly string[];
  private readonly site: Site;
  private readonly links: DecidePages;
  private readonly readerOf: ReturnType<typeof readersOf>;
  private readonly now: () => number;
  private readonly onError: (error: unknown) => void;

  constructor(options: ApproverPagesOptions) {
    const { engine, hosts = [], now = Date.now, onError, rateLimiter } = options;
    const report = guarded(onError ?? ((error: unknown) => console.error(error)), saidOnConsole);
    const limits = limitsOf(rateLimiter ?? createMemoryRateLimiter());
    const look = new Look(options);
    this.hosts = hosts;
    this.now = now;
    this.onError = report;
    this.site = new Site(options, { look, report });
    this.links = new DecidePages({ engine, limits, look, baseUrl: null, now });
    this.readerOf = readersOf(options, limits, report);
  }

  async handle(request: HttpRequest): Promise<HttpResponse> {
    const requestId = crypto.randomUUID();
    const path = this.site.pathOf(request);
    const foreign = foreignHost(request, this.hosts);
    const [, token] = LINK.exec(path ?? '') ?? [];
    if (token !== undefined && foreign === null)
      return this.links.handle(request, token, requestId, (error) => this.reportFault(error));
    const headers = { ...headersOf(this.site.look, 'signed-in'), 'x-request-id': requestId };
    try {
      if (foreign !== null) throw new HttpError('NOT_FOUND', FOREIGN, { code: 421 });
      const response = await this.answer(request, path, requestId);
      return { ...response, headers: { ...headers, ...response.headers } };
    } catch (error) {
      const response = await this.faultPage(request, error);
      return { ...response, headers: { ...headers, ...response.headers } };
    }
  }

  private async answer(request: HttpRequest, path: string | null, requestId: string): Promise<HttpResponse> {
    allow(request, ['GET', 'HEAD', 'POST']);
    if (path === 'script.js') return script();
    if (request.method === 'POST' && !isOwnForm(request))
      throw new HttpError('PERMISSION_DENIED', 'forms are taken from these pages alone', {
        details: { code: 'cross-origin' },
      });
    const reader = await this.readerOf(request);
    const given = new URLSearchParams(request.query);
    const visit: Visit = { ...reader, request, given, now: this.now() };
    const answered =
      request.method === 'POST' ? this.posted(path, visit) : this.shown(path, visit, requestId);
    if (answered === null) throw new HttpError('NOT_FOUND', 'this page does not exist');
    return answered;
  }

  private shown(path: string | null, visit: Visit, requestId: string): Promise<HttpResponse> | null {
    if (path === '') return this.inbox(visit);
    if (path === 'absence') return absenceAnswer(this.site, visit);
    if (path === 'live') return visit.follow(requestId);
    const named = namedRun(path, visit);
    return named?.action === undefined && named !== null ? runAnswer(this.site, visit, named) : null;
  }

  private posted(path: string | null, visit: Visit): Promise<HttpResponse> | null {
    if (path === 'absence') return saveAbsence(this.site, visit);
    if (path === 'absence/remove') return removeAbsence(this.site, visit);
    const named = namedRun(path, visit);
    if (named === null) return null;
    const { action } = named;
    if (action === undefined) return decideAnswer(this.site, visit, named);
    return isAction(action) ? actAnswer(this.site, visit, { ...named, name: action }) : null;
  }

  private async inbox(visit: Visit): Promise<HttpResponse> {
    const { site } = this;
    const page = await readInbox(visit);
    const view = await site.viewFor(visit, inboxIds(page));
    const { position } = page;
    const live = position === null ? null : site.url('live', { after: position });
    const frame = site.frame({ place: 'inbox', live });
    return site.show(view, frame, inboxBody(view, frame, page));
  }

  private async faultPage(request: HttpRequest, error: unknown): Promise<HttpResponse> {
    const failed = failure(error, '');
    this.reportFault(error);
    const view = await this.site.strangerView(request, this.now());
    const [title, text] = wordsFor(view, failed.status);
    const back = html`<p>
      <a class="ap-btn" href="${this.site.url('')}">${view.texts.say('nav.inbox')}</a>
    </p>`;
    const more = failed.status === 401 || failed.status === 421 ? null : back;
    const body = endPage({ title, text, tone: '', sign: 'alert', more });
    const response = this.site.show(view, this.site.frame({ place: '' }), body, failed.status);
    return { ...response, headers: { ...response.headers, ...keptHeaders(failed) } };
  }

  /** Refusals are not faults of the service. */
  private reportFault(error: unknown): void {
    if (failure(error, '').status >= 500) this.onError(error);
  }
}

const FOREIGN = 'these pages are not served under this name: add it to the option hosts';

const script = (): HttpResponse => ({
  status: 200,
  headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'private, max-age=300' },
  body: SCRIPT,
});

/** The run in a path, and the last part of an address of its forms. */
function namedRun(path: string | null, { given }: Visit) {
  const [, encoded, action] = RUN.exec(path ?? '') ?? [];
  if (encoded === undefined) return null;
  try {
    return { executionId: decodeURIComponent(encoded), stepId: given.get('step'), action };
  } catch {
    // A malformed address names no run.
    return null;
  }
}

function wordsFor({ texts, say }: View, status: number): [title: string, text: Html | null] {
  if (status === 401 || status === 403) return [texts.say('error.denied'), say('error.denied.text')];
  if (status === 404 || status === 421) return [texts.say('error.missing'), say('error.missing.text')];
  if (status === 429) return [texts.say('error.busy'), null];
  return [texts.say(status < 500 ? 'error.refused' : 'error.internal'), null];
}
