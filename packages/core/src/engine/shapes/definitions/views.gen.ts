// Generated from the schemas of views.ts by `npm run types`. Do not edit.
import type { JsonObject } from '../../../definition/json.js';

/** Something that is wrong with a definition or a request, or that deserves a warning. */
export interface IssueView {
  /** Code of the fault, from the linter or the schema. */
  code: string;
  /** Description of the fault, with a fix. */
  message: string;
  /** Path, as in `nodes[3].config.urlPath`; empty for the whole. */
  path: string;
  /** The node that it is about. */
  nodeId?: string | undefined;
}

/** An edge as executions follow it. */
export interface CompiledEdgeView {
  /** Id of the node whose end it is looked at. */
  from: string;
  /** Id of the node that it starts. */
  to: string;
  /** The parsed expression tree; null on the success edge. */
  when: JsonObject | null;
  /** Possible outcomes it fires on: a success, a rejection, a breach, or something else. */
  role: 'success' | 'reject' | 'breach' | 'custom';
  /** True for an edge that fires when no other edge of the step fired; absent for any other. */
  otherwise?: true | undefined;
  /** Group whose edge this was, in place of its members; absent for any other. */
  fromGroupId?: string | undefined;
  /** Group that the edge was written to; absent for any other. */
  toGroupId?: string | undefined;
}

/** The canonical form of a definition, which executions are interpreted from. */
export interface CompiledView {
  /** Ids of the nodes that start an execution, in this order. */
  roots: string[];
  /** Edges in the order in which they are looked at, derived ones last. */
  edges: CompiledEdgeView[];
  /** Groups with every default filled in. */
  groups: JsonObject[];
  /** End nodes that `onReject.end` stands for. */
  ends: JsonObject[];
  /** Loops with every default filled in, those of `onReject.loopBack` among them. */
  loops: JsonObject[];
}

/** For whom a definition is. */
export interface ScopeView {
  /** The whole workspace, an organization, or a document. */
  level: 'apiKey' | 'organization' | 'document';
  /** Id of the organization; null for the workspace. */
  organizationId: string | null;
  /** Id of the document; null for anything wider. */
  documentId: string | null;
}

/** A version of a definition. */
export interface DefinitionView {
  /** JSON Schema that the author named; null without one. */
  $schema: string | null;
  /** Id of the definition, unique in its scope. */
  definitionId: string;
  /** Name for people. */
  name: string;
  /** Text for people; null without one. */
  description: string | null;
  /** Number of this version, from 1. */
  version: number;
  /** For whom it is. */
  scope: ScopeView;
  /** Nodes as their author wrote them. */
  nodes: JsonObject[];
  /** Edges as their author wrote them. */
  edges: JsonObject[];
  /** Groups as their author wrote them; null without any. */
  groups: JsonObject[] | null;
  /** Loops as their author wrote them; null without any. */
  loops: JsonObject[] | null;
  /** Inbound webhooks, without their secrets; null without any. */
  triggers: JsonObject[] | null;
  /** Receiver of the events, without its secret; null without one. */
  webhookConfig: JsonObject | null;
  /** Conditions fail an execution instead of reading null; null if not given. */
  strict: boolean | null;
  /** JSON Schema of the trigger context; null without one. */
  inputSchema: JsonObject | null;
  /** Presentation to show before a decision, as its author wrote it; null without one. */
  presentation: JsonObject | null;
  /** Words to find it by; null without any. */
  tags: string[] | null;
  /** The host's own data; null without any. */
  custom: JsonObject | null;
  /** Creation time of version 1, in ms since the epoch. */
  createdAt: number;
  /** Creation time of this version, in ms since the epoch. */
  updatedAt: number;
  /** `tombstoned` once it is deleted. */
  status: 'active' | 'tombstoned';
  /** The form that executions are interpreted from. */
  compiled: CompiledView;
  /** Warnings of the linter. */
  warnings: IssueView[];
}

/** Result of checking a definition. */
export interface Validation {
  /** True if `create` would accept the definition. */
  valid: boolean;
  /** Everything that is wrong with it. */
  issues: IssueView[];
  /** Warnings of the linter. */
  warnings: IssueView[];
  /** The form that executions would be interpreted from; null if it is not valid. */
  compiled: CompiledView | null;
}
