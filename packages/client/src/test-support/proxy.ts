/** A proxy on loopback with the faults of real networks and proxies. */
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Fault applied to every request until it is changed; `null` for none. */
export type NetworkFault =
  /** Connection refused. */
  | 'refuse'
  /** The connection is reset before the request gets anywhere. */
  | 'reset'
  /** Nothing is ever answered, and nothing gets anywhere. */
  | 'hang'
  /** The server does it; the connection ends before the answer. */
  | 'drop'
  /** The server does it; the connection is reset in the middle of the answer. */
  | 'cut'
  /** The server does it; the answer ends early, and looks as if that was all. */
  | 'truncate'
  /** An answer of the proxy's own, in HTML: its code. */
  | 'html 200'
  | 'html 307'
  | 'html 403'
  | 'html 404'
  | 'html 429'
  | 'html 503';

interface ProxiedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface FaultProxy {
  readonly base: string;
  /** Every request that came, refused ones not. */
  readonly requests: readonly ProxiedRequest[];
  readonly setFault: (fault: NetworkFault | null) => Promise<void>;
  /** Resets every stream after so many bytes of it, from the next one on; null: never. */
  cutStreamsAfter: number | null;
  /** Resets the streams that are open. */
  readonly cutStreams: () => void;
  /** Holds back what streams say. */
  silent: boolean;
  /** Is called when a request has come that hangs; it ends with the client. */
  onHang: (closed: Promise<unknown>) => void;
}

export async function faultProxy(upstream: string): Promise<FaultProxy> {
  let fault: NetworkFault | null = null;
  const requests: ProxiedRequest[] = [];
  const streams = new Set<() => void>();
  const server = createServer((request, response) => {
    void handle(request, response);
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const headers = request.headers as Record<string, string>;
    const isStream = request.method === 'GET';
    const { data } = JSON.parse(isStream ? '{"data":{}}' : body) as Pick<ProxiedRequest, 'data'>;
    requests.push({ path: request.url ?? '', headers, data });
    // Each request has its own connection: no kept one is found closed by the next.
    response.setHeader('connection', 'close');
    if (fault === 'reset') {
      request.socket.resetAndDestroy();
      return;
    }
    if (fault === 'hang') {
      proxy.onHang(once(response, 'close'));
      return;
    }
    if (fault?.startsWith('html')) {
      answerHtml(response, Number(fault.slice('html '.length)));
      return;
    }
    if (isStream) {
      await stream(request, response);
      return;
    }
    const answer = await fetch(`${upstream}${request.url}`, {
      method: 'POST',
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name))),
      body,
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (fault === 'drop') {
      request.socket.destroy();
      return;
    }
    for (const name of ['content-type', 'x-request-id', 'retry-after']) {
      const value = answer.headers.get(name);
      if (value !== null) response.setHeader(name, value);
    }
    const half = bytes.subarray(0, bytes.length / 2);
    if (fault === 'truncate') {
      response.writeHead(answer.status).end(half);
    } else if (fault === 'cut') {
      response.writeHead(answer.status, { 'content-length': bytes.length });
      response.write(half, () => request.socket.resetAndDestroy());
    } else {
      response.writeHead(answer.status).end(bytes);
    }
  }

  async function stream(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = new AbortController();
    response.once('close', () => given.abort());
    const answer = await fetch(`${upstream}${request.url}`, {
      headers: Object.fromEntries(
        Object.entries(request.headers as Record<string, string>).filter(
          ([name]) => !OF_THE_CONNECTION.has(name),
        ),
      ),
      signal: given.signal,
    });
    const retryAfter = answer.headers.get('retry-after');
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'text/plain',
      ...(retryAfter !== null && { 'retry-after': retryAfter }),
      connection: 'close',
    });
    const cut = () => request.socket.resetAndDestroy();
    streams.add(cut);
    response.once('close', () => streams.delete(cut));
    let left = proxy.cutStreamsAfter ?? Infinity;
    try {
      for await (const part of answer.body ?? []) {
        if (proxy.silent) continue;
        const all = Buffer.from(part as Uint8Array);
        const bytes = all.subarray(0, Math.max(0, left));
        left -= all.length;
        await new Promise<void>((resolve) => response.write(bytes, () => resolve()));
        if (left <= 0) cut();
      }
      response.end();
    } catch (error) {
      if (!given.signal.aborted) throw error;
    }
  }

  async function listen(port: number): Promise<number> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  async function close(): Promise<void> {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }

  const port = await listen(0);
  onTestFinished(close);
  const proxy: FaultProxy = {
    base: `http://127.0.0.1:${port}`,
    requests,
    async setFault(next) {
      fault = next;
      if (fault === 'refuse') await close();
      else if (!server.listening) await listen(port);
    },
    cutStreamsAfter: null,
    cutStreams: () => {
      for (const cut of [...streams]) cut();
    },
    silent: false,
    onHang: () => undefined,
  };
  return proxy;
}

const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
]);

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function answerHtml(response: ServerResponse, status: number): void {
  const location = status === 307 ? { location: 'http://127.0.0.1:1/elsewhere' } : {};
  response.writeHead(status, { 'content-type': 'text/html', ...location });
  response.end('<html><body>This address is unknown.</body></html>');
}
