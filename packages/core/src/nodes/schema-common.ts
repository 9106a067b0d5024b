/** Fields of every node, as zod schemas. */
import * as z from 'zod';
import { localId } from '../definition/identifiers.js';
import { LIMITS } from '../definition/limits.js';
import { description, name } from '../definition/parts.js';
import { workingSla } from '../definition/people-step.js';

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

/** Fields of every node. */
export const common = {
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
