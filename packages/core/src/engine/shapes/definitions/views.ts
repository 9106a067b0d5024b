/** Definitions as callers see them (contract section 2). */
import * as z from 'zod';
import type { CompiledDefinition, CompiledEdge } from '../../../compile/compiled.js';
import type { JsonObject, JsonValue } from '../../../definition/json.js';
import type { DefinitionVersion } from '../../../ports/store/definitions.js';
import { jsonObject } from '../shared/json.js';

const list = z.array(jsonObject);

const issueView = z
  .object({
    code: z.string().describe('What kind of fault it is: a code of the linter, or of a shape.'),
    message: z.string().describe('What is wrong, and how to mend it.'),
    path: z.string().describe('Where it is, as in `nodes[3].config.urlPath`; empty for the whole.'),
    nodeId: z.string().optional().describe('The node that it is about.'),
  })
  .meta({
    id: 'IssueView',
    description: 'Something that is wrong with a definition or a request, or that deserves a warning.',
  });

const compiledEdge = z
  .object({
    from: z.string().describe('Id of the node whose end it is looked at.'),
    to: z.string().describe('Id of the node that it starts.'),
    when: jsonObject.nullable().describe('The parsed expression tree; null on the success edge.'),
    role: z
      .enum(['success', 'reject', 'breach', 'custom'])
      .describe('What it can fire on: a success, a rejection, a breach, or something else.'),
  })
  .meta({ id: 'CompiledEdgeView', description: 'An edge as runs follow it.' });

const compiledView = z
  .object({
    roots: z.array(z.string()).describe('Ids of the nodes that start a run, in this order.'),
    edges: z
      .array(compiledEdge)
      .describe('Edges in the order in which they are looked at, derived ones last.'),
    groups: list.describe('Groups with every default filled in.'),
    loops: list.describe('Loops with every default filled in, those of `onReject.loopBack` among them.'),
  })
  .meta({
    id: 'CompiledView',
    description: 'The canonical form of a definition, which runs are interpreted from.',
  });

const scopeView = z
  .object({
    level: z
      .enum(['apiKey', 'organization', 'document'])
      .describe('The whole workspace, an organization, or a document.'),
    organizationId: z.string().nullable().describe('Id of the organization; null for the workspace.'),
    documentId: z.string().nullable().describe('Id of the document; null for anything wider.'),
  })
  .meta({ id: 'ScopeView', description: 'For whom a definition is.' });

export const definitionView = z
  .object({
    definitionId: z.string().describe('Id of the definition, unique in its scope.'),
    name: z.string().describe('Name for people.'),
    description: z.string().nullable().describe('Text for people; null without one.'),
    version: z.int().describe('Number of this version, from 1.'),
    scope: scopeView.describe('For whom it is.'),
    nodes: list.describe('Nodes as their author wrote them.'),
    edges: list.describe('Edges as their author wrote them.'),
    groups: list.nullable().describe('Groups as their author wrote them; null without any.'),
    loops: list.nullable().describe('Loops as their author wrote them; null without any.'),
    triggers: list.nullable().describe('Inbound webhooks, without their secrets; null without any.'),
    webhookConfig: jsonObject
      .nullable()
      .describe('Receiver of the events, without its secret; null without one.'),
    tags: z.array(z.string()).nullable().describe('Words to find it by; null without any.'),
    custom: jsonObject.nullable().describe("The host's own data; null without any."),
    createdAt: z.int().describe('When version 1 was made, in ms since the epoch.'),
    updatedAt: z.int().describe('When this version was made, in ms since the epoch.'),
    status: z.enum(['active', 'tombstoned']).describe('`tombstoned` once it is deleted.'),
    compiled: compiledView.describe('The form that runs are interpreted from.'),
    warnings: z.array(issueView).describe('What the linter advises against, and accepts.'),
  })
  .meta({ id: 'DefinitionView', description: 'A version of a definition.' });

export const validation = z
  .object({
    valid: z.boolean().describe('Whether `create` would take the definition.'),
    issues: z.array(issueView).describe('Everything that is wrong with it.'),
    warnings: z.array(issueView).describe('What the linter advises against, and accepts.'),
    compiled: compiledView
      .nullable()
      .describe('The form that runs would be interpreted from; null if it is not valid.'),
  })
  .meta({ id: 'Validation', description: 'What is to be said about a definition.' });

export function viewDefinition(version: DefinitionVersion): DefinitionView {
  const { authored, organizationId, documentId } = version;
  return {
    definitionId: version.definitionId,
    name: authored['name'] as string,
    description: (authored['description'] ?? null) as string | null,
    version: version.version,
    scope: { level: levelOf(version), organizationId, documentId },
    nodes: objects(authored['nodes']) ?? [],
    edges: objects(authored['edges']) ?? [],
    groups: objects(authored['groups']),
    loops: objects(authored['loops']),
    triggers: objects(authored['triggers']),
    webhookConfig: (authored['webhookConfig'] ?? null) as JsonObject | null,
    tags: (authored['tags'] as string[] | undefined)?.slice() ?? null,
    custom: (authored['custom'] ?? null) as JsonObject | null,
    createdAt: version.createdAt,
    updatedAt: version.updatedAt,
    status: 'active',
    compiled: viewCompiled(version.compiled),
    warnings: version.warnings.map((it) => ({ ...it })),
  };
}

export function viewCompiled(compiled: CompiledDefinition): CompiledView {
  return {
    roots: [...compiled.roots],
    edges: compiled.edges.map(viewEdge),
    groups: compiled.groups.map(({ loopIds: _, uniform: __, ...group }) => ({ ...group })),
    loops: compiled.loops.map((loop) => ({ ...loop }) as unknown as JsonObject),
  };
}

const viewEdge = ({ from, to, when, role }: CompiledEdge): CompiledView['edges'][number] => ({
  from,
  to,
  when: when as unknown as JsonObject | null,
  role,
});

function levelOf({ organizationId, documentId }: DefinitionVersion): DefinitionView['scope']['level'] {
  if (documentId !== null) return 'document';
  return organizationId === null ? 'apiKey' : 'organization';
}

/** A list of its own for the caller; the objects in it are frozen. */
function objects(value: JsonValue | undefined): JsonObject[] | null {
  return Array.isArray(value) ? [...(value as JsonObject[])] : null;
}

/** Something that is wrong with a definition or a request, or that deserves a warning. */
export interface IssueView {
  /** What kind of fault it is: a code of the linter, or of a shape. */
  code: string;
  /** What is wrong, and how to mend it. */
  message: string;
  /** Where it is, as in `nodes[3].config.urlPath`; empty for the whole. */
  path: string;
  /** The node that it is about. */
  nodeId?: string | undefined;
}

/** The canonical form of a definition, which runs are interpreted from. */
export interface CompiledView {
  /** Ids of the nodes that start a run, in this order. */
  roots: string[];
  /** Edges in the order in which they are looked at, derived ones last. */
  edges: CompiledEdgeView[];
  /** Groups with every default filled in. */
  groups: JsonObject[];
  /** Loops with every default filled in, those of `onReject.loopBack` among them. */
  loops: JsonObject[];
}

/** An edge as runs follow it. */
export interface CompiledEdgeView {
  /** Id of the node whose end it is looked at. */
  from: string;
  /** Id of the node that it starts. */
  to: string;
  /** The parsed expression tree; null on the success edge. */
  when: JsonObject | null;
  /** What it can fire on: a success, a rejection, a breach, or something else. */
  role: 'success' | 'reject' | 'breach' | 'custom';
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
  /** Words to find it by; null without any. */
  tags: string[] | null;
  /** The host's own data; null without any. */
  custom: JsonObject | null;
  /** When version 1 was made, in ms since the epoch. */
  createdAt: number;
  /** When this version was made, in ms since the epoch. */
  updatedAt: number;
  /** `tombstoned` once it is deleted. */
  status: 'active' | 'tombstoned';
  /** The form that runs are interpreted from. */
  compiled: CompiledView;
  /** What the linter advises against, and accepts. */
  warnings: IssueView[];
}

/** What is to be said about a definition. */
export interface Validation {
  /** Whether `create` would take the definition. */
  valid: boolean;
  /** Everything that is wrong with it. */
  issues: IssueView[];
  /** What the linter advises against, and accepts. */
  warnings: IssueView[];
  /** The form that runs would be interpreted from; null if it is not valid. */
  compiled: CompiledView | null;
}
