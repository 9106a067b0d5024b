/** An agent node as its author writes it. */
import * as z from 'zod';
import { LIMITS } from '../../definition/limits.js';
import { inputPath, recordOf } from '../../definition/parts.js';
import { common } from '../schema-common.js';
import type { NodeTraits } from '../schema-traits.js';

export const agentTraits = {
  decidedByPeople: false,
  mayDecide: true,
  work: 'agent-call',
  skipped: false,
} as const satisfies NodeTraits;

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

/** An agent node. */
export const agentNode = z
  .strictObject({
    ...common,
    type: z.literal('agent').describe('Kind of the node.'),
    config: agentConfig.optional().describe('Which agent, and how it is called.'),
  })
  .meta({ id: 'AgentNode', description: "A node at which an agent, a function of the host's, is called." });
