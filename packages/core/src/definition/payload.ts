/** Free-form JSON in a request: triggerContext, outputs, findings, resolutions, custom. */
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import { type JsonObject, type JsonValue, copyJson, isPlainObject } from './json.js';
import { LIMITS } from './limits.js';

const PAYLOAD_LIMITS = { maxBytes: LIMITS.payloadBytes, maxDepth: LIMITS.payloadDepth };

/** Returns a copy of a payload within the limits of section 1, or the reason why it is invalid. */
export const copyPayload = (value: unknown) => copyJson(value, PAYLOAD_LIMITS);

/**
 * A JSON object from a caller: any plain object, also one with an `interface` type. A nested value
 * that is not JSON is refused at run time, with its path. Lists, maps and dates do not compile.
 */
export type JsonPayload =
  JsonObject | (object & { readonly [Symbol.iterator]?: never; readonly [Symbol.toPrimitive]?: never });

function checked<T extends JsonValue>(shape: (value: unknown) => value is T, what: string) {
  return z
    .custom<T>()
    .superRefine((value, context) => {
      if (!shape(value)) {
        context.addIssue({ code: 'custom', message: `give ${what}` });
        return;
      }
      const copy = copyPayload(value);
      if (!copy.ok) {
        context.addIssue({
          code: 'custom',
          message: copy.path ? `${copy.path} ${copy.message}` : copy.message,
        });
      }
    })
    .meta({
      type: 'object',
      additionalProperties: true,
      description: `${what}, at most ${LIMITS.payloadBytes} bytes and ${LIMITS.payloadDepth} levels`,
    })
    .register(typeNames, { type: 'JsonPayload' });
}

export const payloadObject: z.ZodType<JsonObject, JsonPayload> = checked(
  (it): it is JsonObject => isPlainObject(it),
  'a JSON object',
);

/** Any JSON within the same limits. */
export const payloadValue: z.ZodType<JsonValue, JsonValue> = z
  .custom<JsonValue>((value) => value !== undefined)
  .superRefine((value, context) => {
    const copy = copyPayload(value);
    if (copy.ok) return;
    const message = copy.path ? `${copy.path} ${copy.message}` : copy.message;
    context.addIssue({ code: 'custom', message });
  })
  .meta({ description: `JSON, at most ${LIMITS.payloadBytes} bytes and ${LIMITS.payloadDepth} levels` })
  .register(typeNames, { type: 'JsonValue' });

/** A JSON object that a rule with its own code checks. */
export const uncheckedObject: z.ZodType<JsonObject, JsonPayload> = z
  .custom<JsonObject>()
  .meta({ type: 'object', additionalProperties: true })
  .register(typeNames, { type: 'JsonPayload' });
