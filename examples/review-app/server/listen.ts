/** Servers on loopback. */
import express, { type Express } from 'express';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  readonly app: Express;
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Listens before routes are added: two servers that call each other need both addresses first. 0:
 * any free port.
 */
export async function listen(port: number): Promise<Listening> {
  const app = express().disable('x-powered-by');
  const server: Server = createServer((request, response) => void app(request, response));
  server.requestTimeout = 30_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    app,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
