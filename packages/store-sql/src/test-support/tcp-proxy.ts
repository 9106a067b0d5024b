/**
 * Stands between a store and its server; can make connections that are open fall silent while new
 * ones work.
 */
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

export interface TcpProxy {
  /** The URL of the server, by way of the proxy. */
  readonly url: string;
  /** Blocks all traffic on the open connections, which stay open. Returns their number. */
  readonly mute: () => number;
  readonly close: () => Promise<void>;
}

export async function tcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const server = createServer((inward) => {
    const outward = connect(Number(port), hostname);
    for (const [from, to] of [
      [inward, outward],
      [outward, inward],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => open.delete(from));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    mute() {
      for (const socket of open) socket.unpipe().pause();
      return open.size / 2;
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
