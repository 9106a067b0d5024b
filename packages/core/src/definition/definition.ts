/**
 * Zod schemas of a definition as its author writes it (contract section 2). They check the shape.
 * The linter checks rules across fields and rules with their own code.
 */
import * as z from 'zod';
import { LIMITS } from './limits.js';
import { definitionId, externalId, localId, localRef } from './identifiers.js';
import { nodeSchema } from './nodes.js';
import { description, edgesOf, exhaustedRoute, name, nodesOf, when } from './parts.js';
import { payloadObject, uncheckedObject } from './payload.js';
import { presentation } from './presentation.js';
import { trigger } from './triggers.js';
import { webhookConfig } from './webhooks.js';
import type { DefinitionNode, NodeType } from './types.js';

/** Names of the kinds of nodes. */
export const NODE_TYPES: readonly NodeType[] = nodeSchema.options.map((it) => it.shape.type.value);

/** Words of an edge in place of a condition (contract section 4). */
export const EDGE_WORDS = [
  'success',
  'approve',
  'reject',
  'breach',
  'failure',
  'always',
  'otherwise',
  'custom',
  'exhausted',
] as const;
export type EdgeWord = (typeof EDGE_WORDS)[number];

const endSchema = z
  .union([
    localRef,
    z.strictObject({
      kind: z.literal('node').describe('A node.'),
      nodeId: localRef.describe('Id of the node.'),
    }),
    z.strictObject({
      kind: z.literal('group').describe('A group.'),
      groupId: localRef.describe('Id of the group.'),
    }),
  ])
  .meta({ id: 'DefinitionEdgeEnd', description: 'End of an edge: the id of a node, a node, or a group.' });

export const edgeSchema = z
  .strictObject({
    from: endSchema.describe('Node, or group, that the edge starts from.'),
    to: endSchema.describe('Node that the edge starts, or group whose members it starts.'),
    when: when
      .optional()
      .describe(
        'Condition: JSON text of an expression tree, as `when()` makes it. The success edge has no condition.',
      ),
    on: z
      .enum(EDGE_WORDS)
      .optional()
      .describe(
        'In place of `when`: the end of the step, or the result of the group, that the edge takes. `otherwise` fires when no other edge of the step fired, and the step was not rejected; `custom` has a `when`.',
      ),
    loop: z
      .strictObject({
        maxIterations: z
          .int()
          .min(1)
          .max(LIMITS.loopIterations)
          .optional()
          .describe('Maximum number of iterations, the first included; 5 by default.'),
      })
      .optional()
      .describe('Makes an edge with on `reject` a loop back to an earlier node.'),
  })
  .meta({ id: 'DefinitionEdge', description: 'An edge: starts a node after another has ended.' });

const refs = z
  .array(localRef)
  .max(LIMITS.nodes)
  .refine((ids) => new Set(ids).size === ids.length, 'name each node once');

export const groupSchema = z
  .strictObject({
    groupId: localId.describe('Id of the group, unique in its definition.'),
    memberNodeIds: refs.describe('Ids of the nodes whose approvals are counted.'),
    expectedSteps: z.int().describe('Number of members that have to end: 1 to the number of members.'),
    quorum: z.int().describe('Number of approvals needed: 1 to `expectedSteps`.'),
    onQuorumMet: z
      .enum(['waitAll', 'cancelOnQuorum', 'joinOnQuorum'])
      .optional()
      .describe(
        'Effect of a quorum: none (`waitAll`, the default), cancel the open members (`cancelOnQuorum`), or cancel them and continue once for the group (`joinOnQuorum`).',
      ),
    requiredNodeIds: refs.optional().describe('Members that must approve for a quorum.'),
  })
  .meta({ id: 'DefinitionGroup', description: 'Nodes whose approvals are counted together.' });

export const loopSchema = z
  .strictObject({
    loopId: localId.describe('Id of the loop, unique in its definition.'),
    entryNodeId: localRef.describe('Id of the node that each iteration starts with. It must be in the body.'),
    bodyNodeIds: refs.min(1).describe('Ids of the nodes that run again together.'),
    maxIterations: z
      .int()
      .min(1)
      .max(LIMITS.loopIterations)
      .optional()
      .describe('Maximum number of iterations, the first included; 5 by default.'),
    onIterationReject: z
      .strictObject({ when: when.describe('Condition: JSON text of an expression tree.') })
      .optional()
      .describe('Rejections that rewind the loop; all by default.'),
    onExhausted: exhaustedRoute
      .optional()
      .describe('Route after a rejection in the last iteration. Without it the execution fails.'),
  })
  .meta({
    id: 'DefinitionLoop',
    description: 'A part of a definition that starts again when a step in it is rejected.',
  });

const organizationId = externalId.describe('Id of the organization.');
const level = (description: string) => ({ description });
const scopeSchema = z
  .discriminatedUnion('level', [
    z.strictObject({ level: z.literal('apiKey').meta(level('The whole workspace.')) }),
    z.strictObject({
      level: z.literal('organization').meta(level('One organization.')),
      organizationId,
    }),
    z.strictObject({
      level: z.literal('document').meta(level('One document.')),
      organizationId,
      documentId: externalId.describe('Id of the document in that organization.'),
    }),
  ])
  .meta({
    id: 'DefinitionScope',
    description:
      'Level that a definition applies to. An execution uses the most specific one: document, organization, workspace.',
  });

/** Every field but the id and the scope, which never change. An update can replace these. */
export const definitionBody = {
  $schema: z
    .string()
    .max(LIMITS.schemaUrlLength)
    .optional()
    .describe('JSON Schema that an editor completes and checks the file with. The engine does not read it.'),
  name: name.describe('Display name, up to 200 characters.'),
  description: description.optional().describe('Description to display, up to 2,000 characters.'),
  nodes: nodesOf(nodeSchema).describe(
    'Nodes, 1 to 100. An execution starts with the nodes that nothing leads to.',
  ),
  edges: edgesOf(edgeSchema)
    .optional()
    .describe('Edges between nodes, up to 500, evaluated in this order; none by default.'),
  groups: z
    .array(groupSchema)
    .max(LIMITS.groups)
    .optional()
    .describe('Groups of nodes whose approvals are counted together, up to 100.'),
  loops: z
    .array(loopSchema)
    .max(LIMITS.loops)
    .optional()
    .describe('Parts that start again after a rejection, up to 20.'),
  strict: z
    .boolean()
    .optional()
    .describe(
      'Fails an execution whose condition reads a missing path or compares what cannot be compared, or whose approved step takes no edge, instead of going on; false by default.',
    ),
  inputSchema: uncheckedObject
    .optional()
    .describe(
      'JSON Schema of the trigger context, up to 64 KiB: a subset of JSON Schema 2020-12. A dispatch has to fit it, and conditions may read only what it names.',
    ),
  presentation: presentation
    .optional()
    .describe('Presentation to show before a decision; the name and values of the input by default.'),
  tags: z
    .array(z.string().min(1).max(LIMITS.tagLength))
    .max(LIMITS.tags)
    .optional()
    .describe('Search tags, up to 20 of 64 characters.'),
  custom: payloadObject
    .optional()
    .describe('Data of the host: a JSON object up to 256 KiB. The engine does not read it.'),
  triggers: z
    .array(trigger)
    .max(LIMITS.triggers)
    .optional()
    .describe('Webhooks, schedules and events that start executions, up to 50.'),
  webhookConfig: webhookConfig
    .optional()
    .describe('Receiver of the events of every execution. A dispatch may name another.'),
};

export const definitionSchema = z
  .strictObject({
    definitionId: definitionId.describe(
      'Id of the definition: 3 to 64 characters of a-z 0-9 -, unique in its scope.',
    ),
    scope: scopeSchema.optional().describe('Level that it applies to; the whole workspace by default.'),
    ...definitionBody,
  })
  .meta({ id: 'Definition', description: 'A workflow as its author writes it.' });

/** A definition whose long lists are counted but not validated. */
export const definitionFrame = z.strictObject({
  ...definitionSchema.shape,
  nodes: nodesOf(z.unknown()),
  edges: edgesOf(z.unknown()).optional(),
  groups: z.array(z.unknown()).max(LIMITS.groups).optional(),
  loops: z.array(z.unknown()).max(LIMITS.loops).optional(),
  triggers: z.array(z.unknown()).max(LIMITS.triggers).optional(),
});

export type {
  AgentNode,
  EndNode,
  Definition,
  DefinitionEdge,
  DefinitionGroup,
  DefinitionLoop,
  DefinitionNode,
  DefinitionScope,
  HumanNode,
  NodeType,
  NotificationNode,
  QuorumPolicy,
  SubflowNode,
  WaitNode,
  WebhookNode,
} from './types.js';
export type NodeOf<T extends NodeType> = Extract<DefinitionNode, { type: T }>;
/** Decider of a node's steps: its reviewers, the resolution policy of an agent, or none. */
export type Decider = 'people' | 'policy' | 'nobody';

/** Agent id that needs no registered agent: its steps complete at once. */
export const RESERVED_AGENT_ID = '__mock__';
