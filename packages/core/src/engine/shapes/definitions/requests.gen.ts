// Generated from the schemas of requests.ts by `npm run types`. Do not edit.
import type {
  DefinitionEdge,
  DefinitionGroup,
  DefinitionLoop,
  DefinitionScope,
} from '../../../definition/definition.gen.js';
import type { DefinitionNode } from '../../../nodes/schema.gen.js';
import type { DefinitionPresentation } from '../../../definition/presentation.gen.js';
import type { DefinitionTrigger } from '../../../definition/triggers.gen.js';
import type { JsonPayload } from '../../../definition/payload.js';
import type { WebhookConfig } from '../../../definition/webhooks.gen.js';

/**
 * A new version of a definition: fields that are present replace, absent ones stay, `null`
 * takes an optional one away.
 */
export interface UpdateDefinitionRequest {
  /** Id of the definition. */
  definitionId: string;
  /**
   * The version that the change was made on; the update is refused when there is a newer one.
   */
  ifVersion: number;
  /** Organization whose definition is meant. */
  organizationId?: string | undefined;
  /** Document whose definition is meant; needs its organizationId. */
  documentId?: string | undefined;
  /** JSON Schema for editors; `null` takes it away. */
  $schema?: string | undefined | null;
  /** Display name, up to 200 characters. */
  name?: string | undefined;
  /** Nodes, 1 to 100. An execution starts with the nodes that nothing leads to. */
  nodes?: DefinitionNode[] | undefined;
  /** Edges between nodes, up to 500, evaluated in this order; none by default. */
  edges?: DefinitionEdge[] | undefined;
  /** Text for people; `null` takes it away. */
  description?: string | undefined | null;
  /** All groups; `null` takes them away. */
  groups?: DefinitionGroup[] | undefined | null;
  /** All loops; `null` takes them away. */
  loops?: DefinitionLoop[] | undefined | null;
  /** Conditions fail an execution instead of reading null; `null` takes it away. */
  strict?: boolean | undefined | null;
  /** JSON Schema of the trigger context; `null` takes it away. */
  inputSchema?: JsonPayload | undefined | null;
  /** Presentation to show before a decision; `null` takes it away. */
  presentation?: DefinitionPresentation | undefined | null;
  /** All tags; `null` takes them away. */
  tags?: string[] | undefined | null;
  /** The host's own data; `null` takes it away. */
  custom?: JsonPayload | undefined | null;
  /** All inbound webhooks; `null` takes them away. */
  triggers?: DefinitionTrigger[] | undefined | null;
  /** Receiver of the events; `null` takes it away. */
  webhookConfig?: WebhookConfig | undefined | null;
}

/** Selects the most specific definition for the ids. */
export interface GetDefinitionRequest {
  /** Id of the definition. */
  definitionId: string;
  /** Version number; the newest by default. */
  version?: number | undefined;
  /** Organization whose definition is meant. */
  organizationId?: string | undefined;
  /** Document whose definition is meant; needs its organizationId. */
  documentId?: string | undefined;
}

/**
 * A page of the definitions of one level of scope: the workspace, an organization, or a
 * document of it.
 */
export interface ListDefinitionsRequest {
  /** Page size, 1 to 500; 50 by default. */
  pageSize?: number | undefined;
  /** `nextCursor` of the page before; the first page without it. */
  cursor?: string | undefined;
  /** Organization whose definition is meant. */
  organizationId?: string | undefined;
  /** Document whose definition is meant; needs its organizationId. */
  documentId?: string | undefined;
}

/** Selects the definition to delete, at exactly one level of scope. */
export interface DeleteDefinitionRequest {
  /** Id of the definition. */
  definitionId: string;
  /** Organization whose definition is meant. */
  organizationId?: string | undefined;
  /** Document whose definition is meant; needs its organizationId. */
  documentId?: string | undefined;
}

/** A definition to check, without keeping it. */
export interface ValidateDefinitionRequest {
  /** Id of the definition: 3 to 64 characters of a-z 0-9 -, unique in its scope. */
  definitionId: string;
  /** Level that it applies to; the whole workspace by default. */
  scope?: DefinitionScope | undefined;
  /**
   * JSON Schema that an editor completes and checks the file with. The engine does not read it.
   */
  $schema?: string | undefined;
  /** Display name, up to 200 characters. */
  name: string;
  /** Description to display, up to 2,000 characters. */
  description?: string | undefined;
  /** Nodes, 1 to 100. An execution starts with the nodes that nothing leads to. */
  nodes: DefinitionNode[];
  /** Edges between nodes, up to 500, evaluated in this order; none by default. */
  edges?: DefinitionEdge[] | undefined;
  /** Groups of nodes whose approvals are counted together, up to 100. */
  groups?: DefinitionGroup[] | undefined;
  /** Parts that start again after a rejection, up to 20. */
  loops?: DefinitionLoop[] | undefined;
  /**
   * Fails an execution whose condition reads a missing path or compares what cannot be
   * compared, or whose approved step takes no edge, instead of going on; false by default.
   */
  strict?: boolean | undefined;
  /**
   * JSON Schema of the trigger context, up to 64 KiB: a subset of JSON Schema 2020-12. A
   * dispatch has to fit it, and conditions may read only what it names.
   */
  inputSchema?: JsonPayload | undefined;
  /** Presentation to show before a decision; the name and values of the input by default. */
  presentation?: DefinitionPresentation | undefined;
  /** Search tags, up to 20 of 64 characters. */
  tags?: string[] | undefined;
  /** Data of the host: a JSON object up to 256 KiB. The engine does not read it. */
  custom?: JsonPayload | undefined;
  /** Webhooks, schedules and events that start executions, up to 50. */
  triggers?: DefinitionTrigger[] | undefined;
  /** Receiver of the events of every execution. A dispatch may name another. */
  webhookConfig?: WebhookConfig | undefined;
  /** Organization whose definition is meant. */
  organizationId?: string | undefined;
  /** Document whose definition is meant; needs its organizationId. */
  documentId?: string | undefined;
}
