/**
 * The service: the approval engine and the comment service, over HTTP. It never sees any content.
 */
import { type ApprovalEngine, type Logger, createApprovalEngine } from '@org/approval-core';
import type { HttpHeaders } from '@org/approval-comments/server';
import { createServiceHandler } from '@org/approval-comments/service';
import { toExpress as toCommentsExpress } from '@org/approval-comments/express';
import { type Principal, type Role, createHandler } from '@org/approval-http';
import {
  type TokenOptions,
  apiKeyList,
  createAuthenticator,
  generateApiKey,
  issueAuthToken,
} from '@org/approval-http/auth';
import { toExpress } from '@org/approval-http/express';
import { openAnnotationStore } from '@org/approval-store-sql/comments';
import { openStore } from '@org/approval-store-sql/open';
import express, { type RequestHandler } from 'express';
import { APPROVALS, ORGANIZATION } from '../setting.js';
import { type CommentHook, commentWebhooks } from './comment-webhooks.js';
import type { Listening } from './listen.js';
import { createLiveUpdates } from './live.js';

export interface ServiceOptions {
  /** Store of the engine, in the form that `openStore` takes. */
  readonly store: string;
  /** The origin of the page, which is on another server. */
  readonly pageOrigin: string;
  readonly hook: CommentHook;
  readonly logger: Logger;
  /** Called with each request, for a test that searches them for content. */
  readonly onRequest: (line: string) => void;
}

export interface Service {
  readonly url: string;
  readonly engine: ApprovalEngine;
  readonly apiKey: string;
  readonly tokenFor: (userId: string, role: Role) => Promise<string>;
  readonly stop: () => Promise<void>;
}

export async function startService({ app, url }: Listening, options: ServiceOptions): Promise<Service> {
  const { logger, hook } = options;
  const { store, close } = await openStore(options.store);
  const threads = await openAnnotationStore(options.store);
  const engine = createApprovalEngine({ store, logger });
  const { apiKey, record } = await generateApiKey();
  const tokens: TokenOptions = {
    issuer: url,
    audience: 'review-app',
    keys: [{ kid: 'dev', algorithm: 'HS256', secret: crypto.getRandomValues(new Uint8Array(32)) }],
  };
  const known = createAuthenticator({
    ...tokens,
    findApiKey: apiKeyList([{ ...record, workspaceId: ORGANIZATION }]),
  });
  const authenticate: typeof known = async (request) => seeingAll(await known(request));

  const principalOf = (headers: HttpHeaders) => {
    const body = { kind: 'bytes', bytes: new Uint8Array() } as const;
    const request = { method: 'POST', path: '/', query: '', remoteAddress: null, headers, body };
    return authenticate(request).catch(() => null);
  };
  const approvals = createHandler({ engine, authenticate, basePath: '/approvals', logger });
  const comments = createServiceHandler({
    store: threads.store,
    basePath: '/comments',
    // The same credentials as for the engine: the workspace of a token is the organization it may
    // see.
    callerOf: async (headers, organizationId) => {
      const principal = await principalOf(headers);
      if (principal?.workspaceId !== organizationId || principal.subject === null) return null;
      return { userId: principal.subject, isSystem: principal.subject === APPROVALS.userId };
    },
    authorize: () => true,
  });

  const live = createLiveUpdates();
  engine.on('event', () => live.tell('approvals'));
  const admitted: RequestHandler = async ({ headers }, response, next) => {
    if ((await principalOf(headers))?.workspaceId === ORGANIZATION) next();
    else response.sendStatus(401);
  };

  app.use(fromOrigin(options.pageOrigin), express.raw(AS_BYTES), recorded(options.onRequest));
  app.get('/live', admitted, live.listen);
  app.use('/approvals', toExpress(approvals));
  app.use(
    '/comments',
    tellOfWrites(() => live.tell('comments')),
  );
  app.use('/comments', commentWebhooks(hook, logger), toCommentsExpress(comments));

  return {
    url,
    engine,
    apiKey,
    tokenFor: (subject, role) =>
      issueAuthToken(tokens, { workspaceId: ORGANIZATION, subject, role, ttlSeconds: 86_400 }),
    stop: async () => {
      live.close();
      await engine.stop();
      await Promise.all([close(), threads.close()]);
    },
  };
}

/** All users work on one document and see its approval; only reviewers decide. */
const seeingAll = (principal: Principal): Principal => ({
  ...principal,
  permissions: new Set([...principal.permissions, 'executions:read-any']),
});

/** Both handlers parse what arrives more strictly than Express does. */
const AS_BYTES = { type: () => true, limit: '1mb' };

const recorded =
  (onRequest: ServiceOptions['onRequest']): RequestHandler =>
  (request, _response, next) => {
    const body = Buffer.isBuffer(request.body) ? request.body.toString() : '';
    onRequest(`${request.originalUrl} ${JSON.stringify(request.headers)} ${body}`);
    next();
  };

/** Announces writes after they are stored, so that listeners can read them. */
const tellOfWrites =
  (tell: () => void): RequestHandler =>
  (request, response, next) => {
    response.once('finish', () => {
      if (response.statusCode === 200 && !request.path.endsWith('/list')) tell();
    });
    next();
  };

/** The page is of another origin: a browser asks first whether it may call. */
const fromOrigin =
  (origin: string): RequestHandler =>
  (request, response, next) => {
    response.set({
      'access-control-allow-origin': origin,
      'access-control-allow-headers':
        'cache-control, content-type, x-svc-api-key, x-svc-auth-token, x-request-id, idempotency-key',
      'access-control-max-age': '600',
      vary: 'origin',
    });
    if (request.method === 'OPTIONS') response.sendStatus(204);
    else next();
  };
