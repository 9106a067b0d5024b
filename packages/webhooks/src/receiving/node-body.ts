/** The raw body of a request of Node's, whatever stood before the receiver. */
import type { ReceivedBody } from './receive.js';
import { readBody } from './read-body.js';

export interface NodeBody {
  /** The request, or what a hook put in its place. */
  readonly stream: AsyncIterable<Uint8Array> & { readonly readableDidRead: boolean };
  /** Where parsers leave what they made of it: bytes are taken, if they are bytes. */
  readonly parsed: readonly unknown[];
  readonly maxBytes: number;
}

/**
 * Bytes that a raw parser kept are as good as the stream. JSON that was parsed is not: written again it is another
 * text, so there is nothing to verify.
 */
export async function nodeBody({ stream, parsed, maxBytes }: NodeBody): Promise<ReceivedBody> {
  const bytes = parsed.find((it) => it instanceof Uint8Array);
  if (bytes !== undefined) return bytes;
  return stream.readableDidRead ? 'raw-body-unavailable' : readBody(stream, maxBytes);
}
