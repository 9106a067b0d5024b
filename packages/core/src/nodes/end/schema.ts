/** An end node as its author writes it. */
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import { outcome } from '../../definition/identifiers.js';
import { common } from '../schema-common.js';
import type { NodeTraits } from '../schema-traits.js';

export const endTraits = {
  decidedByPeople: false,
  rejectedByPeople: false,
  mayDecide: false,
  callsAgent: false,
  jobs: [],
  calls: null,
  hasHttpStatus: false,
  isEnd: true,
  finishedIn: [],
} as const satisfies NodeTraits;

const endConfig = z
  .strictObject({
    outcome: outcome.describe(
      'Outcome of the branch: `approved`, `rejected`, or a word of your own of up to 64 characters a-z 0-9 -.',
    ),
    terminate: z
      .boolean()
      .optional()
      .describe('True to complete the execution and cancel all open steps; false by default.'),
  })
  .meta({ id: 'EndConfig', description: 'Outcome of the branch, and its effect on other branches.' });

/** Fields of other nodes. Their types remain, as shared code reads them of any node. */
const slaMs = z
  .never('an end completes as it starts, so it has no deadline; remove this field')
  .register(typeNames, { type: 'number' })
  .optional()
  .describe('Not allowed: an end completes as it starts.');
const sla = z
  .never('an end completes as it starts, so it has no deadline; remove this field')
  .register(typeNames, { type: 'DefinitionSla' })
  .optional()
  .describe('Not allowed: an end completes as it starts.');
const retry = z
  .never('an end calls nothing, so it has no retries; remove this field')
  .register(typeNames, { type: 'DefinitionRetry' })
  .optional()
  .describe('Not allowed: an end calls nothing.');

/** An end node. */
export const endNode = z
  .strictObject({
    ...common,
    slaMs,
    sla,
    retry,
    type: z.literal('end').describe('Kind of the node.'),
    config: endConfig.optional().describe('Outcome of the node.'),
  })
  .meta({ id: 'EndNode', description: 'A node that ends a branch with an outcome.' });
