/** Reading a body of Node's: capped, and so that an answer to an over-long one arrives. */
import { DRAINED_BYTES, type HttpBody } from './message.js';

/** What the reader needs of Node's IncomingMessage. */
export interface ReadableBody {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'end' | 'aborted' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  pause(): unknown;
}

/** The sender went away before the end. */
export class RequestAborted extends Error {}

/** Up to `maxBytes`; more is read and dropped up to 8 MiB, then left unread. */
export function readBody(stream: ReadableBody, maxBytes: number): Promise<HttpBody> {
  return new Promise((resolve, reject) => {
    let chunks: Uint8Array[] = [];
    let length = 0;
    let isDone = false;
    const finish = (body: HttpBody) => {
      isDone = true;
      resolve(body);
    };
    stream.on('data', (chunk) => {
      length += chunk.length;
      if (length <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      chunks = [];
      if (length <= DRAINED_BYTES) return;
      stream.pause();
      finish({ kind: 'too-large' });
    });
    stream.on('end', () => {
      finish(length > maxBytes ? { kind: 'too-large' } : { kind: 'bytes', bytes: joinBytes(chunks) });
    });
    stream.on('error', reject);
    stream.on('close', () => {
      // Every request closes; an error, with its stack, is dear.
      if (!isDone) reject(new RequestAborted('the request was aborted'));
    });
  });
}

export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) return first;
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
