/** The engine as a standalone server: plain Node, no framework. */
import type { ApprovalEngine } from '@org/approval-core';
import { type HandlerOptions, type HttpHandler, createHandler } from '@org/approval-http';
import { toNodeListener } from '@org/approval-http/node';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StandaloneOptions extends Omit<HandlerOptions, 'engine'> {
  readonly engine: ApprovalEngine;
  /** 0: any free one. */
  readonly port: number;
  /** Loopback by default; behind a proxy that is what you want. */
  readonly host?: string;
  /** True to serve decision pages under this server's own address. */
  readonly pages?: boolean;
  /** Replaces the mounted handler. */
  readonly wrap?: (handler: HttpHandler) => HttpHandler;
}

export interface StandaloneServer {
  readonly base: string;
  /** Finishes the requests in flight, then stops the engine. */
  readonly stop: () => Promise<void>;
}

/** Returns a port that is free now; `wanted` itself unless it is 0. */
export async function freePort(wanted: number, host = '127.0.0.1'): Promise<number> {
  if (wanted !== 0) return wanted;
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export async function startServer(options: StandaloneOptions): Promise<StandaloneServer> {
  const {
    engine,
    port,
    host = '127.0.0.1',
    wrap = (it: HttpHandler) => it,
    pages = false,
    ...handlerOptions
  } = options;
  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  const base = `http://${host}:${(server.address() as AddressInfo).port}`;
  const links = pages ? { links: { baseUrl: base } } : {};
  server.on('request', toNodeListener(wrap(createHandler({ engine, ...handlerOptions, ...links }))));
  // A client that sends a header or a byte of its body now and then holds nothing for long.
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  return {
    base,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      // Waiting requests and streams end with the engine.
      await Promise.all([closed, engine.stop()]);
    },
  };
}
