/**
 * A client with everything around it: a customer's backend, the service behind HTTP, a clock, and
 * what was seen.
 */
import { VirtualClock } from '@org/approval-testkit';
import { type CommentsClient, createCommentsClient } from '../client/client.js';
import { toExpress } from '../http/express.js';
import type { DataProviderEvent } from '../provider/events.js';
import type { CommentDataProvider, DataProviders } from '../provider/provider.js';
import type { ResolverConfig } from '../provider/config.js';
import { createHttpService } from '../service/http-service.js';
import { createServiceHandler } from '../service/service-handler.js';
import { createMemoryAnnotationStore } from '../store/memory-store.js';
import { type FaultyCustomer, faultyCustomer, functionsOver } from './faulty-customer.js';
import { callerNamed } from './callers.js';
import { serve } from './shells.js';

export const TIMEOUT = 60_000;
export const RETRY_DELAY = 1_000;

export interface Page {
  readonly client: CommentsClient;
  readonly customer: FaultyCustomer;
  readonly clock: VirtualClock;
  readonly events: DataProviderEvent[];
  /** `customer get`, `service save` and so on, in the order in which requests arrived. */
  readonly log: string[];
  /** Everything that arrived at the service: bodies, paths and headers. */
  readonly wire: string[];
  /** Everything that the service keeps, as text. */
  readonly stored: () => Promise<string>;
  /** Lines that the client logged. */
  readonly logged: string[];
  /** URL of the service. */
  readonly serviceUrl: string;
  /** Makes the service answer 500, or well again. */
  failService(isDown: boolean): void;
  /** Another client of the same two sides, identified as another user. */
  readonly other: (userId: string) => Promise<CommentsClient>;
}

export interface PageOptions {
  readonly kind?: 'endpoint' | 'function';
  readonly config?: ResolverConfig;
  readonly provider?: (customer: FaultyCustomer) => CommentDataProvider;
  readonly documents?: readonly string[];
  /** The providers beside that of comments. */
  readonly others?: Omit<DataProviders, 'comment'>;
}

export async function page(options: PageOptions = {}): Promise<Page> {
  const { kind = 'endpoint', config = {}, documents = ['contract'] } = options;
  const clock = new VirtualClock();
  const log: string[] = [];
  const events: DataProviderEvent[] = [];
  const logged: string[] = [];
  const customer = await faultyCustomer({
    onRequest: (operation) => log.push(`customer ${operation}`),
    onHang: () => void clock.advance(TIMEOUT),
  });
  const server = await serviceServer(log);
  const provider =
    options.provider?.(customer) ??
    (kind === 'endpoint'
      ? { config: { ...customer.config, ...config } }
      : { ...functionsOver(customer), config });

  const newClient = async (userId: string) => {
    const client = createCommentsClient({
      service: createHttpService({ url: server.url, clock, headers: { 'x-user': userId } }),
      clock,
      additionalEvents: ['status.changed'],
      logger: { error: (message, error) => logged.push(`${message} ${String(error)}`) },
    });
    client.on('dataProvider', (event) => {
      events.push(event);
      // The wait before the next attempt is over as soon as it has begun.
      if (event.payload.willRetry === true) queueMicrotask(() => void clock.advance(RETRY_DELAY));
    });
    client.setDataProviders({ comment: provider, ...options.others });
    client.identify({ userId, organizationId: 'acme' });
    await client.setDocuments(documents);
    return client;
  };
  const client = await newClient('ada');
  log.length = 0;
  events.length = 0;
  return {
    client,
    customer,
    clock,
    events,
    log,
    logged,
    wire: server.wire,
    stored: server.stored,
    serviceUrl: server.url,
    failService: server.fail,
    other: newClient,
  };
}

async function serviceServer(log: string[]) {
  const wire: string[] = [];
  let isDown = false;
  const store = createMemoryAnnotationStore();
  const handler = createServiceHandler({
    store,
    callerOf: callerNamed,
    authorize: () => true,
    additionalFields: ['color'],
  });
  const mounted = toExpress(
    Object.assign(
      async (request: Parameters<typeof handler>[0]) => {
        const operation = request.path.replace('/v2/comments/', '');
        // Asks whether a write is stale; nothing is read or written. `own-backend.test.ts` has its
        // tests.
        if (operation !== 'check') log.push(`service ${operation}`);
        const body = request.body.kind === 'bytes' ? new TextDecoder().decode(request.body.bytes) : '';
        wire.push(`${request.path} ${JSON.stringify(request.headers)} ${body}`);
        return isDown ? { status: 500, headers: {}, body: '{}' } : handler(request);
      },
      { maxBodyBytes: handler.maxBodyBytes },
    ),
  );
  const url = await serve((request, response) => void mounted(request, response));
  const fail = (down: boolean) => {
    isDown = down;
  };
  const stored = async () =>
    JSON.stringify((await store.find({ organizationId: 'acme', withDeleted: true })).threads);
  return { url, wire, fail, stored };
}
