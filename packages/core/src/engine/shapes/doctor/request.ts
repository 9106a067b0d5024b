/** What a doctor is asked to look at. */
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import { workspaceId } from '../../../definition/identifiers.js';
import { LIMITS } from '../../../definition/limits.js';

export type * from './request.gen.js';

/** Runs that one call looks at, unless it is asked for fewer or more; and as many as it may be asked for. */
const DEFAULT_RUNS = 1_000;
const MOST_RUNS = 10_000;

export const doctor = z
  .strictObject({
    workspaceId: workspaceId.optional().describe('Whose runs; `default` by default.'),
    since: z
      .int()
      .min(0)
      .optional()
      .describe('Only runs that were dispatched then or later, in ms since the epoch; all by default.'),
    executionId: z.string().min(1).max(LIMITS.cursorLength).optional().describe('This run alone.'),
    mend: z
      .boolean()
      .default(false)
      .describe('Whether what can be mended safely is mended; it is only told by default.'),
    limit: z
      .int()
      .min(1)
      .max(MOST_RUNS)
      .default(DEFAULT_RUNS)
      .describe('How many runs to look at, 1 to 10,000; 1,000 by default.'),
    cursor: z
      .string()
      .min(1)
      .max(LIMITS.cursorLength)
      .optional()
      .describe(
        '`nextCursor` of the call before, with the same workspace and `since`; begins at the newest run without it.',
      ),
  })
  .register(typeNames, {
    id: 'DoctorRequest',
    description: 'Which runs a doctor looks at, and what it may do.',
  });
