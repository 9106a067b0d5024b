/** A wait node as its author writes it. */
import * as z from 'zod';
import { signalName } from '../../definition/identifiers.js';
import { timeMs } from '../../definition/in-seconds.js';
import { parseInstant } from '@org/approval-internal/instant';
import { LIMITS } from '../../definition/limits.js';
import { inputPath } from '../../definition/parts.js';
import { common } from '../schema-common.js';
import type { NodeTraits } from '../schema-traits.js';

export const waitTraits = {
  decidedByPeople: false,
  rejectedByPeople: false,
  mayDecide: false,
  callsAgent: false,
  calls: null,
  hasHttpStatus: false,
  // To complete the step when its time has come.
  jobs: ['wait-over'],
  isEnd: false,
  finishedIn: ['pending', 'running'],
} as const satisfies NodeTraits;

const inMs = z.int().min(1).max(LIMITS.waitMs);
const WAYS = ['forMs', 'workingMs', 'until', 'signal'] as const;

const waitConfig = z
  .strictObject({
    forMs: inMs.optional().describe('Time to wait in ms, up to 1 year.'),
    workingMs: inMs.optional().describe('Working time to wait in ms. Needs `calendar`.'),
    calendar: z
      .string()
      .min(1)
      .max(LIMITS.nameLength)
      .optional()
      .describe("Name of one of the engine's calendars, for `workingMs`."),
    until: z
      .union([
        timeMs,
        z
          .string()
          .max(LIMITS.instantLength)
          .refine(
            (it) => parseInstant(it) !== null,
            'give ISO 8601 with an offset, as in 2027-01-31T09:00:00+01:00',
          ),
        z.strictObject({ var: inputPath.describe('Dot-path from `execution.input` or `output`.') }),
      ])
      .optional()
      .describe(
        'Instant to wait for, at most 1 year ahead: ms since the epoch, ISO 8601 with an offset, or the path of either.',
      ),
    signal: signalName
      .optional()
      .describe('Name of the signal to wait for, up to 64 characters of a-z 0-9 . _ -'),
    withinMs: inMs.optional().describe('Longest wait for the signal in ms; no limit by default.'),
  })
  .refine(
    (it) => WAYS.filter((way) => it[way] !== undefined).length === 1,
    'give exactly one of forMs, workingMs, until and signal',
  )
  .refine((it) => (it.workingMs === undefined) === (it.calendar === undefined), {
    path: ['calendar'],
    message: 'workingMs and calendar come together or not at all',
  })
  .refine((it) => it.withinMs === undefined || it.signal !== undefined, {
    path: ['withinMs'],
    message: 'withinMs is the longest wait for a signal; give signal, or forMs instead',
  })
  .meta({
    id: 'WaitConfig',
    description: 'End of the wait: exactly one of `forMs`, `workingMs`, `until` and `signal`.',
  });

/** A wait node. */
export const waitNode = z
  .strictObject({
    ...common,
    type: z.literal('wait').describe('Kind of the node.'),
    config: waitConfig.optional().describe('Time or signal that the node waits for.'),
  })
  .meta({ id: 'WaitNode', description: 'A node that waits for a time or a signal.' });
