/** A subflow node as its author writes it. */
import * as z from 'zod';
import { definitionId, localRef } from '../../definition/identifiers.js';
import { LIMITS } from '../../definition/limits.js';
import { recordOf } from '../../definition/parts.js';
import { payloadObject } from '../../definition/payload.js';
import { separatedNodes } from '../../definition/people-step.js';
import { common } from '../schema-common.js';
import type { NodeTraits } from '../schema-traits.js';

export const subflowTraits = {
  decidedByPeople: false,
  rejectedByPeople: true,
  mayDecide: true,
  callsAgent: false,
  calls: null,
  hasHttpStatus: false,
  // To start the run, and to take its end.
  jobs: ['start-run', 'run-ended'],
  isEnd: false,
  finishedIn: ['pending', 'running'],
  startsRuns: true,
} as const satisfies NodeTraits;

/** Names that the engine gives to the output of a step. */
const OWN_NAMES = [
  'childExecutionId',
  'definitionId',
  'definitionVersion',
  'decision',
  'approved',
  'rejectedBy',
  'rejectorMandatory',
  'rejectionReason',
  'overridden',
];

const outputPath = z
  .string()
  .max(LIMITS.pathLength)
  .regex(
    /^(execution\.input(\.[^.]+)*|steps\.[^.]+\.output(\.[^.]+)*)$/,
    'give a dot-path that starts with "execution.input" or "steps.<nodeId>.output"',
  );

const outputName = z
  .string()
  .min(1)
  .max(LIMITS.nameLength)
  .refine((it) => !OWN_NAMES.includes(it), 'the engine gives this name itself; use another name');

const subflowConfig = z
  .strictObject({
    definitionId: definitionId.describe('Id of the definition to run.'),
    version: z
      .union([z.int().min(1), z.literal('newest')])
      .optional()
      .describe(
        'Version to run: a number, or `newest` for the newest one at the start; by default the newest one when this definition is written.',
      ),
    input: payloadObject
      .optional()
      .describe('JSON template of the trigger context of the run; by default that of this execution.'),
    output: recordOf(outputPath, LIMITS.inputNames, outputName)
      .optional()
      .describe(
        'Further output, from names to dot-paths that start with `execution.input` or `steps.<nodeId>.output` of the run.',
      ),
    decisionFrom: localRef
      .optional()
      .describe('Id of a human node of the run whose decision is that of the step; none by default.'),
    passSubject: z
      .boolean()
      .optional()
      .describe('Gives the run the subject of this execution; false by default.'),
    separation: z
      .strictObject({ excludeDecidersOf: separatedNodes.optional() })
      .meta({
        id: 'SubflowSeparation',
        description: 'Separation of duties: users who must not decide in the run.',
      })
      .optional()
      .describe('Users who must not decide in the run.'),
  })
  .meta({ id: 'SubflowConfig', description: 'Definition to run, its input and its output.' });

/** A subflow node. */
export const subflowNode = z
  .strictObject({
    ...common,
    type: z.literal('subflow').describe('Kind of the node.'),
    config: subflowConfig.optional().describe('Definition that the node runs.'),
  })
  .meta({ id: 'SubflowNode', description: 'A node whose step is a whole run of another definition.' });
