/** Options of the OpenAPI document, in a file that loads without the document. */
import { type Checks, optional, text } from '@org/approval-internal/options';

/** Details of the host's mounting of the surface. */
export interface OpenApiOptions {
  /** Title of the document; `Approval engine` by default. */
  readonly title?: string;
  /** Version of the host's API; `2` by default. */
  readonly version?: string;
  /** URL where the surface is mounted, as in `https://api.example.com/approvals`. */
  readonly serverUrl?: string;
}

export const OPENAPI_OPTIONS: Checks<OpenApiOptions> = {
  title: optional(text),
  version: optional(text),
  serverUrl: optional(text),
};
