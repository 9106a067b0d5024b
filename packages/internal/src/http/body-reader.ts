/** Reads a body completely or not at all, so that the response to a long one arrives. */
import { Hold } from './byte-budget.js';
import type { HttpBody } from './message.js';

/**
 * Bytes beyond the limit that are read and dropped, so that the 413 is not lost in a reset. It is
 * relative, because a host may raise the limit above 8 MiB.
 */
export const DRAINED_BYTES = 8 * 1_048_576;

const UNREADABLE: HttpBody = { kind: 'unreadable' };
const NO_ROOM: HttpBody = { kind: 'no-room' };

/** State of reading a body. */
class Collector {
  private chunks: Uint8Array[] = [];
  private size = 0;
  private hasRoom = true;
  private readonly maxBytes: number;
  private readonly hold: Hold;

  constructor(maxBytes: number, hold: Hold) {
    this.maxBytes = maxBytes;
    this.hold = hold;
  }

  /** Returns whether to read on. */
  take(chunk: Uint8Array): boolean {
    this.size += chunk.length;
    if (this.size > this.maxBytes) this.hold.release();
    else this.hasRoom &&= this.hold.take(chunk.length);
    if (this.size <= this.maxBytes && this.hasRoom) this.chunks.push(chunk);
    else this.chunks = [];
    return this.size <= this.maxBytes + DRAINED_BYTES;
  }

  body(): HttpBody {
    this.hold.read();
    if (this.size > this.maxBytes) return { kind: 'too-large' };
    return this.hasRoom ? { kind: 'bytes', bytes: joined(this.chunks, this.size) } : NO_ROOM;
  }
}

/** The used part of a Node stream. */
export interface NodeStream {
  readonly destroyed: boolean;
  on(event: 'data', listener: (chunk: Uint8Array | string) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  pause(): unknown;
}

/** Uses events: breaking off an iteration would destroy the socket before the response. */
export function readNodeStream(
  stream: NodeStream,
  maxBytes: number,
  hold: Hold = new Hold(null),
): Promise<HttpBody> {
  if (stream.destroyed) return Promise.resolve(UNREADABLE);
  const collector = new Collector(maxBytes, hold);
  return new Promise((resolve) => {
    hold.whenBrokenOff(() => {
      stream.pause();
      resolve(NO_ROOM);
    });
    stream.on('data', (chunk) => {
      // Chunks are strings if the host has set an encoding.
      if (collector.take(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk)) return;
      stream.pause();
      resolve(collector.body());
    });
    stream.on('end', () => resolve(collector.body()));
    stream.on('error', () => resolve(UNREADABLE));
    // Emitted after the end too; the first resolution stands.
    stream.on('close', () => resolve(UNREADABLE));
  });
}

/** Uses the reader: not every runtime's streams can be iterated. */
export async function readWebStream(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  hold: Hold = new Hold(null),
): Promise<HttpBody> {
  const collector = new Collector(maxBytes, hold);
  const reader = stream.getReader();
  const broken = { off: false };
  hold.whenBrokenOff(() => {
    broken.off = true;
    void reader.cancel().catch(() => undefined);
  });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (broken.off) return NO_ROOM;
      if (done) return collector.body();
      if (collector.take(value)) continue;
      await reader.cancel();
      return collector.body();
    }
  } catch {
    return UNREADABLE;
  }
}

/** Returns a body from bytes kept by the host's parser. */
export const keptBody = (bytes: Uint8Array, maxBytes: number): HttpBody =>
  bytes.length > maxBytes ? { kind: 'too-large' } : { kind: 'bytes', bytes };

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) return first;
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
