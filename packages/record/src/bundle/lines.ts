/** Splits a stream of bytes into lines, and hashes all that stands before the last one. */
import { runningSha256, toHex } from '@org/approval-core/record';
import { Malformed } from './malformed.js';
import { MAX_BYTES, MAX_LINES, MAX_LINE_BYTES } from './bounds.js';

export interface Line {
  readonly text: string;
  /** Number of lines before. */
  readonly index: number;
  /** Hash of all bytes before, as hex. */
  readonly hashBefore: () => string;
}

const NEWLINE = 0x0a;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export class LineReader {
  /** Parts of a line that has not ended. */
  private parts: Uint8Array[] = [];
  private partBytes = 0;
  private bytes = 0;
  private lines = 0;
  private readonly hash = runningSha256();
  private isEnded = false;

  /** Bytes after the last newline; empty without any. */
  get rest(): Uint8Array {
    return this.parts.length === 0 ? new Uint8Array() : joined(this.parts, this.partBytes);
  }

  get count(): number {
    return this.lines;
  }

  /** @throws Malformed for a bundle that is too large, and for bytes that are not UTF-8. */
  *push(chunk: Uint8Array): Generator<Line> {
    this.bytes += chunk.length;
    if (this.bytes > MAX_BYTES) throw tooLarge(`${MAX_BYTES} bytes`);
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.keep(chunk.subarray(from, end));
      from = end + 1;
      yield this.take();
    }
    this.keep(chunk.subarray(from));
  }

  private keep(part: Uint8Array): void {
    if (part.length === 0) return;
    this.partBytes += part.length;
    if (this.partBytes > MAX_LINE_BYTES) throw tooLarge(`${MAX_LINE_BYTES} bytes in a line`);
    this.parts.push(part);
  }

  private take(): Line {
    const bytes = this.rest;
    this.parts = [];
    this.partBytes = 0;
    const index = this.lines;
    this.lines += 1;
    if (this.lines > MAX_LINES) throw tooLarge(`${MAX_LINES} lines`);
    let text: string;
    try {
      text = decoder.decode(bytes);
    } catch {
      throw new Malformed('not-utf8', `line ${index + 1} is not UTF-8`);
    }
    // Only the last line asks for the hash of those before, and nothing is added after it.
    this.isEnded ||= text.startsWith('{"end":');
    if (!this.isEnded) {
      this.hash.add(bytes);
      this.hash.add(Uint8Array.of(NEWLINE));
    }
    return { text, index, hashBefore: () => toHex(this.hash.end()) };
  }
}

const tooLarge = (what: string): Malformed =>
  new Malformed('too-large', `the bundle has more than ${what}; export fewer executions at a time`);

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
