/** The HTTP surface, the inspector, the approver pages and the mail sink under one address. */
import { ApprovalError, type ApprovalEngine, type ApprovalStore } from '@org/approval-core';
import { type HttpHandler, type HttpRequest, ROLES, createHandler } from '@org/approval-http';
import { PERMISSIONS, createInspector } from '@org/approval-inspector';
import { approvalsPage, devApprovals, isOfApprovals } from './approvals.js';
import { type MailSink, sinkMails } from './mails.js';
import { type Reading, filesPage, mailsPage } from './pages.js';

export const WORKSPACE = 'default';

interface Parts {
  readonly engine: ApprovalEngine;
  readonly store: ApprovalStore;
  /** Base address of the service. */
  readonly url: string;
  /** User that the inspector shows as signed in. */
  readonly subject: string;
  readonly reading: () => Reading;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

const isApi = (path: string): boolean => /^\/(?:v[12]\/|health$)/.test(path);

export function devService({ engine, store, url, subject, reading, signal, onError }: Parts): HttpHandler {
  const sink: MailSink = sinkMails({
    operations: engine.forWorkspace(WORKSPACE),
    ...{ baseUrl: url, signal, onError },
  });
  const api = createHandler({ engine, authenticate, links: { baseUrl: url }, rateLimiter: false });
  const inspector = createInspector({
    ...{ engine, store, onError },
    authorize: () => ({ workspaceId: WORKSPACE, subject, permissions: PERMISSIONS }),
    pages: {
      files: filesPage(reading),
      mails: mailsPage(() => sink.mails()),
      approvers: approvalsPage({ engine, workspaceId: WORKSPACE }),
    },
  });
  const approvals = devApprovals({ engine, workspaceId: WORKSPACE, subject, onError });
  const handlerOf = ({ path }: HttpRequest) =>
    isApi(path) ? api : isOfApprovals(path) ? approvals : inspector;
  const answer = (request: HttpRequest) => handlerOf(request)(request);
  return Object.assign(answer, { maxBodyBytes: Math.max(api.maxBodyBytes, inspector.maxBodyBytes) });
}

/** Trusts the header. Other sites need a preflight to send it, which is refused. */
async function authenticate({ headers }: HttpRequest) {
  const subject = headers['x-user'];
  if (typeof subject !== 'string' || subject === '')
    throw new ApprovalError('UNAUTHENTICATED', 'missing header x-user; in development, send x-user: maria');
  return { workspaceId: WORKSPACE, subject, permissions: new Set(ROLES.admin) };
}
