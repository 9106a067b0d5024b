// Generated from the schemas of schema.ts by `npm run types`. Do not edit.
import type { DefinitionRetry } from '../schema-common.gen.js';
import type { DefinitionSla } from '../../definition/people-step.gen.js';
import type { JsonValue } from '../../definition/json.js';
import type { WebhookAuth } from './schema-auth.gen.js';

/** Body of a request. */
export type WebhookBody =
  | 'none'
  | {
      /** JSON whose strings are templates. */
      json: JsonValue;
    }
  | {
      /** Template of the text. */
      text: string;
      /** Content type of the text. */
      contentType: string;
    }
  | {
      /** Fields of a form, as templates by name. */
      form?: Record<string, string>;
    };

/** A request, and its effect on the step. */
export interface WebhookNodeConfig {
  /** URL of the request, a template behind the host. It must use HTTPS and a public host. */
  url: string;
  /** Method of the request; POST by default. */
  method?: 'POST' | 'GET' | 'PUT' | 'PATCH' | 'DELETE' | undefined;
  /** Headers of the request, as templates by name. */
  headers?: Record<string, string> | undefined;
  /** Body of the request; by default an envelope with the input of the step. */
  body?: WebhookBody | undefined;
  /** Authentication of the request; none by default. */
  auth?: WebhookAuth | undefined;
  /** End of the step: the response (`sync`, the default), or a callback. */
  mode?: 'sync' | 'async' | undefined;
  /** Maximum time of one exchange in ms; 10,000 by default. */
  timeoutMs?: number | undefined;
  /**
   * Maximum time of all attempts and the callback in ms: up to 1 day, 30 minutes by default;
   * async up to 1 year, 1 day by default.
   */
  maxRuntimeMs?: number | undefined;
  /** Status codes that complete the step; 200-299 by default. */
  successCodes?: number[] | undefined;
  /** Further fields of the output, by name: paths into the response. */
  output?: Record<string, string> | undefined;
  /** Further response headers to keep. */
  responseHeaders?: string[] | undefined;
  /** Fails the step if the response has no body. Sync only. */
  requireNonEmptyOutput?: boolean | undefined;
}

/** A node that makes an HTTP request, at least once. */
export interface WebhookNode {
  /** Id of the node, unique in its definition. */
  nodeId: string;
  /** Display name. */
  name?: string | undefined;
  /** Description to display. */
  description?: string | undefined;
  /**
   * Time in ms from the creation of a step to its breach, up to 1 year. Needs an edge that
   * takes the breach.
   */
  slaMs?: number | undefined;
  /** Deadline in working time, instead of `slaMs`. */
  sla?: DefinitionSla | undefined;
  /**
   * Retries of an agent or a channel that throws, of a request, and of a directory that fails.
   * Other nodes ignore it.
   */
  retry?: DefinitionRetry | undefined;
  /** Kind of the node. */
  type: 'webhook';
  /** Request of the node. */
  config?: WebhookNodeConfig | undefined;
}
