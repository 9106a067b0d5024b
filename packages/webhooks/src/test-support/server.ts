/** Servers on loopback that are closed with the test, including their open connections. */
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

export interface TcpServer {
  readonly port: number;
  /** Every connection that was ever accepted. */
  readonly sockets: readonly Socket[];
  /** Bytes that all of them received, as one text. */
  readonly received: () => string;
  /** The next connection that is accepted, or the first one. */
  readonly accepted: () => Promise<Socket>;
  /** Before the test is over: its port is then free. */
  readonly close: (done: () => void) => void;
}

/** @param handle is given each connection; by default nothing is ever said. */
export async function tcpServer(
  handle: (socket: Socket) => void = () => undefined,
  host = '127.0.0.1',
): Promise<TcpServer> {
  const sockets: Socket[] = [];
  const chunks: Buffer[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    handle(socket);
  });
  const port = await listening(server, host);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const accepted = async () => sockets[0] ?? ((await once(server, 'connection')) as [Socket])[0];
  const received = () => Buffer.concat(chunks).toString('latin1');
  return { port, sockets, accepted, received, close: (done) => server.close(done) };
}

/** Waits until the other side has closed, or reset, the connection. */
export async function closed(socket: Socket): Promise<void> {
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
}

/** Listens on a free port and returns it. */
async function listening(server: Server, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Closes a server of `node:http` or `node:https` with the test. */
export async function httpServer(server: HttpServer): Promise<number> {
  const port = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return port;
}
