/** An answer in parts, as the stream of the web that every runtime and framework knows. */

/** Parts are asked for when the reader has room for them. */
export function readable(body: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const parts = body[Symbol.asyncIterator]();
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
