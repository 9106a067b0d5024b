/** Pages for reviewers behind the host's own sign-in: inbox, runs, and the pages of links. */
import { ApprovalError, type ApprovalEngine, type Issue, type WorkspaceOperations } from '@org/approval-core';
import { HOSTING_LIMITS } from '@org/approval-core/definition';
import { guarded, saidOnConsole } from '@org/approval-internal/guarded';
import { type Html, html } from '@org/approval-internal/html';
import { type HttpHandler, type HttpRequest, type HttpResponse } from '@org/approval-internal/http';
import {
  type Checks,
  basePath,
  callable,
  checkOptions,
  optional,
  withMethods,
} from '@org/approval-internal/options';
import { HttpError, failure } from '../answer.js';
import { type AnswerFields, formAnswerOf, sentOf } from '../decide/body.js';
import { decidePages, refuseForeign } from '../decide/decide.js';
import { limitsOf } from '../limits.js';
import { NOTHING } from './answer-form.js';
import { type Frame, type PageBody, documentOf, headersOf, pageAnswer } from './document.js';
import { endPage, recorded, refused } from './ends.js';
import { inboxBody, inboxIds, readInbox } from './inbox.js';
import { LOOK_CHECKS, Look, type LookOptions, type View } from './look.js';
import { type RunAnswer, readRun, runBody, runIds } from './run.js';
import { titleOf } from './subject.js';
import { SCRIPT } from './script.js';

/** A signed-in reviewer. */
export interface PagesUser {
  /** Workspace whose steps they decide. */
  readonly workspaceId: string;
  /** Id of the user, as definitions name reviewers. */
  readonly userId: string;
}

/** Options of `approverPages`. */
export interface ApproverPagesOptions extends LookOptions {
  /** The engine whose steps are decided. */
  readonly engine: ApprovalEngine;
  /** Authenticates every request with the means of the host; null refuses it. */
  readonly authenticate: (request: HttpRequest) => Promise<PagesUser | null> | PagesUser | null;
  /** Path of the mount point, such as `/approvals`; empty by default. */
  readonly basePath?: string;
  /** Current time in ms since the epoch; the system clock by default. */
  readonly now?: () => number;
  /** Receives errors that readers do not see; the console by default. */
  readonly onError?: (error: unknown) => void;
}

const CHECKS: Checks<ApproverPagesOptions> = {
  ...LOOK_CHECKS,
  engine: withMethods('forWorkspace'),
  authenticate: callable,
  basePath: optional(basePath),
  now: optional(callable),
  onError: optional(callable),
};

interface Visit {
  readonly request: HttpRequest;
  readonly user: PagesUser;
  readonly given: URLSearchParams;
  readonly operations: WorkspaceOperations;
  readonly now: number;
}

const RUN = /^runs\/([^/]+)$/;
const LINK = /^decide\/(.*)$/s;

/**
 * Pages for reviewers as one handler, for `toExpress`, `toFastify`, `toFetch` or `toNodeListener`:
 * `/` is the inbox, `/runs/:id` a run, `/decide/:token` the page of a link.
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
 *   brand: { name: 'Acme', hue: 195 },
 *   authenticate: () => ({ workspaceId: 'default', userId: 'ann' }),
 * });
 * const inbox = await toFetch(pages)(new Request('https://example.com/approvals/'));
 * console.log(inbox.status, (await inbox.text()).includes('Nothing waits for you.')); // → 200 true
 * await engine.stop();
 * ```
 */
export function approverPages(options: ApproverPagesOptions): HttpHandler {
  checkOptions('approverPages', options, CHECKS);
  const { engine, authenticate, basePath: base = '', now = Date.now, onError: report, ...own } = options;
  const onError = guarded(report ?? ((error) => console.error(error)), saidOnConsole);
  const look = new Look(own);
  const limits = limitsOf(false);
  const links = decidePages({ engine, limits, links: { ...own, baseUrl: '' }, now });
  const frameAt = (place: Frame['place'], live: string | null = null): Frame => ({
    url: (path, query = {}) => {
      const text = new URLSearchParams(query).toString();
      return `${base}/${path}${text === '' ? '' : `?${text}`}`;
    },
    ...{ place, live },
  });
  const shown = (view: View, frame: Frame, body: PageBody, status = 200): HttpResponse =>
    pageAnswer(status, documentOf(look, view, frame, body));

  async function inbox({ request, user, given, operations, now: at }: Visit): Promise<HttpResponse> {
    const page = await readInbox(operations, { userId: user.userId, given, now: at });
    const view = await look.viewFor(request, { userId: user.userId, ids: inboxIds(page), now: at });
    const frame = frameAt('inbox', 'live');
    return shown(view, frame, inboxBody(view, frame, page));
  }

  async function run(
    visit: Visit,
    executionId: string,
    answer: RunAnswer,
    status = 200,
  ): Promise<HttpResponse> {
    const { request, user, given, operations, now: at } = visit;
    const page = await readRun(operations, { executionId, stepId: given.get('step'), userId: user.userId });
    const view = await look.viewFor(request, { userId: user.userId, ids: runIds(page), now: at });
    const frame = frameAt('', 'live');
    return shown(view, frame, runBody(view, frame, page, answer), status);
  }

  async function decide(visit: Visit, executionId: string): Promise<HttpResponse> {
    const { request, user, given, operations, now: at } = visit;
    refuseForeign(request, undefined);
    const page = await readRun(operations, { executionId, stepId: given.get('step'), userId: user.userId });
    const view = await look.viewFor(request, { userId: user.userId, now: at });
    const sent = sentOf(request);
    const stepId = given.get('step') ?? page.step?.stepId ?? '';
    const title = titleOf({
      name: page.name,
      presentation: page.step?.presentation ?? page.run.presentation,
    });
    try {
      const fields = formAnswerOf(request, page.config.form?.fields ?? []);
      const decision = { ...decisionOf(fields), executionId, stepId, reviewerId: user.userId };
      const result = await operations.steps.recordReviewerDecision(decision);
      const body = recorded(view, decision.decision, result.aggregatorStatus === 'pending', title);
      return shown(view, frameAt(''), body);
    } catch (error) {
      const issues = error instanceof ApprovalError ? issuesOf(error) : null;
      if (issues !== null) return run(visit, executionId, { faults: issues, sent }, 400);
      if (!(error instanceof ApprovalError) || error.status === 'INTERNAL') throw error;
      const code = String(error.details['code'] ?? 'failed');
      const again = html`<p dir="auto" lang="en" class="ap-3rd">${error.message}</p>
        <p><a class="ap-btn" href="">${view.say('end.again')}</a></p>`;
      return shown(view, frameAt(''), refused(view, { code }, again), failure(error, '').status);
    }
  }

  async function answer(request: HttpRequest): Promise<HttpResponse> {
    const path = request.path.startsWith(`${base}/`) ? request.path.slice(base.length + 1) : '';
    if (path === 'script.js') return script();
    const user = await authenticate(request);
    if (user === null) throw new HttpError('PERMISSION_DENIED', 'not signed in');
    const { workspaceId, userId } = user;
    const operations = engine.forWorkspace(workspaceId, {
      readsAs: userId,
      via: { kind: 'token', sub: userId },
      decidesAsShown: true,
    });
    const visit = { request, user, given: new URLSearchParams(request.query), operations, now: now() };
    const [, executionId] = RUN.exec(path) ?? [];
    if (executionId !== undefined) {
      const id = decodeURIComponent(executionId);
      return request.method === 'POST' ? decide(visit, id) : run(visit, id, { faults: [], sent: NOTHING });
    }
    if (path === '' && request.method !== 'POST') return inbox(visit);
    throw new HttpError('NOT_FOUND', 'this page does not exist');
  }

  async function faultPage(request: HttpRequest, error: unknown): Promise<HttpResponse> {
    const status = failure(error, '').status;
    if (status >= 500) onError(error);
    const view = await look.viewFor(request, { userId: null, now: now() });
    const [title, text] = wordsFor(view, status);
    const back = html`<p><a class="ap-btn" href="${base}/">${view.say('nav.inbox')}</a></p>`;
    const more = status === 403 ? null : back;
    return shown(view, frameAt(''), endPage({ title, text, tone: '', sign: 'alert', more }), status);
  }

  const handle = async (request: HttpRequest): Promise<HttpResponse> => {
    const [, token] = LINK.exec(request.path.slice(base.length + 1)) ?? [];
    if (token !== undefined) return links(request, token, crypto.randomUUID(), onError);
    const response = await answer(request).catch((error: unknown) => faultPage(request, error));
    return { ...response, headers: { ...headersOf(look, true), ...response.headers } };
  };
  return Object.assign(handle, { maxBodyBytes: HOSTING_LIMITS.decideBytes });
}

const script = (): HttpResponse => ({
  status: 200,
  headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'private, max-age=300' },
  body: SCRIPT,
});

/** The fields of a decision; the operation checks their contents. */
function decisionOf({ round, ...fields }: AnswerFields) {
  return { ...fields, round: Number(round) } as unknown as {
    readonly decision: 'approve' | 'reject' | 'abstain';
    readonly round: number;
  };
}

const issuesOf = ({ details }: ApprovalError): readonly Issue[] | null =>
  Array.isArray(details['issues']) ? (details['issues'] as Issue[]) : null;

function wordsFor({ texts, say }: View, status: number): [title: string, text: Html | null] {
  if (status === 401 || status === 403) return [texts.say('error.denied'), say('error.denied.text')];
  if (status === 404) return [texts.say('error.missing'), say('error.missing.text')];
  if (status === 429) return [texts.say('error.busy'), null];
  return [texts.say(status < 500 ? 'error.refused' : 'error.internal'), null];
}
