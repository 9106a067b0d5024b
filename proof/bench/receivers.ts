/** Receivers of webhooks in a separate thread, so that only the sender is measured. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { portOf } from '@org/approval-internal/port';

/** Input of the thread. */
export interface Receivers {
  readonly count: number;
  /** Time until each response, in ms. */
  readonly delayMs: number;
}

/** First message of the thread: its ports, and a counter of requests. */
export interface Listening {
  readonly ports: readonly number[];
  readonly received: SharedArrayBuffer;
}

const { count, delayMs } = workerData as Receivers;
const received = new SharedArrayBuffer(4);
const counter = new Int32Array(received);

async function listen(): Promise<number> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      Atomics.add(counter, 0, 1);
      if (delayMs === 0) response.end();
      else setTimeout(() => response.end(), delayMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return portOf(server);
}

const ports = await Promise.all(Array.from({ length: count }, listen));
parentPort?.postMessage({ ports, received } satisfies Listening);
