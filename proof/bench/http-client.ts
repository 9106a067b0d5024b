/**
 * A client in a thread of its own, so that what is measured is the server: sends one request again and again over a
 * few kept connections, and counts answers.
 */
import { connect } from 'node:net';
import { parentPort } from 'node:worker_threads';

export interface Load {
  readonly port: number;
  /** The bytes of the request, head and all. */
  readonly request: string;
  readonly connections: number;
  readonly count: number;
}

/** Sends `next()` requests over one connection, one after the other. */
function lane({ port, request }: Load, next: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setNoDelay();
    // Every answer to the same request has the same length: only the first one is looked at.
    let answerLength: number | null = null;
    let received = Buffer.alloc(0);
    let missing = 0;
    const send = () => {
      if (!next()) {
        socket.end();
        return;
      }
      missing = answerLength ?? 0;
      socket.write(request);
    };
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      if (answerLength !== null) {
        missing -= chunk.length;
        if (missing === 0) send();
        return;
      }
      received = Buffer.concat([received, chunk]);
      const length = lengthOf(received);
      if (length === null || received.length < length) return;
      answerLength = length;
      send();
    });
    socket.on('error', reject);
    socket.on('close', () => {
      resolve();
    });
  });
}

/** How long the first answer in these bytes is, or null while its head is not complete. */
function lengthOf(bytes: Buffer): number | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const head = bytes.subarray(0, end).toString('latin1');
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200 ') || length === undefined) throw new Error(`not the answer:\n${head}`);
  return end + 4 + Number(length);
}

parentPort?.on('message', (load: Load) => {
  let left = load.count;
  const lanes = Array.from({ length: load.connections }, () => lane(load, () => left-- > 0));
  void Promise.all(lanes).then(() => parentPort?.postMessage('done'));
});
