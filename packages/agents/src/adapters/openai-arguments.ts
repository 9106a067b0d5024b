/** Arguments of a call as the OpenAI Agents SDK stores them: the text of a model. */
import { describeError } from '@org/approval-core/internal';
import { validatorOf } from './standard-schema.js';

/** What a text of arguments came to. */
export type ReadArguments =
  | {
      /** Whether the tool can be asked about with them. */
      readonly ok: true;
      /** The arguments as the tool gets them. */
      readonly input: unknown;
    }
  | {
      /** Whether the tool can be asked about with them. */
      readonly ok: false;
      /** Why not, for the model. */
      readonly message: string;
    };

/**
 * As the SDK parses: with a Standard Schema, of which Zod's are some. Of a JSON schema the model's arguments are the tool's.
 * Models send an empty text where a tool has no parameters.
 */
export async function readArguments(schema: unknown, given: unknown): Promise<ReadArguments> {
  const text = typeof given === 'string' && given.trim() !== '' ? given : '{}';
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (error) {
    return { ok: false, message: `the arguments are not JSON: ${describeError(error)}` };
  }
  const validate = validatorOf(schema);
  if (validate === null) return { ok: true, input };
  const checked = await validate(input);
  if (!checked.ok) return { ok: false, message: 'the arguments do not fit the schema of the tool' };
  return { ok: true, input: checked.value };
}
