/** Reads a request's body, and no more of it than is wanted. For any runtime. */
import type { ReceivedBody } from './receive.js';

/** Of an over-long body so much is read and dropped, so that the 413 arrives (contract section 14). */
const DROPPED_BYTES = 8 * 1_048_576;

export async function readBody(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ReceivedBody> {
  let kept: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size <= maxBytes) kept.push(chunk);
      else kept = [];
      if (size > maxBytes + DROPPED_BYTES) break;
    }
  } catch {
    return 'body-unreadable';
  }
  return size > maxBytes ? 'too-large' : joined(kept, size);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}
