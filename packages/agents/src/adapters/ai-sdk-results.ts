/** Results of tools of the AI SDK, where the gate has something to say beside them. */
import type { Told } from './words.js';

/** Of a tool that streams, the last value is the result. */
export async function last(result: unknown): Promise<unknown> {
  if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return result;
  let value: unknown;
  for await (const part of result as AsyncIterable<unknown>) value = part;
  return value;
}

export type ModelOutput = (given: { output: unknown }) => unknown;

/** A tool's own way to show its result gets its own result: what the gate has to say stands beside it. */
export const tellingModel =
  (toModelOutput: ModelOutput): ModelOutput =>
  async (given) => {
    const { output } = given;
    const told = (output as { approval?: Told } | null)?.approval;
    if (typeof told?.permitId !== 'string') return toModelOutput(given);
    const { result, ...rest } = output as { approval: Told; result?: unknown };
    if (result === undefined) return { type: 'json', value: rest };
    return { type: 'json', value: { ...rest, result: await toModelOutput({ ...given, output: result }) } };
  };
