/**
 * A client in a separate thread, so that only the server is measured: repeats one request over a
 * few kept connections, and counts responses.
 */
import { connect } from 'node:net';
import { parentPort } from 'node:worker_threads';

export interface Load {
  readonly port: number;
  /** Bytes of the request with its head. */
  readonly request: string;
  readonly connections: number;
  readonly count: number;
}

/** Sends requests over one connection, one after the other, while `next()` is true. */
function lane({ port, request }: Load, next: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setNoDelay();
    // Responses to the same request have the same length, so only the first is parsed.
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

/** Length of the first response; null while its head is incomplete. */
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
