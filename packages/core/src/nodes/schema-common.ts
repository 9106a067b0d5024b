/** Zod schemas of the fields of every node. */
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import { localId } from '../definition/identifiers.js';
import type { JsonValue } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import { description, name } from '../definition/parts.js';
import { workingSla } from '../definition/people-step.js';

/** A JSON value whose strings are templates. */
export const jsonTemplate = z
  .custom<JsonValue>((it) => it !== undefined, 'give a JSON value')
  .meta({ description: 'A JSON value whose strings are templates.' })
  .register(typeNames, { type: 'JsonValue' });

const retry = z
  .strictObject({
    maximumAttempts: z
      .int()
      .min(1)
      .max(LIMITS.retryAttempts)
      .optional()
      .describe('Maximum number of calls, the first included; 3 by default.'),
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
    description: 'Retries of a failed call.',
  });

/** Fields of every node. */
export const common = {
  nodeId: localId.describe('Id of the node, unique in its definition.'),
  name: name.optional().describe('Display name.'),
  description: description.optional().describe('Description to display.'),
  slaMs: z
    .int()
    .min(1)
    .max(LIMITS.slaMs)
    .optional()
    .describe(
      'Time in ms from the creation of a step to its breach, up to 1 year. Needs an edge that takes the breach.',
    ),
  sla: workingSla.optional().describe('Deadline in working time, instead of `slaMs`.'),
  retry: retry
    .optional()
    .describe(
      'Retries of an agent or a channel that throws, of a request, and of a directory that fails. Other nodes ignore it.',
    ),
};
