/** The nodes of a definition as its author writes them (contract section 2), as zod schemas. */
import * as z from 'zod';
import { lineOf, localId, localRef } from './identifiers.js';
import { LIMITS } from './limits.js';
import { description, exhaustedRoute, inputPath, name, recordOf, when } from './parts.js';
import { peopleFields, reviewer } from './people.js';
import { workingSla } from './people-step.js';
import type { WebhookNodeConfig } from './types.js';

const retry = z
  .strictObject({
    maximumAttempts: z
      .int()
      .min(1)
      .max(LIMITS.retryAttempts)
      .optional()
      .describe('Calls in all, the first included; 3 by default.'),
    initialIntervalMs: z
      .int()
      .min(0)
      .max(LIMITS.retryIntervalMs)
      .optional()
      .describe('Wait before the second call, in ms; 1,000 by default.'),
    backoffCoefficient: z
      .number()
      .min(1)
      .max(100)
      .optional()
      .describe('Factor by which each further wait grows; 2 by default.'),
    maximumIntervalMs: z
      .int()
      .min(0)
      .max(LIMITS.retryIntervalMs)
      .optional()
      .describe('Longest wait, in ms; 60,000 by default.'),
  })
  .meta({
    id: 'DefinitionRetry',
    description: 'How often, and how soon, an agent that threw is called again.',
  });

const common = {
  nodeId: localId.describe('Id of the node, unique in its definition.'),
  name: name.optional().describe('Name for people.'),
  description: description.optional().describe('Text for people.'),
  slaMs: z
    .int()
    .min(1)
    .max(LIMITS.slaMs)
    .optional()
    .describe(
      'Time from the creation of a step until it is breached, in ms, up to a year; needs an edge that takes the breach.',
    ),
  sla: workingSla.optional().describe('The same in working time, in place of `slaMs`.'),
  retry: retry
    .optional()
    .describe('Repeats of an agent that throws, and of a directory that fails; other nodes ignore it.'),
};

const loopBack = z
  .strictObject({
    toNodeId: localRef.describe('The node that starts again; it lies before this one.'),
    maxIterations: z
      .int()
      .min(1)
      .max(LIMITS.loopIterations)
      .optional()
      .describe('Runs of the body, the first included; 5 by default.'),
    when: when
      .optional()
      .describe('Which rejections loop back: JSON text of an expression tree; all of them by default.'),
    onExhausted: exhaustedRoute
      .optional()
      .describe('Where to go after a rejection in the last iteration; without it the execution fails.'),
  })
  .meta({
    id: 'DefinitionLoopBack',
    description: 'A loop from this node back to an earlier one, over every node on a path between them.',
  });

const onReject = z
  .strictObject({
    routeToNodeId: localRef.optional().describe('The node that a rejection leads to.'),
    loopBack: loopBack.optional().describe('Back to an earlier node, which starts again.'),
  })
  .refine(
    (it) => (it.routeToNodeId === undefined) !== (it.loopBack === undefined),
    'give exactly one of routeToNodeId and loopBack',
  )
  .meta({
    id: 'DefinitionOnReject',
    description: 'Where a rejection leads: exactly one of `routeToNodeId` and `loopBack`.',
  });

const humanConfig = z
  .strictObject({
    reviewers: z
      .array(reviewer)
      .max(LIMITS.reviewers)
      .optional()
      .describe('Who may decide: 1 to 50 entries; without a decisionRule at least one of them is mandatory.'),
    commentBody: z
      .string()
      .max(LIMITS.commentBodyLength)
      .optional()
      .describe('What the reviewers are asked, up to 8,000 characters.'),
    reviewerEmails: z
      .array(lineOf(LIMITS.emailLength))
      .max(LIMITS.reviewers)
      .optional()
      .describe("Addresses for the host's own mails; they come back in the output of the step."),
    onReject: onReject
      .optional()
      .describe(
        'Where a rejection leads; needed outside the body of a loop, also beside an edge that is gated on the rejection.',
      ),
    ...peopleFields,
  })
  .refine((it) => it.allowAbstain !== true || it.decisionRule !== undefined, {
    path: ['allowAbstain'],
    message:
      'needs a decisionRule: without one every mandatory entry has to be satisfied, and abstaining means nothing',
  })
  .meta({ id: 'HumanConfig', description: 'What people are asked, and what their rejection leads to.' });

const resolutionPolicy = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('allResolved').describe('Every finding has to be resolved.') }),
    z.strictObject({
      kind: z.literal('minResolved').describe('A number of findings has to be resolved.'),
      minCount: z.int().min(1).describe('How many; all of them if there are fewer.'),
    }),
  ])
  .meta({
    id: 'DefinitionResolutionPolicy',
    description: 'When a blocking agent step has waited long enough for resolutions of its findings.',
  });

const agentConfig = z
  .strictObject({
    agentId: z
      .string()
      .max(LIMITS.referenceLength)
      .regex(/^\P{Cc}*$/u, 'may not contain control characters')
      .optional()
      .describe('Which of the registered agents to call (required); `__mock__` passes at once.'),
    urlPath: z
      .string()
      .max(LIMITS.pathLength)
      .optional()
      .describe('Dot-path to the URL that the agent is to look at, from the trigger context (required).'),
    blocking: z
      .boolean()
      .optional()
      .describe('Whether the step waits until people have resolved what the agent found; false by default.'),
    resolutionPolicy: resolutionPolicy
      .optional()
      .describe('When it has waited long enough; required on a blocking agent.'),
    agentMaxRuntimeMs: z
      .int()
      .min(1)
      .max(LIMITS.agentMaxRuntimeMs)
      .optional()
      .describe('Time for all its calls together, in ms, up to a day; half an hour by default.'),
    promptOverride: z
      .string()
      .max(LIMITS.promptLength)
      .optional()
      .describe('Text that the agent gets, up to 8,000 characters.'),
    inputMapping: recordOf(inputPath, LIMITS.inputNames, z.string().min(1).max(LIMITS.nameLength))
      .optional()
      .describe(
        'Further input: from a name to a dot-path that starts with `output` (of the step before) or `execution.input`.',
      ),
    requireNonEmptyOutput: z
      .boolean()
      .optional()
      .describe(
        'Whether an answer with neither summary nor output counts as a failed call; false by default.',
      ),
  })
  .meta({ id: 'AgentConfig', description: 'Which agent is called, and what it has to do.' });

/** Fields that a later release may read are let through; the type names those that are read today. */
const webhookNodeConfig: z.ZodType<WebhookNodeConfig, WebhookNodeConfig> = z
  .looseObject({
    url: z.string().min(1).max(LIMITS.urlLength).describe('Where the request would go.'),
    method: z.string().max(16).optional().describe('Method of the request.'),
    headers: recordOf(z.string(), LIMITS.headers).optional().describe('Headers of the request.'),
  })
  .meta({ id: 'WebhookNodeConfig', description: 'A request that is checked, and not sent yet.' });

const humanNode = z
  .strictObject({
    ...common,
    type: z.literal('human').describe('Kind of the node.'),
    config: humanConfig.optional().describe('Who decides, on what.'),
  })
  .superRefine(({ slaMs, sla, config }, context) => {
    if (slaMs !== undefined || sla !== undefined) return;
    const needsDeadline = (path: (string | number)[]) =>
      context.addIssue({
        code: 'custom',
        path: ['config', ...path],
        message: 'needs a deadline; give the node slaMs or sla, or remove it',
      });
    if (config?.pauseMs !== undefined) needsDeadline(['pauseMs']);
    config?.reminders?.forEach((it, index) => {
      if (it.beforeDueMs !== undefined) needsDeadline(['reminders', index, 'beforeDueMs']);
    });
  })
  .meta({ id: 'HumanNode', description: 'A node at which people decide.' });
const agentNode = z
  .strictObject({
    ...common,
    type: z.literal('agent').describe('Kind of the node.'),
    config: agentConfig.optional().describe('Which agent, and how it is called.'),
  })
  .meta({ id: 'AgentNode', description: "A node at which an agent, a function of the host's, is called." });
const webhookNode = z
  .strictObject({
    ...common,
    type: z.literal('webhook').describe('Kind of the node.'),
    config: webhookNodeConfig.optional().describe('The request that the node stands for.'),
  })
  .meta({
    id: 'WebhookNode',
    description: 'A node that is skipped when a run reaches it; its success edges are followed.',
  });
export const nodeSchema = z
  .discriminatedUnion('type', [humanNode, agentNode, webhookNode])
  .meta({ id: 'DefinitionNode', description: 'A node of a definition; its `type` says what happens there.' });
