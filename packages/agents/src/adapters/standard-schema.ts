/**
 * Schemas of tools with the Standard Schema interface, such as those of Zod, Valibot and ArkType.
 */

/** Output type of a schema; unknown for other kinds, such as a JSON schema. */
export type OutputOf<Schema> = Schema extends { readonly '~standard': infer Standard }
  ? Standard extends { readonly types?: infer Types }
    ? NonNullable<Types> extends { readonly output: infer Output }
      ? Output
      : unknown
    : unknown
  : unknown;

/** Result of validating arguments. */
export type Validated =
  | {
      /** True when they fit. */
      readonly ok: true;
      /** Output of the schema. */
      readonly value: unknown;
    }
  | {
      /** False when they do not fit. */
      readonly ok: false;
    };

interface Standard {
  validate(value: unknown): Result | PromiseLike<Result>;
}
interface Result {
  readonly value?: unknown;
  readonly issues?: unknown;
}

/** Returns the validator of a schema; null for a schema of another kind. */
export function validatorOf(schema: unknown): ((value: unknown) => Promise<Validated>) | null {
  if (!isStandard(schema)) return null;
  const { '~standard': standard } = schema;
  return async (value) => {
    const result = await standard.validate(value);
    return result.issues === undefined ? { ok: true, value: result.value } : { ok: false };
  };
}

const isStandard = (schema: unknown): schema is { readonly '~standard': Standard } =>
  // Some libraries make their schemas functions.
  (typeof schema === 'object' || typeof schema === 'function') && schema !== null && '~standard' in schema;
