/** The engine, its operations for the signed-in user, and three routes of the application. */
import { type ApprovalEngine, ApprovalError, createApprovalEngine } from '@org/approval-core';
import { createHandler } from '@org/approval-http';
import { toExpress } from '@org/approval-http/express';
import { approverPages } from '@org/approval-http/pages';
import { openStore } from '@org/approval-store-sql/open';
import express, { type Express, type RequestHandler } from 'express';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { PEOPLE, directory } from './company.js';
import { expenseOf } from './expense.js';
import { cookieOf, principalOf, userOf } from './session.js';
import { agents, expense } from './workflow.js';

export interface ExpensesOptions {
  /** Store in the form that `openStore` takes: `sqlite:FILE`, `postgres://…`, `mysql://…`. */
  readonly store: string;
  /** 0: any free port. */
  readonly port: number;
}

export interface Expenses {
  readonly url: string;
  readonly engine: ApprovalEngine;
  readonly stop: () => Promise<void>;
}

export async function startExpenses({ store: name, port }: ExpensesOptions): Promise<Expenses> {
  const { store, close } = await openStore(name);
  const engine = createApprovalEngine({ store, directory, agents });
  await engine.definitions.ensure(expense);
  const server = createServer(appOf(engine));
  server.requestTimeout = 30_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    engine,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await Promise.all([closed, engine.stop()]);
      await close();
    },
  };
}

function appOf(engine: ApprovalEngine): Express {
  const app = express().disable('x-powered-by');
  app.use(headers);
  // The page calls the engine as the signed-in user; the engine refuses what they may not do.
  const authenticate = async (request: { headers: { cookie?: unknown } }) =>
    principalOf(request.headers.cookie as string | undefined);
  app.use('/approvals', toExpress(createHandler({ engine, authenticate, basePath: '/approvals' })));
  app.use('/inbox', toExpress(pagesOf(engine)));
  app.use(express.json({ limit: '10kb' }));
  app.get('/me', (request, response) => void response.json({ me: userOf(request.headers.cookie), PEOPLE }));
  app.post('/me', (request, response) => {
    const cookie = cookieOf(String((request.body as { userId?: unknown } | undefined)?.userId));
    if (cookie === null) throw new ApprovalError('INVALID_ARGUMENT', 'this user does not exist');
    response.setHeader('set-cookie', cookie).json({});
  });
  app.post('/expenses', submit(engine));
  app.use(express.static(fileURLToPath(new URL('page', import.meta.url))));
  app.use('/design', express.static(fileURLToPath(new URL('../design', import.meta.url))));
  app.use(refused);
  return app;
}

/** The pages of those who decide: an inbox, each expense with its form, and absences. */
function pagesOf(engine: ApprovalEngine) {
  const names = Object.fromEntries(PEOPLE.map(({ userId, name }) => [userId, name]));
  return approverPages({
    engine,
    basePath: '/inbox',
    brand: { name: 'Acme expenses', hue: 160 },
    namesOf: () => names,
    colleaguesOf: () => names,
    authenticate: ({ headers }) => {
      const userId = userOf(headers['cookie'] as string | undefined);
      return userId === null ? null : { workspaceId: 'default', userId };
    },
  });
}

/** The server sets submitter and amount, because they determine the managers who decide. */
const submit =
  (engine: ApprovalEngine): RequestHandler =>
  async (request, response) => {
    const by = principalOf(request.headers.cookie).subject;
    const { key, ...triggerContext } = expenseOf(request.body);
    const { executionId } = await engine.executions.dispatch({
      definitionId: expense.definitionId,
      initiatorId: by ?? undefined,
      // The page sends the same key again when it has not heard what came of it.
      idempotencyKey: `${by}:${key}`,
      triggerContext: { ...triggerContext, by },
    });
    response.json({ executionId });
  };

const headers: RequestHandler = (_request, response, next) => {
  response.set({
    'content-security-policy': "default-src 'self'; img-src data:",
    'x-content-type-options': 'nosniff',
  });
  next();
};

const STATUS: Readonly<Record<string, number>> = { INVALID_ARGUMENT: 400, UNAUTHENTICATED: 401 };

/** Reports errors of the request to the caller, and logs errors of the server. */
const refused: express.ErrorRequestHandler = (
  error: Error & { status?: number | string },
  _request,
  response,
  _next,
) => {
  // Express uses numeric statuses: a body that is not JSON is 400.
  const status = typeof error.status === 'string' ? STATUS[error.status] : error.status;
  if (status === undefined) console.error(error);
  const message = status === undefined ? 'that did not work; try again later' : error.message;
  response.status(status ?? 500).json({ error: { message } });
};
