/**
 * A definition as its author writes it (contract section 2), as zod schemas. They hold the shape only: what
 * spans several fields, and what has a linter code of its own, is the linter's.
 */
import { z } from 'zod';
import { LIMITS } from './limits.js';
import { actorId, definitionId, externalId, lineOf, localId, localRef } from './identifiers.js';
import { payloadObject } from './payload.js';
import { trigger, webhookConfig } from './webhooks.js';

const name = z.string().min(1).max(LIMITS.nameLength);
const description = z.string().max(LIMITS.descriptionLength);
/** The text of an expression; its size, like all else about it, has a linter code. */
const when = z.string('give the expression tree as a JSON string; JSON.stringify makes one');

const retry = z.strictObject({
  maximumAttempts: z.int().min(1).max(LIMITS.retryAttempts).optional(),
  initialIntervalMs: z.int().min(0).max(LIMITS.retryIntervalMs).optional(),
  backoffCoefficient: z.number().min(1).max(100).optional(),
  maximumIntervalMs: z.int().min(0).max(LIMITS.retryIntervalMs).optional(),
});

const common = {
  nodeId: localId,
  name: name.optional(),
  description: description.optional(),
  slaMs: z.int().min(1).max(LIMITS.slaMs).optional(),
  retry: retry.optional(),
};

const reviewer = z.strictObject({ userId: actorId, mandatory: z.boolean() });

const loopBack = z.strictObject({
  toNodeId: localRef,
  maxIterations: z.int().min(1).max(LIMITS.loopIterations).optional(),
  when: when.optional(),
  onExhausted: z.strictObject({ routeToNodeId: localRef }).optional(),
});

const onReject = z
  .strictObject({ routeToNodeId: localRef.optional(), loopBack: loopBack.optional() })
  .refine(
    (it) => (it.routeToNodeId === undefined) !== (it.loopBack === undefined),
    'give exactly one of routeToNodeId and loopBack',
  );

const humanConfig = z.strictObject({
  reviewers: z.array(reviewer).max(LIMITS.reviewers).optional(),
  commentBody: z.string().max(LIMITS.commentBodyLength).optional(),
  reviewerEmails: z.array(lineOf(LIMITS.emailLength)).max(LIMITS.reviewers).optional(),
  onReject: onReject.optional(),
});

const inputPath = z
  .string()
  .max(LIMITS.pathLength)
  .regex(
    /^(output|execution\.input)(\.[^.]+)*$/,
    'give a dot-path that starts with "output" or "execution.input"',
  );

const agentConfig = z.strictObject({
  agentId: z
    .string()
    .max(LIMITS.referenceLength)
    .regex(/^\P{Cc}*$/u, 'may not contain control characters')
    .optional(),
  urlPath: z.string().max(LIMITS.pathLength).optional(),
  blocking: z.boolean().optional(),
  resolutionPolicy: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('allResolved') }),
      z.strictObject({ kind: z.literal('minResolved'), minCount: z.int().min(1) }),
    ])
    .optional(),
  agentMaxRuntimeMs: z.int().min(1).max(LIMITS.agentMaxRuntimeMs).optional(),
  promptOverride: z.string().max(LIMITS.promptLength).optional(),
  inputMapping: z.record(z.string().min(1).max(LIMITS.nameLength), inputPath).optional(),
  requireNonEmptyOutput: z.boolean().optional(),
});

const webhookNodeConfig = z.looseObject({
  url: z.string().min(1).max(LIMITS.urlLength),
  method: z.string().max(16).optional(),
  headers: z.record(z.string(), z.string()).optional(),
});

export const humanNode = z.strictObject({
  ...common,
  type: z.literal('human'),
  config: humanConfig.optional(),
});
export const agentNode = z.strictObject({
  ...common,
  type: z.literal('agent'),
  config: agentConfig.optional(),
});
export const webhookNode = z.strictObject({
  ...common,
  type: z.literal('webhook'),
  config: webhookNodeConfig.optional(),
});
export const nodeSchema = z.discriminatedUnion('type', [humanNode, agentNode, webhookNode]);

export const edgeSchema = z.strictObject({ from: localRef, to: localRef, when: when.optional() });

const refs = z
  .array(localRef)
  .max(LIMITS.nodes)
  .refine((ids) => new Set(ids).size === ids.length, 'name each node once');

export const groupSchema = z.strictObject({
  groupId: localId,
  memberNodeIds: refs,
  expectedSteps: z.int(),
  quorum: z.int(),
  onQuorumMet: z.enum(['waitAll', 'cancelOnQuorum', 'joinOnQuorum']).optional(),
  requiredNodeIds: refs.optional(),
});

export const loopSchema = z.strictObject({
  loopId: localId,
  entryNodeId: localRef,
  bodyNodeIds: refs.min(1),
  maxIterations: z.int().min(1).max(LIMITS.loopIterations).optional(),
  onIterationReject: z.strictObject({ when }).optional(),
  onExhausted: z.strictObject({ routeToNodeId: localRef }).optional(),
});

export const scopeSchema = z.discriminatedUnion('level', [
  z.strictObject({ level: z.literal('apiKey') }),
  z.strictObject({ level: z.literal('organization'), organizationId: externalId }),
  z.strictObject({ level: z.literal('document'), organizationId: externalId, documentId: externalId }),
]);

/** Everything an author may write but the id and the scope, which never change: what an update can replace. */
export const definitionBody = {
  name,
  description: description.optional(),
  nodes: z.array(nodeSchema).min(1),
  edges: z.array(edgeSchema),
  groups: z.array(groupSchema).max(LIMITS.groups).optional(),
  loops: z.array(loopSchema).max(LIMITS.loops).optional(),
  tags: z.array(z.string().min(1).max(LIMITS.tagLength)).max(LIMITS.tags).optional(),
  custom: payloadObject.optional(),
  triggers: z.array(trigger).max(LIMITS.triggers).optional(),
  webhookConfig: webhookConfig.optional(),
};

export const definitionSchema = z.strictObject({
  definitionId,
  scope: scopeSchema.optional(),
  ...definitionBody,
});

export type Definition = z.infer<typeof definitionSchema>;
export type DefinitionNode = z.infer<typeof nodeSchema>;
export type HumanNode = z.infer<typeof humanNode>;
export type AgentNode = z.infer<typeof agentNode>;
export type DefinitionEdge = z.infer<typeof edgeSchema>;
export type DefinitionGroup = z.infer<typeof groupSchema>;
export type DefinitionLoop = z.infer<typeof loopSchema>;
export type DefinitionScope = z.infer<typeof scopeSchema>;
export type NodeType = DefinitionNode['type'];
export type QuorumPolicy = NonNullable<DefinitionGroup['onQuorumMet']>;

/** The agentId that runs without a registered agent: it passes at once. */
export const RESERVED_AGENT_ID = '__mock__';
