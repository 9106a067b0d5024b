/**
 * A definition as its author writes it (contract section 2), as zod schemas. They hold the shape only: what
 * spans several fields, and what has a linter code of its own, is the linter's.
 */
import * as z from 'zod';
import { LIMITS } from './limits.js';
import { definitionId, externalId, localId, localRef } from './identifiers.js';
import { nodeSchema } from './nodes.js';
import { description, edgesOf, exhaustedRoute, name, nodesOf, when } from './parts.js';
import { payloadObject } from './payload.js';
import { trigger, webhookConfig } from './webhooks.js';
import type { DefinitionNode, NodeType } from './types.js';

/** Names of the kinds of nodes. */
export const NODE_TYPES: readonly NodeType[] = nodeSchema.options.map((it) => it.shape.type.value);

export const edgeSchema = z
  .strictObject({
    from: localRef.describe('Id of the node whose end it is looked at.'),
    to: localRef.describe('Id of the node that it starts.'),
    when: when
      .optional()
      .describe(
        'Condition: JSON text of an expression tree, as `when()` makes it. Without one it is the success edge.',
      ),
  })
  .meta({ id: 'DefinitionEdge', description: 'An edge: what starts after a node has ended.' });

const refs = z
  .array(localRef)
  .max(LIMITS.nodes)
  .refine((ids) => new Set(ids).size === ids.length, 'name each node once');

export const groupSchema = z
  .strictObject({
    groupId: localId.describe('Id of the group, unique in its definition.'),
    memberNodeIds: refs.describe('Ids of the nodes whose approvals it counts.'),
    expectedSteps: z.int().describe('How many members there are to hear from: 1 to the number of members.'),
    quorum: z.int().describe('Approvals that are enough: 1 to `expectedSteps`.'),
    onQuorumMet: z
      .enum(['waitAll', 'cancelOnQuorum', 'joinOnQuorum'])
      .optional()
      .describe(
        'What a quorum does: nothing (`waitAll`, the default), cancel the open members, or cancel them and go on once for all.',
      ),
    requiredNodeIds: refs.optional().describe('Members without whose approval there is no quorum.'),
  })
  .meta({ id: 'DefinitionGroup', description: 'Nodes whose approvals are counted together.' });

export const loopSchema = z
  .strictObject({
    loopId: localId.describe('Id of the loop, unique in its definition.'),
    entryNodeId: localRef.describe('The node that each iteration starts with; it is in the body.'),
    bodyNodeIds: refs.min(1).describe('Ids of the nodes that are run again together.'),
    maxIterations: z
      .int()
      .min(1)
      .max(LIMITS.loopIterations)
      .optional()
      .describe('Runs of the body, the first included; 5 by default.'),
    onIterationReject: z
      .strictObject({ when: when.describe('Condition: JSON text of an expression tree.') })
      .optional()
      .describe('Which rejections rewind the loop; all of them by default.'),
    onExhausted: exhaustedRoute
      .optional()
      .describe('Where to go after a rejection in the last iteration; without it the execution fails.'),
  })
  .meta({
    id: 'DefinitionLoop',
    description: 'A part of a definition that a rejection inside it starts again.',
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
      'For whom a definition is; a run takes the most specific one: document, organization, workspace.',
  });

/** Everything an author may write but the id and the scope, which never change: what an update can replace. */
export const definitionBody = {
  name: name.describe('Name for people, up to 200 characters.'),
  description: description.optional().describe('Text for people, up to 2,000 characters.'),
  nodes: nodesOf(nodeSchema).describe(
    'What happens: 1 to 100 nodes. Those that nothing leads to start a run.',
  ),
  edges: edgesOf(edgeSchema).describe('What follows what: up to 500 edges, looked at in this order.'),
  groups: z
    .array(groupSchema)
    .max(LIMITS.groups)
    .optional()
    .describe('Nodes that are counted together, up to 100 groups.'),
  loops: z
    .array(loopSchema)
    .max(LIMITS.loops)
    .optional()
    .describe('Parts that a rejection starts again, up to 20.'),
  tags: z
    .array(z.string().min(1).max(LIMITS.tagLength))
    .max(LIMITS.tags)
    .optional()
    .describe('Words to find it by, up to 20 of 64 characters.'),
  custom: payloadObject
    .optional()
    .describe("The host's own data: a JSON object up to 256 KiB, which the engine does not read."),
  triggers: z
    .array(trigger)
    .max(LIMITS.triggers)
    .optional()
    .describe('Inbound webhooks that start runs, up to 50.'),
  webhookConfig: webhookConfig
    .optional()
    .describe('Receiver of the events of every run; a dispatch may name another.'),
};

export const definitionSchema = z
  .strictObject({
    definitionId: definitionId.describe(
      'Id of the definition: 3 to 64 characters of a-z 0-9 -, unique in its scope.',
    ),
    scope: scopeSchema.optional().describe('For whom it is; the whole workspace by default.'),
    ...definitionBody,
  })
  .meta({ id: 'Definition', description: 'A workflow as its author writes it.' });

/** A definition without a look at the items of its long lists. */
export const definitionFrame = z.strictObject({
  ...definitionSchema.shape,
  nodes: nodesOf(z.unknown()),
  edges: edgesOf(z.unknown()),
  groups: z.array(z.unknown()).max(LIMITS.groups).optional(),
  loops: z.array(z.unknown()).max(LIMITS.loops).optional(),
  triggers: z.array(z.unknown()).max(LIMITS.triggers).optional(),
});

export type {
  AgentNode,
  Definition,
  DefinitionEdge,
  DefinitionGroup,
  DefinitionLoop,
  DefinitionNode,
  DefinitionScope,
  HumanNode,
  NodeType,
  QuorumPolicy,
  WebhookNode,
} from './types.js';
export type NodeOf<T extends NodeType> = Extract<DefinitionNode, { type: T }>;
/** Who decides the steps of a node: its reviewers, the resolution policy of an agent, or nobody. */
export type Decider = 'people' | 'policy' | 'nobody';

/** The agentId that runs without a registered agent: it passes at once. */
export const RESERVED_AGENT_ID = '__mock__';
