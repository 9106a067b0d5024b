/** Queue of a stream: filled by events, emptied by the reader. */
import { HOSTING_LIMITS } from '@org/approval-core/definition';

interface Part {
  readonly text: string;
  /** Encoded as UTF-8. */
  readonly bytes: number;
  /** Number of events in it. */
  readonly events: number;
}

const { streamEvents, streamBytes } = HOSTING_LIMITS;

export class StreamQueue implements AsyncIterable<string> {
  private parts: Part[] = [];
  private events = 0;
  private bytes = 0;
  private ended = false;
  private wakeReader: () => void = () => undefined;
  private wakeWriter: () => void = () => undefined;
  /** Called once, when either side ends the stream. */
  private readonly onEnd: () => void;
  private taken = 0;

  constructor(onEnd: () => void) {
    this.onEnd = onEnd;
  }

  get isEnded(): boolean {
    return this.ended;
  }

  /** Number of parts the reader has taken. */
  get takenParts(): number {
    return this.taken;
  }

  get isFull(): boolean {
    return this.events >= streamEvents || this.bytes >= streamBytes;
  }

  push(text: string, events = 0): void {
    if (this.ended) return;
    const bytes = new TextEncoder().encode(text).length;
    this.parts.push({ text, bytes, events });
    this.events += events;
    this.bytes += bytes;
    this.wakeReader();
  }

  /** Resolves when there is room, after the end, or when `signal` is aborted. */
  async room(signal: AbortSignal): Promise<void> {
    const wake = (): void => this.wakeWriter();
    signal.addEventListener('abort', wake);
    while (this.isFull && !this.ended && !signal.aborted) {
      await new Promise<void>((resolve) => (this.wakeWriter = resolve));
    }
    signal.removeEventListener('abort', wake);
  }

  /** Ends the stream after sending the queue; `drop` discards the queue. */
  end({ drop = false } = {}): void {
    if (drop) this.parts = [];
    if (this.ended) return;
    this.ended = true;
    this.wakeReader();
    this.wakeWriter();
    this.onEnd();
  }

  [Symbol.asyncIterator](): AsyncIterator<string> {
    return {
      next: async () => {
        while (this.parts.length === 0 && !this.ended) {
          await new Promise<void>((resolve) => (this.wakeReader = resolve));
        }
        const part = this.parts.shift();
        if (part === undefined) return { done: true, value: undefined };
        this.taken += 1;
        this.events -= part.events;
        this.bytes -= part.bytes;
        this.wakeWriter();
        return { done: false, value: part.text };
      },
      return: async () => {
        this.end({ drop: true });
        return { done: true, value: undefined };
      },
    };
  }
}
