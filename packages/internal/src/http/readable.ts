/** Returns a streamed response as a web stream, for every runtime and framework. */

/**
 * Parts are requested when the reader has room. `signal` tells that the reader has left, perhaps
 * before the start: not every runtime informs the stream.
 */
export function readable(body: AsyncIterable<string>, signal?: AbortSignal): ReadableStream<Uint8Array> {
  const parts = body[Symbol.asyncIterator]();
  const gone = (): void => void parts.return?.();
  if (signal?.aborted === true) gone();
  else signal?.addEventListener('abort', gone, { once: true });
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const part = await parts.next();
      if (part.done === true) controller.close();
      else controller.enqueue(encoder.encode(part.value));
    },
    async cancel() {
      await parts.return?.();
    },
  });
}
