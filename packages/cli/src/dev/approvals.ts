/** The approver pages of `approval dev`, as any user: a cookie names the one who is signed in. */
import type { ApprovalEngine } from '@org/approval-core';
import { type HttpHandler, type HttpRequest, type HttpResponse, headerOf } from '@org/approval-http';
import { approverPages } from '@org/approval-http/pages';
import { type Html, type OwnPage, html } from '@org/approval-inspector';

const BASE = '/approvals';
const SIGN_IN = '/approvals-as';
const COOKIE = 'approval-dev-user';
/** Users that the list offers. */
const MOST_USERS = 100;

interface Parts {
  readonly engine: ApprovalEngine;
  readonly workspaceId: string;
  /** User who is signed in without a cookie. */
  readonly subject: string;
  readonly onError: (error: unknown) => void;
}

export const isOfApprovals = (path: string): boolean =>
  path === BASE || path.startsWith(`${BASE}/`) || path === SIGN_IN;

export function devApprovals({ engine, workspaceId, subject, onError }: Parts): HttpHandler {
  const pages = approverPages({
    ...{ engine, basePath: BASE, rateLimiter: false, onError, brand: { name: 'approval dev' } },
    authenticate: (request) => ({ workspaceId, userId: userIn(request) ?? subject }),
  });
  const answer = async (request: HttpRequest) =>
    request.path === SIGN_IN ? signedIn(request, subject) : pages(request);
  return Object.assign(answer, { maxBodyBytes: pages.maxBodyBytes });
}

function userIn(request: HttpRequest): string | null {
  const cookies = (headerOf(request, 'cookie') ?? '').split(';').map((it) => it.trim());
  const given = cookies.find((it) => it.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? '';
  try {
    return given === '' ? null : decodeURIComponent(given);
  } catch {
    // A cookie that this program did not write names no user.
    return null;
  }
}

function signedIn(request: HttpRequest, subject: string): HttpResponse {
  const user = new URLSearchParams(request.query).get('user') ?? subject;
  const cookie = `${COOKIE}=${encodeURIComponent(user)}; Path=/; HttpOnly; SameSite=Strict`;
  const headers = { location: `${BASE}/`, 'set-cookie': cookie, 'cache-control': 'no-store' };
  return { status: 303, headers, body: '' };
}

/** A page of the inspector with the users who are asked now. */
export const approvalsPage = ({ engine, workspaceId }: Pick<Parts, 'engine' | 'workspaceId'>): OwnPage => ({
  label: 'Approver pages',
  content: async () => {
    const { items } = await engine.forWorkspace(workspaceId).steps.listWaiting({ pageSize: MOST_USERS });
    const asked = items.flatMap((it) => [
      ...it.waitingForReviewers,
      ...it.substitutes.map(({ userId }) => userId),
    ]);
    const users = [...new Set(asked)].toSorted().slice(0, MOST_USERS);
    if (users.length === 0)
      return html`<p class="nothing">
        No user is asked now. Start a run of a definition with reviewers: they appear here.
        <a href="${BASE}/">Open the pages anyway</a>.
      </p>`;
    return html`<p>These pages are for reviewers. Open them as one of the users who are asked now:</p>
      <ul>
        ${users.map((it): Html => html`<li><a href="${SIGN_IN}?user=${encodeURIComponent(it)}">${it}</a></li>`)}
      </ul>`;
  },
});
