/**
 * Both sides behind a network that loses, doubles, delays and reorders requests, as their fates
 * say.
 */
import type { HttpHandler, HttpRequest } from '@org/approval-internal/http';
import { VirtualClock } from '@org/approval-testkit';
import { type CommentsClient, createCommentsClient } from '../../client/client.js';
import { createCommentBackend } from '../../server/backend.js';
import { createHttpService } from '../../service/http-service.js';
import { createServiceHandler } from '../../service/service-handler.js';
import type { AnnotationStore } from '../../store/annotation-store.js';
import type { Clock } from '../../clock.js';
import { createMemoryAnnotationStore } from '../../store/memory-store.js';
import { callerNamed } from '../callers.js';

/** Fate of a request. */
export type Fate =
  | 'well'
  | 'request lost'
  | 'answer lost'
  /** Its sender gives up; it arrives later. */
  | 'late'
  /** It arrives, and once more later. */
  | 'doubled'
  /** It arrives later, and its sender waits. */
  | 'slow request'
  /** It arrives, and its answer comes later. */
  | 'slow answer';

export interface Stores {
  readonly content: AnnotationStore;
  readonly structure: AnnotationStore;
}

/** Sends a request to a side: its status, and the text of its answer. @throws when it is away */
export type Send = (
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
) => Promise<{ readonly status: number; readonly body: string }>;

interface NetworkOptions extends Partial<Stores> {
  readonly organizationId?: string;
  /** Way to both sides, over these stores; handlers in this process by default. */
  readonly send?: Send;
}

/** Makes both sides and their network; their stores are in memory by default. */
export function createNetwork(options: NetworkOptions = {}) {
  const { content = createMemoryAnnotationStore(), structure = createMemoryAnnotationStore() } = options;
  const { organizationId = 'acme', send: toSide = inProcess({ content, structure }) } = options;
  /** Fates of the next writes and reads. */
  const fates = { writes: [] as Fate[], reads: [] as Fate[] };
  /** Requests that are still on their way. */
  const late: (() => Promise<unknown>)[] = [];

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : input).pathname;
    const body = init?.body;
    if (typeof body !== 'string') throw new TypeError('the client sends JSON');
    const headers = Object.fromEntries(new Headers(init?.headers));
    const send = async () => {
      const answer = await toSide(path, headers, body);
      return new Response(answer.body, { status: answer.status });
    };
    const isWrite = /(save|delete)$/.test(path);
    return meet((isWrite ? fates.writes : fates.reads).shift() ?? 'well', send, late);
  };

  /**
   * The clock stands still by default: a request that is left on its way would otherwise time out
   * in the middle of another test.
   */
  const signIn = async (
    userId: string,
    revertOnFailure: boolean,
    clock: Clock = new VirtualClock(Date.now()),
  ): Promise<CommentsClient> => {
    const headers = { 'x-user': userId };
    const client = createCommentsClient({
      service: createHttpService({ url: 'http://x/service', fetch, headers, clock }),
      fetch,
      clock,
      additionalEvents: ['status.changed'],
    });
    const at = (name: string) => ({ url: `http://x/customer/${name}`, headers });
    const saveRetryConfig = { retryCount: 1, revertOnFailure };
    client.setDataProviders({
      comment: {
        config: { getConfig: at('get'), saveConfig: at('save'), deleteConfig: at('delete'), saveRetryConfig },
      },
    });
    client.identify({ userId, organizationId });
    await client.setDocuments(['contract']);
    return client;
  };
  return { content, structure, organizationId, fates, late, signIn };
}

/** Handlers of both sides in one; paths begin with `/customer` or `/service`. */
export function sidesOver({ content, structure }: Stores): HttpHandler {
  const access = { callerOf: callerNamed, authorize: () => true };
  const customer = createCommentBackend({ ...access, store: content, basePath: '/customer' });
  const service = createServiceHandler({ ...access, store: structure, basePath: '/service' });
  const { maxBodyBytes } = customer;
  return Object.assign(
    (request: HttpRequest) => (request.path.startsWith('/customer') ? customer : service)(request),
    { maxBodyBytes },
  );
}

function inProcess(stores: Stores): Send {
  const handler = sidesOver(stores);
  return (path, headers, body) => {
    const bytes = new TextEncoder().encode(body);
    const about = { method: 'POST', path, query: '', remoteAddress: null, headers };
    return handler({ ...about, body: { kind: 'bytes', bytes } });
  };
}

export type Network = ReturnType<typeof createNetwork>;

async function meet(
  fate: Fate,
  send: () => Promise<Response>,
  late: (() => Promise<unknown>)[],
): Promise<Response> {
  if (fate === 'well') return send();
  if (fate === 'doubled') {
    late.push(send);
    return send();
  }
  if (fate === 'slow request')
    return new Promise((resolve, reject) => {
      late.push(() => send().then(resolve, reject));
    });
  if (fate === 'slow answer') {
    const answer = await send();
    return new Promise((resolve) => {
      late.push(async () => resolve(answer));
    });
  }
  if (fate === 'answer lost') await send();
  if (fate === 'late') late.push(send);
  throw new TypeError('network');
}
