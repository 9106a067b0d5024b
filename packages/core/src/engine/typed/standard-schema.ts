/** The used part of the Standard Schema interface (standardschema.dev). */
import { invalidField } from '../../definition/issue.js';
import { invalidArgument } from '../errors.js';

/** A schema by version 1 of the standard, from `In` to `Out`. */
export interface StandardSchema<In = unknown, Out = In> {
  /** Properties of the standard. */
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Out> | Promise<SchemaResult<Out>>;
    readonly types?: { readonly input: In; readonly output: Out } | undefined;
    /** Present in libraries that give a JSON Schema (Standard JSON Schema). */
    readonly jsonSchema?:
      | { readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown> }
      | undefined;
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

/** Input type of a schema. */
export type SchemaInput<S> = S extends { readonly '~standard': { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly input: infer In }
    ? In
    : never
  : never;
/** Output type of a schema. */
export type SchemaOutput<S> = S extends { readonly '~standard': { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly output: infer Out }
    ? Out
    : never
  : never;

const MOST_ISSUES = 100;

/**
 * Returns the output of the schema for `value`.
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
