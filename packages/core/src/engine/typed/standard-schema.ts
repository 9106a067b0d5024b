/** Schemas of whatever library (zod, Valibot, ArkType), as standardschema.dev describes them: the part of it that is used here. */
import { invalidField } from '../../definition/issue.js';
import { invalidArgument } from '../errors.js';

/** A schema by version 1 of the standard; `In` is what it takes, `Out` what it makes of it. */
export interface StandardSchema<In = unknown, Out = In> {
  /** What the standard says. */
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Out> | Promise<SchemaResult<Out>>;
    readonly types?: { readonly input: In; readonly output: Out } | undefined;
  };
}

type PathPart = PropertyKey | { readonly key: PropertyKey };
type SchemaResult<Out> =
  | { readonly value: Out; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly PathPart[] | undefined;
      }[];
    };

/** What a schema takes. */
export type SchemaInput<S> = S extends { readonly '~standard': { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly input: infer In }
    ? In
    : never
  : never;
/** What a schema makes of it. */
export type SchemaOutput<S> = S extends { readonly '~standard': { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly output: infer Out }
    ? Out
    : never
  : never;

const MOST_ISSUES = 100;

/**
 * What the schema makes of `value`.
 * @throws ApprovalError INVALID_ARGUMENT with every issue, its path below `at`.
 */
export async function parsedBy<Out>(
  schema: StandardSchema<unknown, Out>,
  value: unknown,
  at: string,
): Promise<Out> {
  const result = await schema['~standard'].validate(value);
  if (result.issues === undefined) return result.value;
  const issues = result.issues.slice(0, MOST_ISSUES).map(({ message, path = [] }) => {
    const parts = path.map((it) => (typeof it === 'object' ? it.key : it));
    const text = parts.map((it) => (typeof it === 'number' ? `[${it}]` : `.${String(it)}`)).join('');
    return invalidField(`${at}${text}`.slice(0, 500), message.slice(0, 500));
  });
  const [first = invalidField(at, 'does not fit its schema'), ...others] = issues;
  throw invalidArgument([first, ...others]);
}
