/** The OpenAPI document for the pages, generated from the schemas that validate requests. */
import { PERMIT_OPERATIONS } from '@org/approval-agents';
import { openApiDocument } from '@org/approval-http/openapi';
import type { JsonSchema } from './shape.js';

/** An operation of the OpenAPI document. */
export interface OperationDoc {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description?: string;
        readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
      }
    >
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationDoc>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

export const DOCUMENT = openApiDocument(
  {},
  { operations: Object.values(PERMIT_OPERATIONS) },
) as unknown as Document;
export const SCHEMAS = DOCUMENT.components.schemas;

/** A shape by its name. */
export function schemaOf(name: string): JsonSchema {
  const found = SCHEMAS[name];
  if (found === undefined) throw new Error(`OpenAPI has no schema "${name}"`);
  return found;
}
