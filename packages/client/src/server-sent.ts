/** Server-sent events, parsed as blocks of lines. */
import { CLIENT_LIMITS } from './limits.js';

export interface Block {
  readonly id: string | null;
  /** null for a block with a position only, or a heartbeat. */
  readonly data: string | null;
}

const LINE_END = /\r\n|\r|\n/;

/** @throws Error for a block without end; what reading throws. */
export async function* blocksOf(
  read: () => Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>,
): AsyncGenerator<Block, undefined, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  let lines: string[] = [];
  for (;;) {
    const { done, value } = await read();
    // An incomplete block is dropped; the server sends it again.
    if (done) return;
    // A line break may be split between chunks; it is read with the second one.
    const text = rest + decoder.decode(value, { stream: true });
    const isSplit = text.endsWith('\r');
    const parts = (isSplit ? text.slice(0, -1) : text).split(LINE_END);
    rest = (parts.pop() ?? '') + (isSplit ? '\r' : '');
    for (const line of parts) {
      if (line !== '') {
        lines.push(line);
      } else if (lines.length > 0) {
        yield blockOf(lines);
        lines = [];
      }
    }
    if (rest.length > CLIENT_LIMITS.blockLength || lines.length > CLIENT_LIMITS.blockLines)
      throw new Error('the stream has a block without end');
  }
}

function blockOf(lines: readonly string[]): Block {
  const valuesOf = (name: string) =>
    lines.filter((it) => it.startsWith(`${name}:`)).map((it) => it.slice(name.length + 1).replace(/^ /, ''));
  const data = valuesOf('data');
  return { id: valuesOf('id').at(-1) ?? null, data: data.length === 0 ? null : data.join('\n') };
}
