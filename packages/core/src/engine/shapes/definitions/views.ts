/** Definitions as callers see them (contract section 2). */
import * as z from 'zod';
import { isJsonList, isJsonObject, textIn } from '@org/approval-internal/json';
import type {
  CompiledDefinition,
  CompiledEdge,
  CompiledEndNode,
  CompiledNode,
} from '../../../compile/compiled.js';
import { reservedIdFault } from '../../../definition/identifiers.js';
import type { JsonObject, JsonValue } from '../../../definition/json.js';
import type { DefinitionVersion } from '../../../ports/store/definitions.js';
import { isEnd } from '../../../nodes/schema.js';
import { jsonObject } from '../shared/json.js';
import type { CompiledView, DefinitionView } from './views.gen.js';

export type * from './views.gen.js';

const list = z.array(jsonObject);

const issueView = z
  .object({
    code: z.string().describe('Code of the fault, from the linter or the schema.'),
    message: z.string().describe('Description of the fault, with a fix.'),
    path: z.string().describe('Path, as in `nodes[3].config.urlPath`; empty for the whole.'),
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
      .describe('Possible outcomes it fires on: a success, a rejection, a breach, or something else.'),
    otherwise: z
      .literal(true)
      .optional()
      .describe('True for an edge that fires when no other edge of the step fired; absent for any other.'),
    fromGroupId: z
      .string()
      .optional()
      .describe('Group whose edge this was, in place of its members; absent for any other.'),
    toGroupId: z.string().optional().describe('Group that the edge was written to; absent for any other.'),
  })
  .meta({ id: 'CompiledEdgeView', description: 'An edge as executions follow it.' });

const compiledView = z
  .object({
    roots: z.array(z.string()).describe('Ids of the nodes that start an execution, in this order.'),
    edges: z
      .array(compiledEdge)
      .describe('Edges in the order in which they are looked at, derived ones last.'),
    groups: list.describe('Groups with every default filled in.'),
    ends: list.describe('End nodes that `onReject.end` stands for.'),
    loops: list.describe('Loops with every default filled in, those of `onReject.loopBack` among them.'),
  })
  .meta({
    id: 'CompiledView',
    description: 'The canonical form of a definition, which executions are interpreted from.',
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
    $schema: z.string().nullable().describe('JSON Schema that the author named; null without one.'),
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
    strict: z
      .boolean()
      .nullable()
      .describe('Conditions fail an execution instead of reading null; null if not given.'),
    inputSchema: jsonObject.nullable().describe('JSON Schema of the trigger context; null without one.'),
    presentation: jsonObject
      .nullable()
      .describe('Presentation to show before a decision, as its author wrote it; null without one.'),
    tags: z.array(z.string()).nullable().describe('Words to find it by; null without any.'),
    custom: jsonObject.nullable().describe("The host's own data; null without any."),
    createdAt: z.int().describe('Creation time of version 1, in ms since the epoch.'),
    updatedAt: z.int().describe('Creation time of this version, in ms since the epoch.'),
    status: z.enum(['active', 'tombstoned']).describe('`tombstoned` once it is deleted.'),
    compiled: compiledView.describe('The form that executions are interpreted from.'),
    warnings: z.array(issueView).describe('Warnings of the linter.'),
  })
  .meta({ id: 'DefinitionView', description: 'A version of a definition.' });

export const validation = z
  .object({
    valid: z.boolean().describe('True if `create` would accept the definition.'),
    issues: z.array(issueView).describe('Everything that is wrong with it.'),
    warnings: z.array(issueView).describe('Warnings of the linter.'),
    compiled: compiledView
      .nullable()
      .describe('The form that executions would be interpreted from; null if it is not valid.'),
  })
  .meta({ id: 'Validation', description: 'Result of checking a definition.' });

export function viewDefinition(version: DefinitionVersion): DefinitionView {
  const { authored, organizationId, documentId } = version;
  return {
    $schema: textOf(authored['$schema']),
    definitionId: version.definitionId,
    name: textIn(authored, 'name'),
    description: textOf(authored['description']),
    version: version.version,
    scope: { level: levelOf(version), organizationId, documentId },
    nodes: objects(authored['nodes']) ?? [],
    edges: objects(authored['edges']) ?? [],
    groups: objects(authored['groups']),
    loops: objects(authored['loops']),
    triggers: objects(authored['triggers']),
    webhookConfig: objectOf(authored['webhookConfig']),
    strict: authored['strict'] === undefined ? null : authored['strict'] === true,
    inputSchema: objectOf(authored['inputSchema']),
    presentation: objectOf(authored['presentation']),
    tags: tagsOf(authored['tags']),
    custom: objectOf(authored['custom']),
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
    ends: Object.values(compiled.nodes).filter(isMadeEnd).map(viewEnd),
    loops: compiled.loops.map((loop) => ({ ...loop }) as unknown as JsonObject),
  };
}

/** Ends that an author wrote are among the nodes. */
const isMadeEnd = (node: CompiledNode): node is CompiledEndNode =>
  isEnd(node) && reservedIdFault(node.nodeId) !== null;

const viewEnd = ({ nodeId, type, outcome, terminate }: CompiledEndNode): JsonObject => ({
  nodeId,
  type,
  config: { outcome, terminate },
});

const viewEdge = ({ from, to, when, role, ...edge }: CompiledEdge): CompiledView['edges'][number] => ({
  from,
  to,
  when: when as unknown as JsonObject | null,
  role,
  ...(edge.otherwise && { otherwise: true as const }),
  ...(edge.fromGroupId !== undefined && { fromGroupId: edge.fromGroupId }),
  ...(edge.toGroupId !== undefined && { toGroupId: edge.toGroupId }),
});

function levelOf({ organizationId, documentId }: DefinitionVersion): DefinitionView['scope']['level'] {
  if (documentId !== null) return 'document';
  return organizationId === null ? 'apiKey' : 'organization';
}

const textOf = (value: JsonValue | undefined): string | null => (typeof value === 'string' ? value : null);
const objectOf = (value: JsonValue | undefined): JsonObject | null => (isJsonObject(value) ? value : null);
const tagsOf = (value: JsonValue | undefined): string[] | null =>
  isJsonList(value) ? value.flatMap((it) => textOf(it) ?? []) : null;

/** Returns a new list for the caller; the objects in it are frozen. */
const objects = (value: JsonValue | undefined): JsonObject[] | null =>
  isJsonList(value) ? value.filter(isJsonObject) : null;
