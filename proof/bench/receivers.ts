/** Receivers of webhooks in a thread of their own, so that what is measured is the sender: they read the request and say 200. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { portOf } from '@org/approval-internal/port';

/** What the thread is told. */
export interface Receivers {
  readonly count: number;
}

/** What it says once: the ports, and the requests that came so far, which it counts. */
export interface Listening {
  readonly ports: readonly number[];
  readonly received: SharedArrayBuffer;
}

const received = new SharedArrayBuffer(4);
const counter = new Int32Array(received);

async function listen(): Promise<number> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      Atomics.add(counter, 0, 1);
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return portOf(server);
}

const { count } = workerData as Receivers;
const ports = await Promise.all(Array.from({ length: count }, listen));
parentPort?.postMessage({ ports, received } satisfies Listening);
