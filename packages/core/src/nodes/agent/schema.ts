/** An agent node as its author writes it. */
import * as z from 'zod';
import { LIMITS } from '../../definition/limits.js';
import { inputPath, recordOf } from '../../definition/parts.js';
import { common } from '../schema-common.js';
import type { NodeTraits } from '../schema-traits.js';

export const agentTraits = {
  decidedByPeople: false,
  rejectedByPeople: false,
  mayDecide: true,
  callsAgent: true,
  // To call the agent, and to fail the step when all calls together exceed their time.
  jobs: ['agent-call', 'agent-timeout'],
  calls: null,
  hasHttpStatus: false,
  isEnd: false,
  finishedIn: ['running'],
} as const satisfies NodeTraits;

const resolutionPolicy = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('allResolved').describe('Every finding has to be resolved.') }),
    z.strictObject({
      kind: z.literal('minResolved').describe('A number of findings has to be resolved.'),
      minCount: z.int().min(1).describe('Number of findings; all of them if the step has fewer.'),
    }),
  ])
  .meta({
    id: 'DefinitionResolutionPolicy',
    description: 'Resolutions that a blocking agent step waits for.',
  });

const agentConfig = z
  .strictObject({
    agentId: z
      .string()
      .max(LIMITS.referenceLength)
      .regex(/^\P{Cc}*$/u, 'may not contain control characters')
      .optional()
      .describe('Id of the registered agent to call (required). `__mock__` passes at once.'),
    urlPath: z
      .string()
      .max(LIMITS.pathLength)
      .optional()
      .describe('Dot-path in the trigger context to the URL that the agent works on (required).'),
    blocking: z
      .boolean()
      .optional()
      .describe(
        'Makes the step wait until people have resolved the findings of the agent; false by default.',
      ),
    resolutionPolicy: resolutionPolicy
      .optional()
      .describe('Resolutions that the step waits for. Required on a blocking agent.'),
    agentMaxRuntimeMs: z
      .int()
      .min(1)
      .max(LIMITS.agentMaxRuntimeMs)
      .optional()
      .describe('Maximum time of all calls together in ms, up to 1 day; 30 minutes by default.'),
    promptOverride: z
      .string()
      .max(LIMITS.promptLength)
      .optional()
      .describe('Prompt passed to the agent, up to 8,000 characters.'),
    inputMapping: recordOf(inputPath, LIMITS.inputNames, z.string().min(1).max(LIMITS.nameLength))
      .optional()
      .describe(
        'Further input, from names to dot-paths that start with `output` (of the previous step) or `execution.input`.',
      ),
    requireNonEmptyOutput: z
      .boolean()
      .optional()
      .describe('Counts a result with neither summary nor output as a failed call; false by default.'),
  })
  .meta({ id: 'AgentConfig', description: 'Agent to call, and its input.' });

/** An agent node. */
export const agentNode = z
  .strictObject({
    ...common,
    type: z.literal('agent').describe('Kind of the node.'),
    config: agentConfig.optional().describe('Configuration of the agent.'),
  })
  .meta({ id: 'AgentNode', description: 'A node that calls an agent, a function of the host.' });
