/** `@org/approval-inspector/local`: pages for who sits at this machine, until nobody looks any more. */
import { type Duration, msOf } from '@org/approval-internal/duration';
import type { HttpHandler } from '@org/approval-internal/http';
import { toNodeListener } from '@org/approval-internal/http/node';
import { type Checks, checkOptions, must, optional, timerMs } from '@org/approval-internal/options';
import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { portOf } from '@org/approval-internal/port';

/** How pages are served to this machine alone. */
export interface LocalOptions {
  /** Port of 127.0.0.1; a free one by default. */
  readonly port?: number | undefined;
  /** Ends when no request was under way for so long, in ms; by default it goes on. A page that follows a run is a request. */
  readonly idleMs?: Duration | undefined;
}

/** Pages that are served. */
export interface LocalServer {
  /** As in `http://127.0.0.1:4100`. */
  readonly url: string;
  /** Resolves when it has ended: nobody looked for `idleMs`, or `close` was called. */
  readonly ended: Promise<void>;
  /** Ends it; requests under way are cut off. */
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
 * Serves a handler on 127.0.0.1. Who names the server otherwise than by loopback is refused: a page of another site, whose name was
 * made to lead here, reads nothing.
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
 * const { url, close } = await serveLocally(createInspector({ engine, store, authorize: () => me }));
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
  response.end('These pages are for this machine: ask for 127.0.0.1.\n');
}

/** Whether somebody looks: requests under way, and the time since the last. */
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
