/** A client that sends exactly the given bytes, so that tests can send malformed requests. */
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Record<string, string>;
  readonly body: string;
}

export class RawConnection {
  private readonly socket: Socket;
  private received = Buffer.alloc(0);
  private ended = false;
  private wake: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.wake();
    });
    // A server that has answered and closed may reset what is still being sent.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.ended = true;
      this.wake();
    });
  }

  static async open(port: number): Promise<RawConnection> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  /** Resolves when the bytes are on their way, or the connection is gone. */
  write(bytes: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      if (this.ended || this.socket.destroyed) {
        resolve();
        return;
      }
      this.socket.write(bytes, () => resolve());
    });
  }

  /** The next answer; null when the connection closes before it is complete. */
  async answer(toMethod = 'POST'): Promise<RawAnswer | null> {
    for (;;) {
      const parsed = parseAnswer(this.received, toMethod);
      if (parsed !== null) {
        this.received = this.received.subarray(parsed.end);
        return parsed.answer;
      }
      if (this.ended) return null;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  /** Resolves when the server closes; returns what it had sent beside complete answers. */
  async closed(): Promise<string> {
    while (!this.ended) await new Promise<void>((resolve) => (this.wake = resolve));
    return this.received.toString();
  }

  get isOpen(): boolean {
    return !this.ended;
  }

  destroy(): void {
    this.socket.destroy();
  }
}

/** The bytes of a request head; `host` comes by itself. */
export const head = (method: string, path: string, headers: Readonly<Record<string, string>>): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

/** The first answer in `bytes`, or null while it is not complete. */
function parseAnswer(bytes: Buffer, method: string): { answer: RawAnswer; end: number } | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const status = Number(statusLine.split(' ')[1]);
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const start = headEnd + 4;
  if (status < 200 || method === 'HEAD') return { answer: { status, headers, body: '' }, end: start };
  if (headers['transfer-encoding'] === 'chunked') return parseChunks(bytes, start, { status, headers });
  const end = start + Number(headers['content-length'] ?? 0);
  if (bytes.length < end) return null;
  return { answer: { status, headers, body: bytes.subarray(start, end).toString() }, end };
}

function parseChunks(bytes: Buffer, start: number, answer: Omit<RawAnswer, 'body'>) {
  const chunks: Buffer[] = [];
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return null;
    const length = parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    const end = lineEnd + 2 + length + 2;
    if (bytes.length < end) return null;
    chunks.push(bytes.subarray(lineEnd + 2, end - 2));
    if (length === 0) return { answer: { ...answer, body: Buffer.concat(chunks).toString() }, end };
    at = end;
  }
}
