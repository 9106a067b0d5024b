/** What the OpenAPI document says of itself. Apart from the document, so that a handler need not load it. */
import { type Checks, optional, text } from '@org/approval-internal/options';

/** What the host says about its own mounting of the surface. */
export interface OpenApiOptions {
  /** Title of the document; `Approval engine` by default. */
  readonly title?: string;
  /** Version of the host's API; `2` by default. */
  readonly version?: string;
  /** Where the surface is mounted, as in `https://api.example.com/approvals`. */
  readonly serverUrl?: string;
}

export const OPENAPI_OPTIONS: Checks<OpenApiOptions> = {
  title: optional(text),
  version: optional(text),
  serverUrl: optional(text),
};
