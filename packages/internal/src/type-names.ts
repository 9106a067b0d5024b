/** TypeScript type names for schemas less exact than their type, for `npm run types`. */
import * as z from 'zod';

/** Type of a schema that JSON Schema has no name for. */
export interface TypeName {
  /** Type, as in `StepStatus` or `PageView<StepView>`, with declared or generated names. */
  readonly type?: string;
  /** Name of a generated type, where `.meta({ id })` would add it to OpenAPI as well. */
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
