/** `@org/approval-webhooks/fetch`: the receiver from Request to Response, for any runtime that has them. */
import { readBody } from './receiving/read-body.js';
import {
  MAX_BODY_BYTES,
  type ReceivedBody,
  type ReceiverOptions,
  createReceiver,
} from './receiving/receive.js';

export type { ReceiverOptions } from './receiving/receive.js';

/**
 * `export const POST = fetchReceiver({ secrets, onEvent })`.
 *
 * @throws TypeError without a usable secret.
 */
export function fetchReceiver(options: ReceiverOptions): (request: Request) => Promise<Response> {
  const receive = createReceiver(options);
  const maxBytes = options.maxBodyBytes ?? MAX_BODY_BYTES;
  return async (request) => {
    const body = await bodyOf(request, maxBytes);
    const answer = await receive({ method: request.method, headers: request.headers, body });
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  };
}

async function bodyOf(request: Request, maxBytes: number): Promise<ReceivedBody> {
  const { body, bodyUsed } = request;
  if (bodyUsed || body?.locked === true) return 'raw-body-unavailable';
  return body === null ? new Uint8Array() : readBody(chunksOf(body), maxBytes);
}

/** Not every runtime's streams can be iterated. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
