/** `@org/approval-inspector/local`: pages for this machine, until they are idle. */
import { type Duration, msOf } from '@org/approval-internal/duration';
import type { HttpHandler } from '@org/approval-internal/http';
import { toNodeListener } from '@org/approval-internal/http/node';
import { type Checks, checkOptions, must, optional, timerMs } from '@org/approval-internal/options';
import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { portOf } from '@org/approval-internal/port';

/** Options of pages for this machine. */
export interface LocalOptions {
  /** Port of 127.0.0.1; a free one by default. */
  readonly port?: number | undefined;
  /** Ends after this time without open requests, in ms; never by default. Live pages count. */
  readonly idleMs?: Duration | undefined;
}

/** A server of pages. */
export interface LocalServer {
  /** Address of the server, such as `http://127.0.0.1:4100`. */
  readonly url: string;
  /** Resolves when it has ended, after `idleMs` or `close`. */
  readonly ended: Promise<void>;
  /** Ends it and cuts off open requests. */
  readonly close: () => Promise<void>;
}

const CHECKS: Checks<LocalOptions> = {
  port: optional(
    must(
      'a port from 0 to 65535',
      (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65_535,
    ),
  ),
  idleMs: optional(timerMs),
};

/**
 * Serves a handler on 127.0.0.1. Requests with another host name than loopback are refused, so that
 * a page whose domain resolves to this machine cannot read anything.
 * @throws TypeError that names every option that is wrong; Error when the port is taken.
 * @example
 * ```ts
 * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
 * import { createInspector } from '@org/approval-inspector';
 * import { serveLocally } from '@org/approval-inspector/local';
 *
 * const store = createMemoryStore();
 * const engine = createApprovalEngine({ store });
 * const me = { workspaceId: 'default', subject: 'ann', permissions: ['read' as const] };
 * const { url, close } = await serveLocally(
 *   createInspector({ engine, store, authorize: () => me }),
 * );
 * console.log((await fetch(`${url}/runs`)).status); // → 200
 * await close();
 * await engine.stop();
 * ```
 */
export async function serveLocally(handler: HttpHandler, options: LocalOptions = {}): Promise<LocalServer> {
  checkOptions('serveLocally', options, CHECKS);
  const { port = 0, idleMs } = options;
  const listener = toNodeListener(handler);
  const looking = new Looking(idleMs === undefined ? null : msOf(idleMs), () => end());
  const server = createServer((request, response) => {
    if (!isLoopback(request)) {
      refuse(response);
      return;
    }
    looking.begin(response);
    listener(request, response);
  });
  const ended = new Promise<void>((resolve) => server.once('close', resolve));
  const end = (): void => {
    looking.stop();
    stop(server);
  };
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  looking.look();
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    ended,
    close: () => {
      end();
      return ended;
    },
  };
}

function stop(server: Server): void {
  if (server.listening) server.close();
  server.closeAllConnections();
}

const isLoopback = ({ headers: { host = '' } }: IncomingMessage): boolean =>
  /^(?:127\.0\.0\.1|localhost)(?::\d{1,5})?$/i.test(host);

function refuse(response: ServerResponse): void {
  response.writeHead(421, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  response.end('These pages are only for this machine: use 127.0.0.1.\n');
}

/** Tracks open requests, and the time since the last one. */
class Looking {
  private readonly idleMs: number | null;
  private readonly end: () => void;
  private underWay = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(idleMs: number | null, end: () => void) {
    this.idleMs = idleMs;
    this.end = end;
  }

  begin(response: ServerResponse): void {
    this.underWay += 1;
    clearTimeout(this.timer);
    response.once('close', () => {
      this.underWay -= 1;
      this.look();
    });
  }

  look(): void {
    if (this.idleMs === null || this.underWay > 0) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(this.end, this.idleMs);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.underWay = Infinity;
  }
}
