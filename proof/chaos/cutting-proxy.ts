/**
 * A proxy between workers and their server that cuts connections right after data was sent: the
 * request is executed, but its response is lost. It cuts COMMIT most often.
 */
import { once } from 'node:events';
import { type Socket, connect, createServer } from 'node:net';
import { portOf } from '@org/approval-internal/port';

export interface CuttingProxy {
  readonly port: number;
  /** Number of cut connections. */
  readonly cuts: () => number;
  /** Sets the rate of cuts from now on, from 0 to 1. */
  readonly cut: (rate: number) => void;
  readonly close: () => Promise<void>;
}

const COMMITS = 25;
/** Long enough for the server to read the data. */
const LINGER_MS = 50;

export async function cuttingProxy(target: number, random: () => number): Promise<CuttingProxy> {
  let rate = 0;
  let cuts = 0;
  const open = new Set<Socket>();
  const server = createServer((inward) => {
    const outward = connect(target, '127.0.0.1');
    for (const socket of [inward, outward]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    }
    inward.on('error', () => outward.destroy());
    outward.on('error', () => inward.destroy());
    inward.on('close', () => outward.end());
    outward.on('close', () => inward.destroy());
    outward.pipe(inward);
    inward.on('data', (chunk: Buffer) => {
      outward.write(chunk);
      const chance = /commit/i.test(chunk.toString('latin1')) ? rate * COMMITS : rate;
      if (random() >= chance) return;
      cuts += 1;
      outward.unpipe(inward);
      inward.destroy();
      setTimeout(() => outward.destroy(), LINGER_MS);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: portOf(server),
    cuts: () => cuts,
    cut: (next) => {
      rate = next;
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
