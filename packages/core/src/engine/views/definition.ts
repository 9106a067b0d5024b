/** Definitions as callers see them (contract section 2). */
import { z } from 'zod';
import type { CompiledDefinition, CompiledEdge } from '../../compile/compiled.js';
import type { JsonObject, JsonValue } from '../../definition/json.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';

const list = z.array(z.custom<JsonObject>().meta({ type: 'object', additionalProperties: true }));
const object = z.custom<JsonObject>().meta({ type: 'object', additionalProperties: true });
/** ms since the epoch. */
const time = z.int();

export const issueView = z.object({
  code: z.string(),
  message: z.string(),
  path: z.string(),
  nodeId: z.string().optional(),
});

/** The canonical form that the interpreter runs. */
export const compiledView = z.object({
  roots: z.array(z.string()),
  edges: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      /** The parsed expression tree; null on the success edge. */
      when: object.nullable(),
      role: z.enum(['success', 'reject', 'breach', 'custom']),
    }),
  ),
  groups: list,
  loops: list,
});

export const definitionView = z.object({
  definitionId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  version: z.int(),
  scope: z.object({
    level: z.enum(['apiKey', 'organization', 'document']),
    organizationId: z.string().nullable(),
    documentId: z.string().nullable(),
  }),
  /** Nodes, edges, groups and loops as their author wrote them. */
  nodes: list,
  edges: list,
  groups: list.nullable(),
  loops: list.nullable(),
  /** Without their secrets. */
  triggers: list.nullable(),
  webhookConfig: object.nullable(),
  tags: z.array(z.string()).nullable(),
  custom: object.nullable(),
  createdAt: time,
  updatedAt: time,
  status: z.enum(['active', 'tombstoned']),
  compiled: compiledView,
  warnings: z.array(issueView),
});

export const validation = z.object({
  valid: z.boolean(),
  issues: z.array(issueView),
  warnings: z.array(issueView),
  compiled: compiledView.nullable(),
});

export type IssueView = z.infer<typeof issueView>;
export type CompiledView = z.infer<typeof compiledView>;
export type DefinitionView = z.infer<typeof definitionView>;
export type Validation = z.infer<typeof validation>;

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
