/** Arguments of a call as the OpenAI Agents SDK stores them: the model's JSON text. */
import { describeError } from '@org/approval-core/internal';
import { validatorOf } from './standard-schema.js';

/** Result of parsing arguments. */
export type ReadArguments =
  | {
      /** True when the arguments are usable. */
      readonly ok: true;
      /** The arguments as the tool gets them. */
      readonly input: unknown;
    }
  | {
      /** False when they are not. */
      readonly ok: false;
      /** Reason, for the model. */
      readonly message: string;
    };

/**
 * Parses as the SDK does: with a Standard Schema, such as Zod's. With a JSON schema the model's
 * arguments are used as they are. Models send an empty string for tools without parameters.
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
