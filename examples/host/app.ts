/**
 * The routes: the operations under `/approvals`, the pages of reviewers under `/inbox`, and beside
 * them the product's own.
 */
import { type ApprovalEngine, ApprovalError } from '@org/approval-core';
import { createHandler } from '@org/approval-http';
import { toExpress } from '@org/approval-http/express';
import { approverPages } from '@org/approval-http/pages';
import express, { type ErrorRequestHandler, type Express } from 'express';
import type { Orders } from './orders.js';
import { NAMES, PEOPLE } from './people.js';
import type { Sessions } from './session.js';
import { orderContext, purchase } from './workflow.js';

export interface AppParts {
  readonly engine: ApprovalEngine;
  readonly orders: Orders;
  readonly sessions: Sessions;
  /** URL of this server for browsers. */
  readonly origin: string;
  /** Folder of the built page. */
  readonly page: string;
}

const BRAND = { name: 'Acme purchasing', hue: 250 };

export function appOf({ engine, orders, sessions, origin, page }: AppParts): Express {
  const app = express().disable('x-powered-by');
  const approvals = createHandler({
    engine,
    basePath: '/approvals',
    authenticate: async ({ headers }) => sessions.principalOf(headers['cookie'] as string | undefined),
    links: { baseUrl: `${origin}/approvals`, brand: BRAND, namesOf: () => NAMES },
  });
  const pages = approverPages({
    engine,
    basePath: '/inbox',
    brand: BRAND,
    namesOf: () => NAMES,
    colleaguesOf: () => NAMES,
    authenticate: ({ headers }) => {
      const userId = sessions.userOf(headers['cookie'] as string | undefined);
      return userId === null ? null : { workspaceId: 'default', userId };
    },
  });
  app.use('/approvals', toExpress(approvals)); // before the parsers: it reads bodies more strictly than they do
  app.use('/inbox', toExpress(pages));
  app.use(express.json({ limit: '10kb' }));

  app.get(
    '/me',
    ({ headers }, response) => void response.json({ me: sessions.userOf(headers.cookie), PEOPLE }),
  );
  app.post('/me', ({ body }, response) => {
    const { userId } = (body ?? {}) as { userId?: unknown };
    response.setHeader('set-cookie', sessions.begin(String(userId))).json({});
  });

  app.get('/orders', async ({ headers }, response) => {
    response.json({ orders: await orders.of(sessions.principalOf(headers.cookie).subject ?? '') });
  });
  app.post('/orders', async ({ headers, body }, response) => {
    const requestedBy = sessions.principalOf(headers.cookie).subject ?? '';
    const { orderId, item, amount } = (body ?? {}) as Record<string, unknown>;
    const given = { orderId, item, amount, requestedBy, url: `${origin}/#${String(orderId)}` };
    const context = orderContext.safeParse(given);
    if (!context.success)
      throw new ApprovalError('INVALID_ARGUMENT', 'give orderId, item, and an amount above 0');
    // onCommit writes the row in the same commit. A page without an answer sends the same orderId
    // again.
    const idempotencyKey = `${requestedBy}:${context.data.orderId}`;
    const run = { context: context.data, initiatorId: requestedBy, idempotencyKey };
    response.json({ executionId: (await purchase.dispatch(engine, run)).executionId });
  });

  app.use(express.static(page));
  app.use(refused);
  return app;
}

const STATUS: Readonly<Record<string, number>> = { INVALID_ARGUMENT: 400, UNAUTHENTICATED: 401 };

/** Reports errors of the request to the caller, and logs errors of the server. */
const refused: ErrorRequestHandler = (
  error: Error & { status?: number | string },
  _request,
  response,
  _next,
) => {
  const status = typeof error.status === 'string' ? STATUS[error.status] : error.status;
  if (status === undefined) console.error(error);
  const message = status === undefined ? 'that did not work; try again later' : error.message;
  response.status(status ?? 500).json({ error: { message } });
};
