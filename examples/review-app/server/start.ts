/** Everything together, in one process and on loopback: two web servers and a mail server. */
import { type ApprovalEngine, type Logger, consoleLogger } from '@org/approval-core';
import { createHttpService } from '@org/approval-comments';
import { createApprovalBridge, createBridgeRunner } from '@org/approval-comments/bridge';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APPROVALS, DOCUMENT_ID, ORGANIZATION, THREAD_ID } from '../setting.js';
import { openAnnotationStore } from '@org/approval-store-sql/comments';
import { mountCustomer } from './customer.js';
import { listen } from './listen.js';
import { type ReceivedMail, mailSender, startMailServer } from './mail.js';
import { type Service, startService } from './service.js';
import { contractSignOff, startRun } from './workflow.js';

export interface ReviewAppOptions {
  /** The folder of the built page. */
  readonly page: string;
  /** 0, the default: any free port. */
  readonly ports?: { readonly page?: number; readonly service?: number; readonly smtp?: number };
  readonly logger?: Logger;
  readonly onMail?: (mail: ReceivedMail) => void;
  readonly onServiceRequest?: (line: string) => void;
}

export interface ReviewApp {
  readonly pageUrl: string;
  readonly serviceUrl: string;
  readonly smtpPort: number;
  readonly engine: ApprovalEngine;
  /** The first run; the page can start another. */
  readonly executionId: string;
  /** Folder for the service's databases. */
  readonly folder: string;
  readonly stop: () => Promise<void>;
}

const nothing = () => undefined;

export async function startReviewApp(options: ReviewAppOptions): Promise<ReviewApp> {
  const { ports = {}, logger = consoleLogger, onMail = nothing, onServiceRequest = nothing } = options;
  // Two companies: what the customer keeps is nowhere near the service.
  const folder = await mkdtemp(join(tmpdir(), 'review-app-'));
  const customerFolder = await mkdtemp(join(tmpdir(), 'review-app-customer-'));
  const content = await openAnnotationStore(`sqlite:${join(customerFolder, 'comments.db')}`);
  const mail = await startMailServer(ports.smtp ?? 0, onMail);
  const customerServer = await listen(ports.page ?? 0);
  const serviceServer = await listen(ports.service ?? 0);
  const hookSecret = crypto.randomUUID();

  const service = await startService(serviceServer, {
    store: `sqlite:${join(folder, 'engine.db')}`,
    pageOrigin: customerServer.url,
    hook: { url: `${customerServer.url}/hooks/comments`, secret: hookSecret },
    logger,
    onRequest: onServiceRequest,
  });
  const customer = mountCustomer(customerServer, {
    page: options.page,
    content: content.store,
    hookSecret,
    sendMail: mailSender(mail.port),
    serviceFor: async (user) => ({
      service: {
        url: service.url,
        apiKey: service.apiKey,
        authToken: await service.tokenFor(user.userId, 'reviewer'),
      },
    }),
    startRun: () => startRun(service.engine),
  });
  const posting = await postSteps(service, customerServer.url, customer.token, logger);
  await service.engine.forWorkspace(ORGANIZATION).definitions.create(contractSignOff);
  const executionId = await startRun(service.engine);

  return {
    pageUrl: customerServer.url,
    serviceUrl: service.url,
    smtpPort: mail.port,
    engine: service.engine,
    executionId,
    folder,
    stop: async () => {
      await posting();
      await Promise.all([customerServer.close(), serviceServer.close()]);
      await Promise.all([service.stop(), mail.close()]);
      await content.close();
      await Promise.all([folder, customerFolder].map((it) => rm(it, { recursive: true })));
    },
  };
}

/** Approval steps become comments, one event after the other. Returns a function that ends it. */
async function postSteps(
  { engine, url, apiKey, tokenFor }: Service,
  customerUrl: string,
  token: string,
  logger: Logger,
): Promise<() => Promise<void>> {
  const authToken = await tokenFor(APPROVALS.userId, 'service');
  const at = (name: string) => ({
    url: `${customerUrl}/comments/${name}`,
    headers: { authorization: `Bearer ${token}` },
  });
  const onEvent = createApprovalBridge({
    dataProviders: {
      comment: { config: { getConfig: at('get'), saveConfig: at('save'), deleteConfig: at('delete') } },
    },
    client: {
      service: createHttpService({
        url: `${url}/comments`,
        headers: { 'x-svc-api-key': apiKey, 'x-svc-auth-token': authToken },
      }),
    },
    threadOf: () => ({ organizationId: ORGANIZATION, documentId: DOCUMENT_ID, annotationId: THREAD_ID }),
    author: { ...APPROVALS },
  });
  // This example starts anew each time: a system of yours keeps the cursors in its database.
  const cursors = new Map<string, number>();
  const runner = createBridgeRunner({
    onEvent,
    read: async (executionId, sinceSeq) =>
      (await engine.forWorkspace(ORGANIZATION).executions.getEvents({ executionId, sinceSeq })).events,
    cursors: {
      load: async (executionId) => cursors.get(executionId) ?? 0,
      save: async (executionId, seq) => void cursors.set(executionId, seq),
    },
    onError: (error) => logger.error('a step was not posted, and is tried again', { error: String(error) }),
  });
  engine.on('event', ({ executionId }) => runner.wake(executionId));
  return runner.stop;
}
