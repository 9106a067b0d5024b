/** Names of types in TypeScript, for schemas that say less than their type: `npm run types` reads them. */
import * as z from 'zod';

/** Type of a schema that JSON Schema has no name for. */
export interface TypeName {
  /** Text of the type, as in `StepStatus` or `PageView<StepView>`; the names in it are declared by hand or generated. */
  readonly type?: string;
  /** Name of a type that is generated from the schema, where `.meta({ id })` would put it into OpenAPI as well. */
  readonly id?: string;
  /** Docstring of that type. */
  readonly description?: string;
  /** Type parameters of the generated type. */
  readonly parameters?: string;
  /** Type that the generated interface extends. */
  readonly extends?: string;
}

/** Type names by schema: `z.enum(STATUSES).register(typeNames, { type: 'Status' })`. */
export const typeNames = /* @__PURE__ */ z.registry<TypeName>();
