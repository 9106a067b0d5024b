/** Results of AI SDK tools, with a message of the gate beside them. */
import { fieldOf, stringIn } from './fields.js';

/** Returns the last value of a streaming tool, which is its result. */
export async function last(result: unknown): Promise<unknown> {
  if (!isStream(result)) return result;
  let value: unknown;
  for await (const part of result) value = part;
  return value;
}

const isStream = (result: unknown): result is AsyncIterable<unknown> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result;

/** A tool's `toModelOutput`. */
export type ModelOutput = (given: { readonly output: unknown }) => unknown;

/** Applies the tool's own `toModelOutput` to its own result, and adds the gate's message. */
export const tellingModel =
  (toModelOutput: ModelOutput): ModelOutput =>
  async (given) => {
    const approval = fieldOf(given.output, 'approval');
    if (stringIn(approval, 'permitId') === undefined) return toModelOutput(given);
    const [result, error] = [fieldOf(given.output, 'result'), fieldOf(given.output, 'error')];
    const beside = { approval, ...(error !== undefined && { error }) };
    if (result === undefined) return { type: 'json', value: beside };
    return { type: 'json', value: { ...beside, result: await toModelOutput({ ...given, output: result }) } };
  };
