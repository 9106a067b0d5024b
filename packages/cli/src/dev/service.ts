/** The HTTP surface, the inspector and the mails under one address. */
import { ApprovalError, type ApprovalEngine, type ApprovalStore } from '@org/approval-core';
import { type HttpHandler, type HttpRequest, ROLES, createHandler } from '@org/approval-http';
import { PERMISSIONS, createInspector } from '@org/approval-inspector';
import { type MailSink, sinkMails } from './mails.js';
import { type Reading, filesPage, mailsPage } from './pages.js';

export const WORKSPACE = 'default';

interface Parts {
  readonly engine: ApprovalEngine;
  readonly store: ApprovalStore;
  /** Where all of it is served. */
  readonly url: string;
  /** Whom the inspector takes its visitor for. */
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
    },
  });
  const answer = (request: HttpRequest) => (isApi(request.path) ? api : inspector)(request);
  return Object.assign(answer, { maxBodyBytes: Math.max(api.maxBodyBytes, inspector.maxBodyBytes) });
}

/** Whoever one says one is. A page of another site cannot send this header without being asked first, and is refused then. */
async function authenticate({ headers }: HttpRequest) {
  const subject = headers['x-user'];
  if (typeof subject !== 'string' || subject === '')
    throw new ApprovalError('UNAUTHENTICATED', 'say who you are, in development by a header: x-user: maria');
  return { workspaceId: WORKSPACE, subject, permissions: new Set(ROLES.admin) };
}
